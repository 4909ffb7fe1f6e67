/**
 * Alpha-investing: wealth is risked on every test, lost if it fails and earned back by a rejection.
 *
 * Theorem: start with wealth W <= alpha eta. A test at level a that fails costs a / (1 - a), a rejection earns `reward` <= alpha,
 * and W never falls below 0. Then E V / (E R + eta) <= alpha at every time, for p-values of true nulls that are valid given the
 * decisions before them; here eta = 1 - alpha. The levels are min(W / (1 + j), W / (1 + W)) at the j-th test since the last
 * rejection. The first term alone, which is the rule of the article, overdraws: as soon as W > 1 the first test after a rejection
 * risks W / 2 and costs W / (2 - W), more than there is.
 * Source: Foster, Stine (JRSS B 70, 2008), theorem 1 and equation 15.
 * Limits: it is the marginal rate that is bounded, and not E V / max(R, 1). With a wealth above 1 the test after a rejection risks
 * all of it, so where most hypotheses are alternatives a single failure ends the session; `lord` and `saffron` do not have this.
 * The level and the wealth are the float64 values of their formulas; a wealth that rounding would put below 0 is 0.
 * @example
 * ```ts
 * import { alphaInvesting } from "epsilab/false-discovery";
 * const session = alphaInvesting({ alpha: 0.05 }).start();
 * session.level; // => 0.02375
 * session.next(1e-7).rejected; // => true
 * session.level; // => 0.04875
 * ```
 * @claim alpha-investing
 */
import { declare, openProbability, optional, type ParametersOf, positive } from "../numerics/parameters.ts";
import { refuse, refuseData } from "../numerics/requirements.ts";
import { type LevelState, type OnlineRule, onlineRule } from "./online-rule.ts";

export const alphaInvestingParameters = declare({
  alpha: openProbability,
  /** The initial wealth, at most alpha (1 - alpha), which it is if not given. */
  wealth: optional(positive),
  /** What a rejection earns, at most alpha, which it is if not given. */
  reward: optional(positive),
});

export interface AlphaInvestingParameters extends ParametersOf<typeof alphaInvestingParameters> {}

export function alphaInvesting(parameters: AlphaInvestingParameters): OnlineRule {
  const { alpha, ...given } = alphaInvestingParameters.read(parameters);
  const most = alpha * (1 - alpha);
  const { wealth = most, reward = alpha } = given;
  if (!(wealth > 0 && wealth <= most)) refuse("wealth", `above 0 and at most alpha (1 - alpha) = ${most}`, wealth);
  if (!(reward <= alpha)) refuse("reward", `above 0 and at most alpha = ${alpha}`, reward);
  return onlineRule({
    name: "alpha-investing",
    alpha,
    parameters: { alpha, wealth, reward },
    begin: () => investor({ wealth, since: 1 }, reward),
    restore: ({ state, tests, rejections }) => {
      const { wealth: kept, since } = state;
      if (!(typeof kept === "number" && kept >= 0 && kept <= (wealth + rejections * reward) * (1 + ROUNDING)))
        refuseData("wealth of the saved session", "non-negative, and at most what rejections have earned");
      if (!(typeof since === "number" && Number.isSafeInteger(since) && since >= 1 && since <= tests + 1))
        refuseData("tests since the last rejection of the saved session", `an integer from 1 to ${tests + 1}`);
      return investor({ wealth: kept, since }, reward);
    },
  });
}

/** Of up to 10^7 additions. */
const ROUNDING = 1e-8;

interface Purse {
  readonly wealth: number;
  /** Which test since the last rejection the next one is. */
  readonly since: number;
}

function investor(purse: Purse, reward: number): LevelState {
  let { wealth, since } = purse;
  const level = () => Math.min(wealth / (1 + since), wealth / (1 + wealth));
  return {
    get level() {
      return level();
    },
    levelFor: level,
    record: (_, rejected) => {
      const risked = level();
      wealth = rejected ? wealth + reward : Math.max(0, wealth - risked / (1 - risked));
      since = rejected ? 1 : since + 1;
    },
    save: () => ({ wealth, since }),
  };
}
