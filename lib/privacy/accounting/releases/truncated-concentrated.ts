/**
 * A truncated concentrated guarantee as a release: it has a Renyi curve, and no dominating pair. Source: Bun, Dwork, Rothblum,
 * Steinke (STOC 2018).
 */
import { declare, nonNegative, number } from "../../../numerics/parameters.ts";
import {
  truncatedConcentratedToApproximate,
  truncatedConcentratedToRenyi,
} from "../../conversions/truncated-concentrated-conversions.ts";
import type { TruncatedConcentratedGuarantee } from "../../guarantees/guarantee.ts";
import type { ReleaseKind } from "./release-kind.ts";

export const TRUNCATED_CONCENTRATED: ReleaseKind<TruncatedConcentratedGuarantee> = {
  parameters: declare({
    rho: nonNegative,
    omega: number({ expected: "above 1", least: 1 + Number.EPSILON, most: Infinity }),
  }),
  guarantee: (release) => release,
  losesNothing: ({ rho }) => rho === 0,
  epsilonAt: (release, delta) => truncatedConcentratedToApproximate(release, delta).epsilon,
  renyi: truncatedConcentratedToRenyi,
};
