/** A trade-off guarantee as a release: it has an epsilon at each delta, and no pair. Source: Dong, Roth, Su (2022). */
import { declare, made } from "../../../numerics/parameters.ts";
import { refuse } from "../../../numerics/requirements.ts";
import type { TradeOffGuarantee } from "../../guarantees/guarantee.ts";
import type { TradeOff } from "../../trade-off/trade-off.ts";
import { tradeOffEpsilon } from "../../trade-off/trade-off-profile.ts";
import type { ReleaseKind } from "./release-kind.ts";

export const TRADE_OFF: ReleaseKind<TradeOffGuarantee> = {
  parameters: declare({
    curve: made<TradeOff>((curve, name) => {
      if (typeof curve?.evaluate !== "function") refuse(name, "a trade-off curve", curve);
    }),
  }),
  guarantee: (release) => release,
  epsilonAt: ({ curve }, delta) => tradeOffEpsilon(curve, delta),
};
