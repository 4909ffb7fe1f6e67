/**
 * Sources of randomness. The type of a source says its mode, and a result can record it.
 *
 * A `Random` gives independent uniform 32-bit words, which is all that the exact integer samplers need. Samplers of float64 noise
 * ask for a `Stream` (lib/random/stream.ts), which is reproducible: float64 noise leaks its input in the low-order bits (Mironov 2012),
 * so it is for study, and its type refuses the secure source.
 */
import { refuseKind } from "../numerics/requirements.ts";

export interface Random {
  /** `reproducible`: seeded, for study, as whoever knows the seed can take the noise off; `secure`: for release. */
  readonly mode: "reproducible" | "secure";
  /** The next 32 uniform bits, as an integer in [0, 2^32). */
  uint32(): number;
}

export interface SecureRandom extends Random {
  readonly mode: "secure";
}

/** Refuses what is no source, such as one that was left out. */
export function requireSource(random: Random): void {
  if (typeof random?.uint32 !== "function")
    refuseKind("random", "a source such as secureRandom() or stream(seed)", random);
}

/** Refuses what has no streams of its own for the parts of a computation. */
export function requireParentStream(random: object): void {
  requireStream(random);
  if (typeof (random as { readonly child?: unknown }).child !== "function")
    refuseKind("random", "a stream such as stream(seed)", random);
}

/** Refuses what float64 noise cannot be drawn from; the secure source, which has a `next` too, refuses for itself when it is asked. */
export function requireStream(random: object): void {
  if (typeof (random as { readonly next?: unknown } | undefined)?.next !== "function")
    refuseKind("random", "a stream such as stream(seed)", random);
}
