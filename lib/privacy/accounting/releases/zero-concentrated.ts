/** A zero-concentrated guarantee as a release: it has a rho, and no dominating pair. Source: Bun, Steinke (TCC 2016). */
import { declare, nonNegative } from "../../../numerics/parameters.ts";
import type { ZeroConcentratedGuarantee } from "../../guarantees/guarantee.ts";
import type { ReleaseKind } from "./release-kind.ts";

export const ZERO_CONCENTRATED: ReleaseKind<ZeroConcentratedGuarantee> = {
  parameters: declare({ rho: nonNegative }),
  guarantee: (release) => release,
  losesNothing: ({ rho }) => rho === 0,
  rho: ({ rho }) => rho,
};
