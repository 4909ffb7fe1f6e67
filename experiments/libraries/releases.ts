/**
 * Releases of shipped libraries: which mechanism at which version, the guarantee that the library documents for it, two neighbouring
 * inputs, and the event whose frequency is counted. All of it was fixed before the draws, but that those of AIM were 200 at first, which
 * certified nothing, and 100 more were drawn: two looks, which together are wrong with at most twice the probability of one.
 *
 * The event is likelier under `over`. Where a public thread names a defect that the versions have, it is cited, and the versions in
 * which it is repaired are drawn from in the same way.
 */
/** An input, or an output. */
type Value = number | boolean | string | readonly number[];

interface LibraryRelease {
  readonly library: "opendp" | "diffprivlib" | "smartnoise-sql" | "smartnoise-synth" | "jax-privacy";
  readonly mechanism: string;
  readonly versions: readonly string[];
  readonly guarantee: ReleaseGuarantee;
  readonly over: Value;
  readonly under: Value;
  readonly draws: number;
  readonly event: string;
  happened(output: unknown): boolean;
  /** A public thread on it. */
  readonly thread?: string;
  /** What the thread names as wrong, in all of `versions`. */
  readonly defect?: string;
  /** Versions in which it is repaired. */
  readonly repaired?: readonly string[];
}

type ReleaseGuarantee =
  | { readonly kind: "pure"; readonly epsilon: number }
  | { readonly kind: "approximate"; readonly epsilon: number; readonly delta: number }
  | { readonly kind: "zero-concentrated"; readonly rho: number }
  | { readonly kind: "gaussian"; readonly mu: number };

const OPENDP = { library: "opendp", versions: ["0.15.0", "0.16.0"], over: 1, under: 0 } as const;
const IBM = { library: "diffprivlib", versions: ["0.6.6"], over: 1, under: 0 } as const;
const SMARTNOISE_SQL = { library: "smartnoise-sql", versions: ["1.0.6", "1.0.10"] } as const;
const JAX = { library: "jax-privacy", versions: ["2.0.0"], over: 1, under: 0 } as const;
/** Ten records and one more, which are neighbours by adding it; delta is of the size that is documented, 1 / (n sqrt(n)). */
const SYNTHESIZER = {
  library: "smartnoise-synth",
  versions: ["1.0.8"],
  guarantee: { kind: "approximate", epsilon: 3, delta: 0.03 },
  over: 1,
  under: 0,
  draws: 300,
} as const;
const MU_ONE = { kind: "gaussian", mu: 1 } as const;
const atLeastOne = (output: unknown) => Number(output) >= 1;
const EPSILON_ONE = { kind: "pure", epsilon: 1 } as const;

