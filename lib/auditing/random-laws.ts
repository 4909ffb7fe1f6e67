/**
 * Random finite laws and channels: what statements about all pairs of laws are tried on.
 *
 * - `randomMasses`: uniform over all laws on this many outcomes (exponential weights over their sum).
 * - `randomPair`: such a law and the same tilted, each outcome by its own factor between e^-spread and e^spread, the first by the
 *   largest and the last by the least, so that the pair needs a pure epsilon from `spread` to 2 `spread`.
 * - `randomChannel`: for every outcome a random law of the image; with `bare`, one image for certain.
 */
import { exp } from "../numerics/exponential.ts";
import { requireInteger, requirePositive } from "../numerics/requirements.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import { lawOfMasses } from "../privacy/loss/tabulated-law.ts";
import { sampleBoundedInteger } from "../random/bounded-integer.ts";
import { sampleExponential } from "../random/exponential.ts";
import type { Stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import type { LawPair } from "./discrete-audit.ts";

export function randomMasses(outcomes: number, random: Stream): readonly number[] {
  requireInteger({ outcomes }, 1);
  return shares(Array.from({ length: outcomes }, () => sampleExponential(1, random)));
}

export interface MassLists {
  readonly first: readonly number[];
  readonly second: readonly number[];
}

export function randomPair(
  { outcomes, spread }: { readonly outcomes: number; readonly spread: number },
  random: Stream,
): MassLists {
  requireInteger({ outcomes }, 2);
  requirePositive({ spread });
  const first = randomMasses(outcomes, random);
  const tilts = first.map(() => spread * (2 * sampleUniform(random) - 1));
  tilts[0] = spread;
  tilts[outcomes - 1] = -spread;
  return { first, second: shares(first.map((mass, k) => mass * exp(tilts[k]))) };
}

interface Channel {
  readonly outcomes: number;
  readonly images: number;
  readonly bare?: boolean;
}

export function randomChannel({ outcomes, images, bare = false }: Channel, random: Stream) {
  requireInteger({ outcomes, images }, 1);
  const rows = Array.from({ length: outcomes }, () =>
    lawOfList(bare ? onePlace(images, sampleBoundedInteger(images, random)) : randomMasses(images, random)),
  );
  return (outcome: number): DiscreteLaw<number> => rows[outcome];
}

/** The law that gives outcome k the k-th mass. */
export function lawOfList(masses: readonly number[]): DiscreteLaw<number> {
  return lawOfMasses(masses.map((mass, k) => [k, mass] as const));
}

export function lawsOfLists({ first, second }: MassLists): LawPair<number> {
  return { first: lawOfList(first), second: lawOfList(second) };
}

function onePlace(length: number, place: number): readonly number[] {
  return Array.from({ length }, (_, k) => (k === place ? 1 : 0));
}

function shares(weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
