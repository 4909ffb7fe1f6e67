/**
 * Experiments: the kit to write one, the engine that runs it, the claims as data, and the stored results.
 *
 * `await run("membership-tradeoff", { epsilon: [0.3, 1] })` computes a harness and stores its result;
 * `await storedResult("membership-tradeoff")` reads the one that is cited: its numbers by their keys, its figures.
 * `claimCard("laplace-mechanism")` shows a claim: its statement, its source, its errata in the notes; `await errata()` are the
 * errata of the notes, each with its kind and the numbers that show it. An experiment of your own is `defineExperiment` with parts,
 * studies and controls; `epsilab init my-study` writes a project to begin with. `programMechanism({ command: ["python", "mech.py"] })`
 * draws from a program in any language and audits it.
 */
export { type ClaimCard, claimCard } from "./claims/claim-card.ts";
export { claim, claims, erratumKinds, whatWasRead } from "./claims/index.ts";
export { type CiteOptions, cite } from "./engine/citation/cite.ts";
export type { ResultEntry } from "./engine/citation/result-keys.ts";
export type {
  ErratumState,
  ErratumStatus,
  Refutation,
  RefutedNumber,
  WithdrawnStatus,
} from "./engine/evidence/errata.ts";
export { type Outcome, outcomeOf, type PartOutcome } from "./engine/format/outcome.ts";
export type { Result } from "./engine/format/read-result.ts";
export { type ErratumCard, errata } from "./engine/notebook/errata-cards.ts";
export { type RunOptions, type RunResult, run } from "./engine/notebook/run.ts";
export { type StoredResult, type StoredResultOptions, storedResult } from "./engine/notebook/stored-result.ts";
export { type VerifyOptions, verify } from "./engine/notebook/verify.ts";
export type { ResultChoice } from "./engine/store/named-results.ts";
export type { Verification } from "./engine/verification/verification.ts";
export * from "./kit.ts";
export type { InputPair, InputSpace, ProgramAudit, ProgramClaim } from "./programs/audit-plan.ts";
export type { Finding, FoundEvent } from "./programs/judge-draws.ts";
export {
  type ProgramFinding,
  type ProgramMechanism,
  type ProgramParameters,
  programMechanism,
} from "./programs/program-mechanism.ts";
export { type DrawRequest, ProgramRefusal } from "./programs/protocol.ts";
export type { ProgramReplay } from "./programs/run-replays.ts";
