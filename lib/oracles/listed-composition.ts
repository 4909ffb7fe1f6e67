/**
 * The delta of releases one after another, over all lists of their answers.
 */
import { exp, expm1 } from "../numerics/exponential.ts";
import { log, log1p } from "../numerics/logarithm.ts";

/** The logarithms of the probabilities of each answer under the two laws. */
type AnswerPairs = readonly (readonly [first: number, second: number])[];

/** The sum of (P - e^total Q)+ over all lists of `times` answers, the larger of both ways. */
function composedDelta(answers: AnswerPairs, times: number, totalEpsilon: number): number {
  let lists: AnswerPairs = [[0, 0]];
  for (let k = 0; k < times; k++) {
    lists = lists.flatMap(([one, other]) => answers.map(([more, less]) => [one + more, other + less] as const));
  }
  let [there, back] = [0, 0];
  for (const [one, other] of lists) {
    there += Math.max(0, exp(one) - exp(totalEpsilon + other));
    back += Math.max(0, exp(other) - exp(totalEpsilon + one));
  }
  return Math.max(there, back);
}

/** Leaky randomized response: it shows the truth in the clear, marked, with probability `leak`, else answers as without marks. */
interface LeakyAnswers {
  readonly leak: number;
  readonly marked: AnswerPairs;
  readonly unmarked: AnswerPairs;
}

/** The masses of its definition. */
export function leakyAnswers({ epsilon, leak }: { readonly epsilon: number; readonly leak: number }): LeakyAnswers {
  const truth = log(exp(epsilon) / (1 + exp(epsilon)));
  const lie = -log(1 + exp(epsilon));
  const unmarked: AnswerPairs = [
    [truth, lie],
    [lie, truth],
  ];
  if (leak === 0) return { leak, marked: unmarked, unmarked };
  const marks: AnswerPairs = [
    [log(leak), -Infinity],
    [-Infinity, log(leak)],
  ];
  const kept = leak === 1 ? -Infinity : log(1 - leak);
  return { leak, marked: [...unmarked.map(([one, other]) => [kept + one, kept + other] as const), ...marks], unmarked };
}

/** With the marks up to 6 releases, and beyond without them, whose lists are fewer: one mark shows everything. */
export function leakyDelta({ leak, marked, unmarked }: LeakyAnswers, times: number, totalEpsilon: number): number {
  if (times <= 6) return composedDelta(marked, times, totalEpsilon);
  return -expm1(times * log1p(-leak) + log1p(-composedDelta(unmarked, times, totalEpsilon)));
}
