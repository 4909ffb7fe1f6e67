/**
 * The budget of exact noise: that of any builder (`budget.ts`), where an epsilon or a rho may also be a fraction such as
 * `{ numerator: 1, denominator: 10 }`.
 *
 * Exact samplers compute in fractions, a guarantee is stated in float64. Of a fraction the guarantee is a float64 that is not below
 * it; a number counts as the decimal it is written as (`stated-epsilon.ts`), and the noise is made for what is not above it. Where
 * a ledger adds guarantees up, 3/10 counts as 0.3.
 */
import {
  type Declaration,
  type Declared,
  type Given,
  made,
  openProbability,
  type Read,
} from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { type Budget, type GuaranteeOf, withBudget } from "../../privacy/guarantees/budget.ts";
import { type Fraction, fractionOf, type Rational } from "../../random/rational.ts";
import { rationalBound } from "../laws/rational-bound.ts";
import { type StatedEpsilon, statedEpsilon } from "./stated-epsilon.ts";

type ExactKind = "pure" | "zero-concentrated";

interface Fractions {
  readonly pure: { readonly epsilon: number | Rational; readonly rho?: undefined; readonly guarantee?: undefined };
  readonly "zero-concentrated": {
    readonly rho: number | Rational;
    readonly epsilon?: undefined;
    readonly guarantee?: undefined;
  };
}

/** A guarantee of one of the kinds, or its number, which may be a fraction. */
export type ExactBudget<Kind extends ExactKind> =
  | Fractions[Kind]
  | { readonly guarantee: GuaranteeOf<Kind>; readonly epsilon?: undefined; readonly rho?: undefined };

/** The kinds whose number may be a fraction; of an approximate guarantee the epsilon. */
type FractionKind = ExactKind | "approximate";

interface FractionsAlone {
  readonly pure: { readonly epsilon: Rational; readonly guarantee?: undefined };
  readonly approximate: { readonly epsilon: Rational; readonly delta: number; readonly guarantee?: undefined };
  readonly "zero-concentrated": { readonly rho: Rational; readonly guarantee?: undefined };
}

/** A guarantee or its numbers, for noise that is simulated from a stream; or a fraction, for noise that is exact from any source. */
export type BudgetIn<Kind extends FractionKind, Value extends number | Rational> = Value extends number
  ? Budget<Kind>
  : FractionsAlone[Kind];

const fraction = made<Rational>((value, name) => void boundedFraction(name, value), "fraction");

const FRACTIONS: { readonly [Kind in FractionKind]: Declared } = {
  pure: { epsilon: fraction },
  approximate: { epsilon: fraction, delta: openProbability },
  "zero-concentrated": { rho: fraction },
};

/** A budget that was read. */
export interface StatedBudget<Kind extends ExactKind = ExactKind> {
  readonly guarantee: GuaranteeOf<Kind>;
  /** The epsilon, or the rho, for which the noise is made. */
  readonly fraction: Fraction;
}

type Exact<Kind extends ExactKind, Names extends Declared> = Declaration<
  Names,
  Given<Names> & ExactBudget<Kind>,
  Read<Names> & StatedBudget<Kind>
>;

/** Parameters with a budget of exact noise of one of the kinds. */
export function withExactBudget<Kind extends ExactKind, Names extends Declared>(
  kinds: readonly Kind[],
  declared: Names,
): Exact<Kind, Names> {
  return reading(kinds, declared, boundedFraction);
}

/** Parameters with an epsilon for which a ledger pays. */
export function withStatedBudget<Names extends Declared>(declared: Names): Exact<"pure", Names> {
  return reading(["pure"], declared, (_, value) => statedEpsilon(value));
}

/** Whether a step was given, for exact noise; without one, a budget that noise of the kinds takes only on a grid is refused. */
export function hasStep<Given extends { readonly step?: unknown }>(
  given: Given,
  kinds: readonly ExactKind[] = ["pure"],
): given is Extract<Given, { readonly step: Rational }> {
  const { step, epsilon, rho, guarantee } = Object(given) as Readonly<Record<string, unknown>>;
  if (step !== undefined) return true;
  const isConcentrated = rho !== undefined || Object(guarantee).kind === "zero-concentrated";
  if (isConcentrated && kinds.includes("zero-concentrated")) refuseWithoutStep("a rho");
  if (typeof epsilon === "object" && epsilon !== null) refuseWithoutStep("an epsilon that is a fraction");
  return false;
}

function refuseWithoutStep(budget: string): never {
  return refuse("step", `given for ${budget}, such as { numerator: 1, denominator: 100 }`, undefined);
}

/** Parameters with a budget in numbers, read without a fraction, or in a fraction. */
export function withBudgetIn<Kind extends FractionKind, Names extends Declared>(
  kinds: readonly Kind[],
  declared: Names,
  ...checks: readonly ((given: Read<Names>) => void)[]
): Declaration<
  Names,
  Given<Names> & BudgetIn<Kind, number | Rational>,
  Read<Names> & { readonly guarantee: GuaranteeOf<Kind>; readonly fraction: Fraction | undefined }
> {
  const inNumbers = withBudget(kinds, declared, ...checks);
  return {
    ...inNumbers,
    forms: [...kinds.map((kind) => FRACTIONS[kind]), ...(inNumbers.forms ?? [])],
    read: (given, name) => {
      const [fraction, inFloat64] = boundsOf(given, boundedFraction);
      return { ...inNumbers.read(inFloat64 as Parameters<typeof inNumbers.read>[0], name), fraction };
    },
  };
}

function boundedFraction(name: string, value: Rational): StatedEpsilon {
  const fraction = fractionOf(name, value, 1n);
  return { bound: rationalBound(name, fraction), fraction };
}

function reading<Kind extends ExactKind, Names extends Declared>(
  kinds: readonly Kind[],
  declared: Names,
  readFraction: (name: string, value: Rational) => StatedEpsilon,
): Exact<Kind, Names> {
  const inNumbers = withBudget(kinds, declared);
  return {
    ...inNumbers,
    forms: [...kinds.map((kind) => FRACTIONS[kind]), ...(inNumbers.forms ?? [])],
    read: (given, name) => {
      const [fraction, inFloat64] = boundsOf(given, readFraction);
      const read = inNumbers.read(inFloat64 as Parameters<typeof inNumbers.read>[0], name);
      const { guarantee }: { readonly guarantee: GuaranteeOf<ExactKind> } = read;
      const stated = guarantee.kind === "pure" ? guarantee.epsilon : guarantee.rho;
      return { ...read, fraction: fraction ?? statedEpsilon(stated).fraction };
    },
  };
}

/** The fraction among the parameters, and the parameters with a bound in its place. */
function boundsOf(
  given: object,
  readFraction: (name: string, value: Rational) => StatedEpsilon,
): readonly [Fraction | undefined, object] {
  for (const name of ["epsilon", "rho"] as const) {
    const value = (given as Partial<Record<typeof name, unknown>> | null | undefined)?.[name];
    if (typeof value !== "object" || value === null) continue;
    const { bound, fraction } = readFraction(name, value as Rational);
    return [fraction, { ...given, [name]: bound }];
  }
  return [undefined, given];
}
