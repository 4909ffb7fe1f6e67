/**
 * `check`: judges an answer to an exercise, in a cell of a notebook. It prints one sentence and gives the points: 1 where the
 * answer is right, 0 where it is not.
 *
 * The sentence says what is wrong and never what would be right. An answer of any kind is judged: what it throws, or gives in
 * place of a number, is said. Settings other than those of the exercise may be given; the hidden tests of a teacher are such.
 * Limits: nbgrader takes a number that is the value of a cell as its points, and gives none where anything is on stderr, so nothing
 * is written there.
 * @example
 * ```ts
 * import { check } from "epsilab/exercises";
 * check("a-coin", () => 0.5); // => 0
 * ```
 */
import { requireList } from "../../lib/numerics/requirements.ts";
import type { Answer, Exercise } from "./exercise.ts";
import { exerciseOf } from "./exercises.ts";

/** The points of an answer: the function that the exercise asks for. */
export function check(id: string, answer: unknown, settings?: readonly object[]): 0 | 1 {
  const exercise = exerciseOf(id);
  if (settings !== undefined) requireList("settings", settings);
  const wrong = judgement(exercise, answer, settings ?? exercise.shown);
  console.log(wrong === undefined ? `Right: ${exercise.title}.` : `Not yet: ${wrong}`);
  return wrong === undefined ? 1 : 0;
}

/** What is wrong with an answer, in a sentence; nothing where it is right. */
export function judgement(exercise: Exercise, answer: unknown, settings: readonly object[]): string | undefined {
  if (typeof answer !== "function") return `${exercise.answer} should be a function.`;
  for (const setting of settings) {
    const wrong = exercise.judge(answer as Answer, setting);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
