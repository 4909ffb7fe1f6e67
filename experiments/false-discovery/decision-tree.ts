/**
 * The exact law of an online rule's decisions, where its levels depend on decisions alone: the tree of all of them.
 *
 * Each hypothesis is an alternative with probability `share`. A test at level a rejects a null with probability a, the p-value
 * being uniform, and an alternative with its power at a. A node is reached by a probability, and 2^tests of them are gone through.
 */
import type { OnlineRule } from "../../lib/false-discovery/online-rule.ts";
import { powerAt } from "./batch-laws.ts";
import { MEAN } from "./online-trials.ts";

interface Expectations {
  /** E V and E R. */
  readonly falseRejections: number;
  readonly rejections: number;
  /** The least number that `watch` gave along any path. */
  readonly least: number;
}

/** What is needed of a session: p-values 0 and 1 stand for a rejection and a failure. */
export type Stepper = Pick<ReturnType<OnlineRule["start"]>, "level" | "next">;

export function treeExpectations(
  start: () => Stepper,
  { tests, share }: { readonly tests: number; readonly share: number },
  watch: (session: Stepper) => number = () => 0,
): Expectations {
  let [falseRejections, rejections, least] = [0, 0, Infinity];
  const visit = (decisions: readonly boolean[], probability: number): void => {
    const session = start();
    for (const rejected of decisions) session.next(rejected ? 0 : 1);
    least = Math.min(least, watch(session));
    if (decisions.length === tests) return;
    const { level } = session;
    const byNull = (1 - share) * level;
    const chance = byNull + share * powerAt(level, MEAN);
    falseRejections += probability * byNull;
    rejections += probability * chance;
    visit([...decisions, true], probability * chance);
    visit([...decisions, false], probability * (1 - chance));
  };
  visit([], 1);
  return { falseRejections, rejections, least };
}
