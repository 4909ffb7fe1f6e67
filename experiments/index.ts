/**
 * Experiments: the claims of the lecture notes as data, and the stored results that check them.
 *
 * `claimCard("laplace-mechanism")` shows a claim: its statement, its source, what the notes had wrong, and the verdict. `await storedResult("membership-tradeoff")`
 * reads a result that `epsilab run` has written: its numbers by their keys, its figures, how to cite it.
 */
export { type ClaimCard, claimCard } from "./claims/claim-card.ts";
export { type Claim, claim, claims } from "./claims/index.ts";
export type { ResultEntry } from "./engine/citation/result-keys.ts";
export { outcomeOf } from "./engine/outcome.ts";
export type { CellRow } from "./engine/row.ts";
export { type StoredResult, storedResult } from "./engine/stored-result.ts";
