/**
 * A running sum from a factorisation: calibrates the noise, draws it, and gives the estimates, one by one or all at once with the
 * same bits.
 *
 * Pure guarantees: the noise of each row of C x has the scale D |column|_1 / epsilon: Laplace in one dimension; in more, noise of density
 * proportional to exp(-|g| / scale), for which a change v of a row costs |v| / scale. Gaussian guarantees: sigma = D |column|_2 /
 * mu; the changes of all rows together have the norm D |column|_2, so that the release is exactly one Gaussian mechanism with that
 * mu.
 */
import { laplaceLaw } from "../../mechanisms/laws/laplace-law.ts";
import { normalLaw } from "../../mechanisms/laws/normal-law.ts";
import { refuse, requireInteger, requireList, requirePositive, requireScale } from "../../numerics/requirements.ts";
import { budgetMu } from "../../privacy/calibration/gaussian-budget.ts";
import type { DominatingPair } from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import { gaussianPld } from "../../privacy/loss/gaussian-pld.ts";
import { laplacePld } from "../../privacy/loss/laplace-pld.ts";
import { fillBallNoise } from "../../random/ball-noise.ts";
import { fillLaplace, sampleLaplace } from "../../random/laplace.ts";
import { fillNormal, sampleNormal } from "../../random/normal.ts";
import type { Stream } from "../../random/stream.ts";
import { UsedStreams } from "../../random/used-streams.ts";
import type { Factorisation, NoiseMixer } from "./factorisation.ts";
import { type RecordClip, type RecordOf, type RecordRange, recordClip, requireRecords } from "./record-range.ts";
import type { Measured, RunningSumOf, RunningSumSession, StreamNoise, SummedRead } from "./running-sum.ts";

/** Time steps whose noise is drawn at once. */
const BLOCK = 4096;

/** The parameters are those that a builder has read. */
interface Described {
  readonly name: string;
  readonly parameters: SummedRead;
  readonly factorisation: Factorisation;
}

export function factorisedSum<Range extends RecordRange>(described: Described): RunningSumOf<Range> {
  const { name, parameters, factorisation } = described;
  const { guarantee, neighbours } = parameters;
  const { horizon, worst } = factorisation;
  const clip = recordClip(parameters.records, neighbours);
  const { dimension } = clip;
  const noise = noiseFor(guarantee, clip, factorisation);
  const square = noise.scale * noise.scale * { laplace: 2, ball: dimension + 1, gaussian: 1 }[noise.kind];
  const clipped = (records: ArrayLike<number>) => {
    requireRecords(records, dimension, horizon);
    return clip.takeAll(records);
  };
  const worstPair = (): readonly [Float64Array, Float64Array] => {
    const [first, second] = clip.extremes.map((extreme) => {
      const records = new Float64Array(worst.length * dimension);
      // The other records are the same in both, and in the range.
      for (let k = 0; k < worst.length; k++) records.set(clip.extremes[0], k * dimension);
      records.set(extreme, worst.at * dimension);
      return records;
    });
    return [first, second];
  };
  const privacyLoss = () => lossOf(guarantee, noise, worst.entries);
  const measured: Measured = {
    name,
    neighbours,
    guarantee,
    privacyLoss,
    worstPair,
    release: (records, random) => {
      const rows = factorisation.encode(clipped(records), dimension);
      const fresh = fillNoise(noise, dimension, new Float64Array(rows.length), random);
      for (let i = 0; i < rows.length; i++) rows[i] += fresh[i];
      return rows;
    },
  };
  if (noise.kind !== "ball") {
    const lawAt = noise.kind === "laplace" ? laplaceLaw : normalLaw;
    measured.law = (records) => ({
      kind: "product",
      coordinates: Array.from(factorisation.encode(clipped(records), dimension), (x) => lawAt(x, noise.scale)),
    });
  }
  return {
    name,
    neighbours,
    guarantee,
    horizon,
    dimension,
    isVector: clip.isVector,
    noise,
    measured,
    privacyLoss,
    worstPair,
    variance: (t) => {
      requireInteger({ t }, 1);
      if (t > horizon) refuse("t", `at most the horizon, ${horizon}`, t);
      return square * factorisation.rowSquare(t);
    },
    release: (records, random) => releaseAll(factorisation, { noise, dimension }, clipped(records), random),
    start: () =>
      (clip.isVector
        ? new VectorSession(factorisation, noise, clip)
        : new ScalarSession(factorisation, noise, clip)) as RunningSumSession<
        number | Float64Array
      > as RunningSumSession<RecordOf<Range>>,
  };
}

function noiseFor(guarantee: SummedRead["guarantee"], clip: RecordClip, { columnNorm }: Factorisation): StreamNoise {
  const { sensitivity, dimension } = clip;
  if (guarantee.kind === "pure") {
    const scale = (sensitivity * columnNorm.l1) / guarantee.epsilon;
    requireScale({ "the scale of the noise": scale });
    return { kind: dimension === 1 ? "laplace" : "ball", scale };
  }
  const mu = budgetMu(guarantee);
  requirePositive({ "mu of the guarantee": mu });
  const scale = ((sensitivity * columnNorm.l2) / mu) * (1 + 4 * Number.EPSILON);
  requireScale({ "sigma of the noise": scale });
  return { kind: "gaussian", scale };
}

