/**
 * The property that every public function has: for any arguments it answers without NaN and within the range it promises, or it throws a
 * RangeError that says what must be. A TypeError is let through only where a part deep within what another function made was replaced.
 */
import fc from "fast-check";
import { type Arguments, type Case, cases, kindOf, type Spoiled, unknownNames, wrongKinds } from "./arguments.ts";
import { type Expected, faultsOf } from "./walk.ts";

export interface Entry extends Expected {
  readonly args: fc.Arbitrary<Arguments>;
  /** What a mechanism is asked: its release and its law, with inputs that are spoiled too. */
  readonly inputs?: fc.Arbitrary<unknown>;
  /** What else is asked of an answer. */
  readonly follow?: (answer: never, args: Arguments) => readonly unknown[];
  /** Documented errors that are no refusals. */
  readonly fails?: RegExp;
  /** Paths of arguments that may be anything. */
  readonly free?: RegExp;
  /** Paths of arguments that are not spoiled: the time goes with them, within documented limits. */
  readonly fixed?: RegExp;
  /** Paths of arguments that take values of several kinds. */
  readonly mixed?: RegExp;
  /** Paths of objects that may have other names: what another function made, or a record whose names are the caller's. */
  readonly open?: RegExp;
  /** Of a slow function, how many runs are one. */
  readonly slow?: number;
  /** Whether its parameters are declared, or which argument is: then whatever is given in its place is refused with a sentence. */
  readonly isDeclared?: boolean | number;
  /** The function's other forms, which take other parameters or inputs. */
  readonly also?: readonly Entry[];
  /** Whether the answer is what the caller gave, whatever that was. */
  readonly unchecked?: boolean;
}

/** The entry of a function of plain arguments. */
export function takes(args: readonly fc.Arbitrary<unknown>[], rest: Omit<Entry, "args"> = {}): Entry {
  return { args: fc.tuple(...args), ...rest };
}

const REFUSAL = /^.+ must be .+, got /s;

/** Runs the property for one function. */
export function fuzz(call: (...args: Arguments) => unknown, entry: Entry, runs: number): void {
  for (const form of entry.also ?? []) fuzz(call, form, runs);
  const numRuns = Math.ceil(runs / (entry.slow ?? 1));
  fc.assert(
    fc.property(cases(entry.args, entry.fixed), (given) => {
      const answer = attempt(() => call(...given.args), given.spoiled, entry);
      if (answer === undefined) return;
      if (isGarbled(given.spoiled)) return;
      requireRefused(given, entry);
      attempt(() => requireGood(answer.value, entry), given.spoiled, entry);
      const { follow } = entry;
      if (follow === undefined) return;
      attempt(() => requireGood(follow(answer.value as never, given.args), { infinite: true }), given.spoiled, entry);
    }),
    { numRuns },
  );
  const { inputs } = entry;
  if (inputs !== undefined) fuzzMechanism(call, { ...entry, inputs }, numRuns);
  const faults = kindFaults(call, entry);
  if (faults.length > 0) throw new Fault(faults.join("; "));
}

/**
 * Whatever is given in place of an argument, of a parameter or of the first item of a list is refused with a sentence, and so is a name
 * that nothing reads.
 */
function kindFaults(call: (...args: Arguments) => unknown, entry: Entry): readonly string[] {
  const { isDeclared = false, free, mixed, open, slow = 1 } = entry;
  const [given] = fc.sample(entry.args, { numRuns: 1, seed: 1 });
  const isRead = (path: string) => `${isDeclared}` === path || (isDeclared === true && !path.includes("."));
  const ofKinds = wrongKinds(given, isRead).flatMap(({ args, spoiled }) => {
    const { path, before, after } = spoiled;
    const mayBeLeftOut = after === undefined || before === undefined;
    // What may be left out of a slow function would take its time.
    if (mayBeLeftOut && slow > 1) return [];
    const answer = answerOf(() => call(...args), entry);
    if (answer === "refused" || (answer === "taken" && (mayBeLeftOut || free?.test(path) || mixed?.test(path))))
      return [];
    return [`${path}: ${kindOf(after)} in place of ${kindOf(before)} ${answer}`];
  });
  const ofNames = unknownNames(given, isRead).flatMap(({ args, spoiled: { path } }) =>
    open?.test(path) || answerOf(() => call(...args), entry) !== "taken"
      ? []
      : [`${path}: a name that nothing reads was passed over`],
  );
  return [...ofKinds, ...ofNames];
}

