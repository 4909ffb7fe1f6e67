/**
 * Post-processing: what is computed from a release, without another look at the data, keeps its guarantee.
 *
 * Theorem: if M is private for a guarantee, so is x -> f(M(x)) for every map f: whatever is said of an output of f is said of the
 * outputs that f takes there.
 * Source: Dwork, Roth, The Algorithmic Foundations of Differential Privacy (2014), proposition 2.1, doi:10.1561/0400000042.
 * Method: the law is that of listed outcomes whose masses are summed where f is the same; equality is by value. The privacy loss is
 * that of M, an upper bound: f may lose some of it.
 * Limits: a law only where M has one of listed outcomes; of an infinite one, what is listed, the rest is `neglected`. That f does
 * not look at the data cannot be seen from here: an `f` that does is no post-processing, and the guarantee is void. It is given the
 * release alone, and must answer the same for the same release.
 * @example
 * ```ts
 * import { discreteLaplace, postProcess, stream } from "epsilab";
 * const count = discreteLaplace({ epsilon: 1, sensitivity: 1, neighbours: "add-remove" });
 * const atLeastNone = postProcess(count, (noisy) => Math.max(0, noisy));
 * atLeastNone.guarantee; // => { kind: "pure", epsilon: 1 }
 * atLeastNone.release(2, stream(20261115, "example")); // => 2
 * ```
 * @claim postprocessing
 * @also post-processing, clamping a release, rounding a release
 */
import { requireFunction, requireMechanism } from "../numerics/requirements.ts";
import type { Guarantee } from "../privacy/guarantees/guarantee.ts";
import type { DominatingPair } from "../privacy/guarantees/mechanism.ts";
import type { Neighbours } from "../privacy/guarantees/neighbours.ts";
import { numberLaw } from "../privacy/loss/distribution.ts";
import type { AnyLaw, DiscreteLaw, NumberLaw } from "../privacy/loss/law.ts";
import { imageLaw, tabulatedLaw } from "../privacy/loss/tabulated-law.ts";

/** What a mechanism must have to be post-processed. */
export interface Processable<Input, Output, Source> {
  readonly name: string;
  readonly neighbours: Neighbours;
  readonly guarantee: Guarantee;
  release(input: Input, random: Source): Output;
  law?(input: Input): AnyLaw;
  privacyLoss?(): DominatingPair;
}

/** A law of the images: of numbers, with its mean and quantiles. */
type ImageLaw<Image> = [Image] extends [number] ? NumberLaw : DiscreteLaw<Image>;

export interface PostProcessed<Input, Image, Source> {
  readonly name: string;
  readonly neighbours: Neighbours;
  readonly guarantee: Guarantee;
  release(input: Input, random: Source): Image;
  privacyLoss?(): DominatingPair;
}

export interface PostProcessedWithLaw<Input, Image, Source> extends PostProcessed<Input, Image, Source> {
  law(input: Input): ImageLaw<Image>;
}

export function postProcess<Input, Output, Source, Image>(
  mechanism: Processable<Input, Output, Source> & { law(input: Input): DiscreteLaw<Output> },
  map: (output: Output) => Image,
): PostProcessedWithLaw<Input, Image, Source>;
export function postProcess<Input, Output, Source, Image>(
  mechanism: Processable<Input, Output, Source>,
  map: (output: Output) => Image,
): PostProcessed<Input, Image, Source>;
export function postProcess<Input, Output, Source, Image>(
  mechanism: Processable<Input, Output, Source>,
  map: (output: Output) => Image,
): PostProcessed<Input, Image, Source> {
  requireMechanism(mechanism);
  requireFunction({ map });
  const { name, neighbours, guarantee, privacyLoss } = mechanism;
  return {
    name: `post-processed ${name}`,
    neighbours,
    guarantee,
    release: (input, random) => map(mechanism.release(input, random)),
    ...(privacyLoss === undefined ? {} : { privacyLoss: () => ({ ...privacyLoss(), attained: false }) }),
    ...(mechanism.law === undefined ? {} : { law: (input: Input) => imageOf(lawOf(mechanism, input), map) }),
  };
}

function lawOf<Input, Output, Source>(
  mechanism: Processable<Input, Output, Source>,
  input: Input,
): DiscreteLaw<Output> {
  const law = mechanism.law?.(input);
  if (law?.kind !== "discrete")
    throw new RangeError(
      `the law of ${mechanism.name} must be one of listed outcomes, got a ${law?.kind ?? "missing"} one`,
    );
  return law as DiscreteLaw<Output>;
}

function imageOf<Output, Image>(law: DiscreteLaw<Output>, map: (output: Output) => Image): DiscreteLaw<Image> {
  const image = imageLaw(law, (output) => tabulatedLaw([[map(output), 0]]));
  const isOfNumbers = image.support.every((each) => typeof each === "number");
  return isOfNumbers ? (numberLaw(image as DiscreteLaw<unknown> as DiscreteLaw<number>) as never) : image;
}
