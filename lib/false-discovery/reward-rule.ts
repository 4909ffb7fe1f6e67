/**
 * An online rule whose levels are spread rewards: what LORD++, SAFFRON, ADDIS and generalised alpha-investing have in common.
 * @internal
 */
import { type OnlineRule, onlineRule, type SavedSession } from "./online-rule.ts";
import { RewardLevels, type RewardSpread } from "./reward-levels.ts";

interface RewardRule {
  readonly name: string;
  readonly alpha: number;
  readonly parameters: Readonly<Record<string, number>>;
  readonly spread: RewardSpread;
  /** Whether time stands still for this test. */
  waits(p: number, rejected: boolean): boolean;
}

export function rewardRule({ name, alpha, parameters, spread, waits }: RewardRule): OnlineRule {
  const asState = (levels: RewardLevels) => ({
    get level() {
      return levels.level;
    },
    levelFor: (p: number) => levels.levelFor(p),
    record: (p: number, rejected: boolean) => levels.record(rejected, waits(p, rejected)),
    save: () => levels.save(),
  });
  return onlineRule({
    name,
    alpha,
    parameters: { ...parameters, alpha, wealth: spread.wealth, gamma: spread.gamma.name },
    begin: () => asState(new RewardLevels(spread)),
    restore: (saved: SavedSession) => asState(RewardLevels.restore(spread, saved)),
  });
}