export const libraryReleases: readonly LibraryRelease[] = [
  {
    ...OPENDP,
    mechanism: "laplace-integer",
    guarantee: EPSILON_ONE,
    draws: 20_000,
    event: "the output is 1 or more",
    happened: atLeastOne,
  },
  {
    ...OPENDP,
    mechanism: "gaussian-integer",
    guarantee: { kind: "zero-concentrated", rho: 0.5 },
    draws: 20_000,
    event: "the output is 1 or more",
    happened: atLeastOne,
  },
  {
    ...OPENDP,
    mechanism: "randomized-response",
    guarantee: { kind: "pure", epsilon: 1.098613 },
    draws: 20_000,
    event: "the answer is true",
    happened: (output) => output === true,
  },
  {
    ...OPENDP,
    mechanism: "noisy-max",
    // The public thread is on 0.15.1: by this call its answers are those of the exponential mechanism, for which rho is right.
    versions: ["0.15.0", "0.15.1", "0.16.0"],
    guarantee: { kind: "zero-concentrated", rho: 0.5 },
    over: [0, 0],
    under: [1, -1],
    draws: 20_000,
    event: "the second candidate is chosen",
    happened: (output) => output === 1,
    thread: "opendp/opendp#2911",
  },
  {
    ...OPENDP,
    mechanism: "laplace-threshold",
    guarantee: { kind: "approximate", epsilon: 1, delta: 0.00492584 },
    draws: 100_000,
    event: "the key that one person alone has is released",
    happened: (output) => output === true,
    thread: "opendp/opendp#2922",
    defect: "a count equal to the threshold is released, and is not in the stated delta",
  },
  {
    ...IBM,
    mechanism: "laplace",
    guarantee: EPSILON_ONE,
    draws: 20_000,
    event: "the output is 1 or more",
    happened: atLeastOne,
  },
  {
    ...IBM,
    mechanism: "geometric",
    guarantee: EPSILON_ONE,
    draws: 20_000,
    event: "the output is 1 or more",
    happened: atLeastOne,
  },
  {
    ...IBM,
    mechanism: "gaussian-analytic",
    guarantee: { kind: "approximate", epsilon: 1, delta: 0.01 },
    draws: 20_000,
    event: "the output is 3 or more",
    happened: (output) => Number(output) >= 3,
  },
  {
    ...IBM,
    mechanism: "mean",
    guarantee: EPSILON_ONE,
    draws: 20_000,
    event: "the mean is 1/2 or more",
    happened: (output) => Number(output) >= 0.5,
  },
  {
    ...IBM,
    mechanism: "linear-regression",
    guarantee: EPSILON_ONE,
    over: 0.1,
    under: 1,
    draws: 3000,
    event: "the slope is beyond 30",
    happened: (output) => Math.abs(Number(output)) > 30,
    thread: "IBM/differential-privacy-library#104, #105, #110",
    defect: "the sensitivity of a squared feature is that of its lower bound alone",
  },
  {
    ...SMARTNOISE_SQL,
    mechanism: "count",
    guarantee: EPSILON_ONE,
    over: 2,
    under: 1,
    draws: 20_000,
    event: "the count of the rows of a key is 2 or more",
    happened: (output) => Number(output) >= 2,
  },
  {
    ...SMARTNOISE_SQL,
    mechanism: "sum",
    guarantee: EPSILON_ONE,
    over: 1,
    under: 0,
    draws: 20_000,
    event: "the sum over the row of a key is 1 or more",
    happened: atLeastOne,
  },
  {
    library: "smartnoise-synth",
    mechanism: "covariance",
    versions: ["1.0.5"],
    repaired: ["1.0.6", "1.0.8"],
    guarantee: EPSILON_ONE,
    over: [1000, 1000],
    under: [0, 0],
    draws: 5000,
    event: "both variances and the covariance are 0.1 or more",
    happened: (output) => output === true,
    thread: "opendp/smartnoise-sdk#622",
    defect: "the values are clipped, and the covariance is that of those before",
  },
  {
    ...SYNTHESIZER,
    mechanism: "mst",
    event: "60 or more of 1000 synthetic rows are as the record that is added",
    happened: (output) => Number(output) >= 60,
  },
  {
    ...SYNTHESIZER,
    mechanism: "aim",
    event: "one or more of 1000 synthetic rows are as the record that is added",
    happened: atLeastOne,
  },
  {
    ...JAX,
    mechanism: "clipped-gradient",
    guarantee: MU_ONE,
    draws: 20_000,
    event: "the noisy gradient is 1/2 or more",
    happened: (output) => Number(output) >= 0.5,
  },
  {
    ...JAX,
    mechanism: "divided-gradient",
    guarantee: MU_ONE,
    draws: 20_000,
    event: "the noisy gradient is 1 or more",
    happened: atLeastOne,
    thread: "google-deepmind/jax_privacy#385, #338",
    defect: "the sensitivity of a sum that is divided is stated as that of the sum",
  },
  {
    ...JAX,
    mechanism: "divided-gradient-by-sensitivity",
    guarantee: MU_ONE,
    draws: 20_000,
    event: "the noisy gradient is 1 or more",
    happened: atLeastOne,
    thread: "google-deepmind/jax_privacy#385: its `sensitivity()` is right",
  },
];

/** A release at one version; repaired, it has no defect. */
export interface VersionedRelease extends Omit<LibraryRelease, "versions" | "repaired"> {
  readonly version: string;
  readonly isRepaired: boolean;
}

export const versionedReleases: readonly VersionedRelease[] = libraryReleases.flatMap(
  ({ versions, repaired = [], defect, ...release }) => [
    ...versions.map((version) => ({ ...release, version, isRepaired: false, ...(defect !== undefined && { defect }) })),
    ...repaired.map((version) => ({ ...release, version, isRepaired: true })),
  ],
);