function lossOf(guarantee: SummedRead["guarantee"], noise: StreamNoise, entries: number): DominatingPair {
  if (guarantee.kind !== "pure")
    return { ...gaussianPld({ sigma: 1, sensitivity: budgetMu(guarantee) }), attained: true };
  const { epsilon } = guarantee;
  // Of Laplace noise on several rows, one change of the whole size in one of them is an upper bound (`laplace.ts`).
  if (noise.kind === "laplace")
    return { ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: entries === 1 };
  return { ...worstCasePld({ epsilon, delta: 0 }), attained: false };
}

function fillNoise({ kind, scale }: StreamNoise, dimension: number, out: Float64Array, random: Stream): Float64Array {
  if (kind === "laplace") return fillLaplace(scale, out, random);
  if (kind === "gaussian") return fillNormal({ mean: 0, sigma: scale }, out, random);
  return fillBallNoise({ dimension, scale }, out, random);
}

interface Drawn {
  readonly noise: StreamNoise;
  readonly dimension: number;
}

function releaseAll(
  factorisation: Factorisation,
  { noise, dimension }: Drawn,
  records: Float64Array,
  random: Stream,
): Float64Array {
  const times = records.length / dimension;
  const mixer = factorisation.mixer(dimension);
  const out = new Float64Array(records.length);
  const { draws } = factorisation;
  for (let done = 0; done < times; done += BLOCK) {
    const end = Math.min(times, done + BLOCK);
    let all = typeof draws === "number" ? draws * (end - done) : 0;
    if (typeof draws !== "number") for (let t = done + 1; t <= end; t++) all += draws(t);
    const fresh = fillNoise(noise, dimension, new Float64Array(all * dimension), random);
    let from = 0;
    for (let t = done + 1; t <= end; t++) {
      mixer.next(fresh, from, out, (t - 1) * dimension);
      from += (typeof draws === "number" ? draws : draws(t)) * dimension;
    }
  }
  const sums = new Float64Array(dimension);
  for (let at = 0; at < records.length; at += dimension) {
    for (let i = 0; i < dimension; i++) {
      sums[i] += records[at + i];
      out[at + i] += sums[i];
    }
  }
  return out;
}

/** What both sessions hold: the time, the sums, and the noise of the estimates so far. */
abstract class Session {
  readonly #factorisation: Factorisation;
  protected readonly mixer: NoiseMixer;
  protected readonly out: Float64Array;
  protected readonly streams = new UsedStreams();
  #time = 0;

  constructor(factorisation: Factorisation, dimension: number) {
    this.#factorisation = factorisation;
    this.mixer = factorisation.mixer(dimension);
    this.out = new Float64Array(dimension);
  }

  get time(): number {
    return this.#time;
  }

  /** How many draws the next estimate takes; refuses to go beyond the horizon. */
  protected draws(): number {
    const { horizon, draws } = this.#factorisation;
    if (this.#time >= horizon) refuse("the number of records", `at most the horizon, ${horizon}`, this.#time + 1);
    return typeof draws === "number" ? draws : draws(this.#time + 1);
  }

  protected step(fresh: Float64Array): void {
    this.#time++;
    this.mixer.next(fresh, 0, this.out, 0);
  }
}

class ScalarSession extends Session implements RunningSumSession<number> {
  readonly #noise: StreamNoise;
  readonly #clip: RecordClip;
  readonly #given = new Float64Array(1);
  #fresh = new Float64Array(1);
  #sum = 0;

  constructor(factorisation: Factorisation, noise: StreamNoise, clip: RecordClip) {
    super(factorisation, 1);
    this.#noise = noise;
    this.#clip = clip;
  }

  push(record: number, random: Stream): number {
    const { kind, scale } = this.#noise;
    const draws = this.draws();
    const given = this.#given;
    given[0] = typeof record === "number" ? record : Number.NaN;
    this.#clip.take(given, 0, given, 0);
    this.streams.take(random);
    if (this.#fresh.length < draws) this.#fresh = new Float64Array(draws);
    const fresh = this.#fresh;
    for (let i = 0; i < draws; i++)
      fresh[i] = kind === "laplace" ? sampleLaplace(scale, random) : sampleNormal({ mean: 0, sigma: scale }, random);
    this.step(fresh);
    this.#sum += given[0];
    return this.#sum + this.out[0];
  }
}

class VectorSession extends Session implements RunningSumSession<Float64Array> {
  readonly #noise: StreamNoise;
  readonly #clip: RecordClip;
  readonly #given: Float64Array;
  readonly #sums: Float64Array;
  #fresh = new Float64Array(0);

  constructor(factorisation: Factorisation, noise: StreamNoise, clip: RecordClip) {
    super(factorisation, clip.dimension);
    this.#noise = noise;
    this.#clip = clip;
    this.#given = new Float64Array(clip.dimension);
    this.#sums = new Float64Array(clip.dimension);
  }

  push(record: Float64Array, random: Stream): Float64Array {
    const { dimension } = this.#clip;
    const wanted = this.draws() * dimension;
    requireList("the record", record, dimension);
    this.#clip.take(record, 0, this.#given, 0);
    this.streams.take(random);
    if (this.#fresh.length !== wanted) this.#fresh = new Float64Array(wanted);
    fillNoise(this.#noise, dimension, this.#fresh, random);
    this.step(this.#fresh);
    const estimate = new Float64Array(dimension);
    for (let i = 0; i < dimension; i++) {
      this.#sums[i] += this.#given[i];
      estimate[i] = this.#sums[i] + this.out[i];
    }
    return estimate;
  }
}
