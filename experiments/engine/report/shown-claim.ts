/**
 * Shown claim: a claim with where it stands and what checks it.
 */
import type { Claim } from "../../claims/claim.ts";
import type { ClaimCheck, ClaimState } from "../evidence/claim-status.ts";

export interface ShownClaim {
  readonly claim: Claim;
  readonly state: ClaimState;
  readonly checks: readonly ClaimCheck[];
  /** What a search of it reads. */
  readonly searched: string;
}