/** Whether the call answers, refuses as it may, or fails otherwise: then how. */
function answerOf(call: () => unknown, { fails }: Entry): string {
  try {
    call();
    return "taken";
  } catch (error) {
    if (!(error instanceof Error)) return String(error);
    const isRefusal = error instanceof RangeError && REFUSAL.test(error.message);
    return isRefusal || fails?.test(error.message) ? "refused" : `${error.name}: ${error.message}`;
  }
}

interface MechanismLike {
  release(input: unknown, random: unknown): unknown;
  law?(input: unknown): unknown;
  worstPair?(): readonly [unknown, unknown];
}

function fuzzMechanism(
  call: (...args: Arguments) => unknown,
  entry: Entry & { readonly inputs: fc.Arbitrary<unknown> },
  numRuns: number,
): void {
  const inputs = cases(entry.inputs.map((input) => [input]));
  fc.assert(
    fc.property(entry.args, inputs, fc.nat(), (args, given, seed) => {
      const built = attempt(() => call(...args) as MechanismLike, undefined, entry);
      if (built === undefined) return;
      const mechanism = built.value;
      const random = streamOf(seed);
      const asked = [
        () => mechanism.release(given.args[0], random),
        () => mechanism.law?.(given.args[0]) ?? true,
        () => mechanism.worstPair?.() ?? true,
      ];
      for (const ask of asked) {
        const answer = attempt(ask, given.spoiled, entry);
        if (answer !== undefined && !isGarbled(given.spoiled))
          attempt(() => requireGood(answer.value, entry), given.spoiled, entry);
      }
    }),
    { numRuns },
  );
}

let streamOf: (seed: number) => unknown = () => undefined;

/** Where the fuzz takes its streams from. */
export function useStreams(make: (seed: number) => unknown): void {
  streamOf = make;
}

/** Whether an array, an object or a function was replaced by something of another kind: the types of the library stand against that. */
function isGarbled(spoiled: Spoiled | undefined): boolean {
  if (spoiled === undefined || typeof spoiled.before === "number" || typeof spoiled.before === "string") return false;
  return typeof spoiled.after !== typeof spoiled.before || spoiled.after === null;
}

class Fault extends Error {}

/** The answer, or nothing if the call refused as it may. */
function attempt<Value>(call: () => Value, spoiled: Spoiled | undefined, entry: Entry): { value: Value } | undefined {
  try {
    return { value: call() };
  } catch (error) {
    if (error instanceof Fault || !(error instanceof Error)) throw error;
    if (error instanceof RangeError && REFUSAL.test(error.message)) return undefined;
    if (entry.fails?.test(error.message)) return undefined;
    const isOfAnotherType = typeof spoiled?.after !== "number" || typeof spoiled.before !== "number";
    const isDeep = spoiled !== undefined && spoiled.path.split(".").length > 2;
    if (error instanceof TypeError && isDeep && isOfAnotherType && !isDeclaredAt(spoiled, entry)) return undefined;
    throw new Fault(`${error.name}: ${error.message}`, { cause: error });
  }
}

function isDeclaredAt({ path }: Spoiled, { isDeclared = false }: Entry): boolean {
  return typeof isDeclared === "number" ? path.split(".")[0] === `${isDeclared}` : isDeclared;
}

function requireGood(answer: unknown, expected: Expected & Pick<Entry, "unchecked">): void {
  if (expected.unchecked) return;
  const faults = faultsOf(answer, expected);
  if (faults.length > 0) throw new Fault(faults.slice(0, 5).join("; "));
}

/** NaN in place of a number, and a word in place of another, are refused and not passed over. */
function requireRefused({ spoiled }: Case, { free, unchecked = false }: Entry): void {
  if (spoiled === undefined || unchecked || free?.test(spoiled.path)) return;
  const noNumber = typeof spoiled.before === "number" && Number.isNaN(spoiled.after);
  const noWord = typeof spoiled.before === "string" && spoiled.after === "abc";
  if (noNumber || noWord) throw new Fault(`${String(spoiled.after)} was taken for ${spoiled.path}`);
}
