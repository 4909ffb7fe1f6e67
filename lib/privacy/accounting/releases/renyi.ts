/** A Renyi guarantee as a release: its curve is all that is known. Source: Mironov (CSF 2017). */
import { callable, declare } from "../../../numerics/parameters.ts";
import { RENYI_ORDERS, renyiToApproximate } from "../../conversions/renyi-conversions.ts";
import type { RenyiGuarantee } from "../../guarantees/guarantee.ts";
import type { ReleaseKind } from "./release-kind.ts";

export const RENYI: ReleaseKind<RenyiGuarantee> = {
  parameters: declare({ epsilonAt: callable<RenyiGuarantee["epsilonAt"]>() }),
  guarantee: (release) => release,
  epsilonAt: (release, delta) => renyiToApproximate(release, { delta, orders: RENYI_ORDERS }).epsilon,
  renyi: (release) => release,
};
