/**
 * An exercise: what is asked, the cell in which a student answers, and how an answer is judged. Each is declared once; the notebook of
 * a student, the one of a teacher with the worked solution and the hidden tests, and `check` are made of it.
 *
 * An answer is a function that the student writes. It is judged at settings, such as an epsilon: those of `shown` stand in the open,
 * those of `hidden` are in the notebook of a teacher alone. A judgement says in a sentence what is wrong, and never what would be right.
 * Limits: an answer is run in the kernel of its author; what it does besides answering is not looked at.
 */
import type { Declared, Given, ParametersOf } from "../../lib/numerics/parameters.ts";
import { type Declaration, declare } from "../../lib/numerics/parameters.ts";

/** The function of a student, of which nothing is known. */
export type Answer = (...given: readonly unknown[]) => unknown;

/** What begins and ends the part of a cell that a student writes, as nbgrader knows it. */
export const SOLUTION = { begin: "// BEGIN SOLUTION", end: "// END SOLUTION" };

/** What an answer throws that was not written yet. */
const NOT_WRITTEN = "not written yet";

/** What stands in the place of a solution. */
export const STUB = `// YOUR CODE HERE\nthrow new Error("${NOT_WRITTEN}");`;

interface Told {
  readonly id: string;
  readonly title: string;
  /** In Markdown: what is known, and what to write. */
  readonly statement: string;
  /** What is imported for the answer: names by the doors that have them. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
  /** Types by which the answer is declared. */
  readonly types?: string;
  /** The name of the function that is asked for. */
  readonly answer: string;
  /** The cell of the answer, with the worked solution between `SOLUTION.begin` and `SOLUTION.end`. */
  readonly solution: string;
  /** What of the library does it, in Markdown. */
  readonly inLibrary: string;
  /** The notebook that goes on from there. */
  readonly notebook: string;
}

interface Judged<Names extends Declared> {
  readonly setting: Declaration<Names>;
  readonly shown: readonly Given<Names>[];
  readonly hidden: readonly Given<Names>[];
  /** What is wrong, in a sentence without a capital, or nothing; it may throw `Wrong`. */
  judge(answer: Answer, setting: ReturnType<Declaration<Names>["read"]>): string | undefined;
}

export interface Exercise extends Told {
  readonly shown: readonly object[];
  readonly hidden: readonly object[];
  /** The same, with a setting that is refused where it is none. */
  judge(answer: Answer, setting: unknown): string | undefined;
}

/** A refused setting is thrown; whatever an answer does is said. */
export function defineExercise<Names extends Declared>(
  exercise: Told & Omit<Judged<Names>, "setting"> & { readonly setting: Names },
): Exercise {
  const setting = declare(exercise.setting);
  return {
    ...exercise,
    judge: (answer, given) => {
      const read = setting.read(given as ParametersOf<typeof setting>, "setting");
      try {
        return exercise.judge(answer, read as never);
      } catch (error) {
        if (error instanceof Wrong) return error.message;
        return `what ${exercise.answer} gives cannot be judged: ${messageOf(error)}`;
      }
    },
  };
}

/** A sentence about an answer that ends its judgement. */
export class Wrong extends Error {
  override readonly name = "Wrong";
}

/** A value as a sentence shows it. */
export function shown(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (typeof value === "number") return `${Number(value.toPrecision(4))}`;
  if (Array.isArray(value)) return `[${value.slice(0, 12).map(shown).join(", ")}${value.length > 12 ? ", ..." : ""}]`;
  if (value instanceof Promise) return "a promise";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : String(value);
}

/** The answer at some arguments, which are shown as `call` says. */
export function ask(answer: Answer, call: string, given: readonly unknown[]): unknown {
  try {
    return answer(...given);
  } catch (error) {
    if (error instanceof Wrong) throw error;
    const message = messageOf(error);
    if (message === NOT_WRITTEN)
      throw new Wrong(`${call} is not written yet: replace the line that throws by your own.`);
    throw new Wrong(`${call} throws an error: ${message}`);
  }
}

/** A finite number that the answer gives. */
export function askNumber(answer: Answer, call: string, given: readonly unknown[]): number {
  const value = ask(answer, call, given);
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new Wrong(`${call} should be a finite number, and is ${shown(value)}.`);
}

/** A list of that many probabilities of all that can happen, whose sum is 1. */
export function askProbabilities(answer: Answer, call: string, given: readonly unknown[], size: number): number[] {
  const value = ask(answer, call, given);
  if (!Array.isArray(value) || value.length !== size)
    throw new Wrong(`${call} should be a list of ${size} probabilities, and is ${shown(value)}.`);
  for (const each of value) {
    if (!(typeof each === "number" && each >= 0 && each <= 1))
      throw new Wrong(`${call} should be a list of numbers from 0 to 1, and has ${shown(each)} in it.`);
  }
  const total = value.reduce((sum: number, each: number) => sum + each, 0);
  if (Math.abs(total - 1) > 1e-9)
    throw new Wrong(`${call} should be probabilities of all options, and their sum is ${shown(total)}.`);
  return value;
}

/** The first line of what was thrown. */
function messageOf(error: unknown): string {
  try {
    const message = error instanceof Error ? error.message : String(error);
    return message.split("\n")[0].slice(0, 200);
  } catch {
    return "something without a text";
  }
}
