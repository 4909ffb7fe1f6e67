/**
 * Sources of randomness. The type of a source says its mode, and a result can record it.
 *
 * A `Random` gives independent uniform 32-bit words, which is all that the exact integer samplers need. Samplers of float64 noise
 * ask for a `Stream` (lib/random/stream.ts), which is reproducible: float64 noise leaks its input in the low-order bits (Mironov 2012),
 * so it is for study, and its type refuses the secure source.
 */
export interface Random {
  /** `reproducible`: seeded, for study, as whoever knows the seed can take the noise off; `secure`: for release. */
  readonly mode: "reproducible" | "secure";
  /** The next 32 uniform bits, as an integer in [0, 2^32). */
  uint32(): number;
}

export interface SecureRandom extends Random {
  readonly mode: "secure";
}
