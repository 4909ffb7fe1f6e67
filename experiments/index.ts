/**
 * What notebooks read of the experiments: `import { ... } from "epsilab/experiments"` finds the stored results and the claims.
 */
export { type ClaimCard, claimCard } from "./claims/claim-card.ts";
export { type Claim, claim, claims } from "./claims/index.ts";
export type { ResultEntry } from "./engine/citation/result-keys.ts";
export { outcomeOf } from "./engine/outcome.ts";
export type { CellRow } from "./engine/row.ts";
export { type StoredResult, storedResult } from "./engine/stored-result.ts";
