/**
 * Answers Epsilab's requests for draws of a mechanism; nothing but Node is needed.
 *
 *     import { serve, uniforms } from "./epsilab-audit.mjs";
 *
 *     serve((value, draws, seed) => outputs); // an input, how many outputs, and a seed that decides them
 *
 * Outputs are a list, or anything that can be iterated. An output is a finite number, a text, true or false, or a list or an
 * object of such. What the program prints goes to standard error. The protocol is in docs/programs.md of Epsilab.
 *
 * A mechanism that draws its noise through `recorder` can be replayed on neighbouring inputs, too (epsilab audit --replay):
 *
 *     const noisy = recorder.laplace(value, { sensitivity: 1, scale: 2 });
 */
import { createCipheriv, createHash } from "node:crypto";
import { relative } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const MOST = 1000; // outputs of a line

console.log = console.info = console.debug = console.error; // what is printed for people is no answer

/** Answers requests until there are no more. */
export async function serve(release) {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    if (request.replay) {
      send(await replayed(release, request));
      continue;
    }
    const { input, draws, seed } = request;
    try {
      recorder.begin(seed);
      let part = [];
      let sent = 0;
      for await (const output of await release(input, draws, seed)) {
        requireJson(output);
        part.push(output);
        sent++;
        if (part.length === MOST || sent === draws) {
          send({ outputs: part, versions: { node: process.version } });
          part = [];
        }
        if (sent > draws) break;
      }
      if (part.length > 0) send({ outputs: part });
      if (sent < draws) send({ end: true });
    } catch (error) {
      send({ error: String(error) });
    }
  }
}

/** A function that gives numbers above 0 and below 1, by the seed: AES in counter mode. */
export function uniforms(seed) {
  const key = createHash("sha256").update(`epsilab-audit ${seed}`).digest();
  const cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  const zeros = Buffer.alloc(1 << 12);
  let [bytes, at] = [Buffer.alloc(0), 0];
  return () => {
    if (at + 8 > bytes.length) [bytes, at] = [cipher.update(zeros), 0];
    const high = bytes.readUInt32LE(at) >>> 5;
    const low = bytes.readUInt32LE(at + 4) >>> 6;
    at += 8;
    return (high * 67108864 + low + 0.5) / 9007199254740992;
  };
}

/**
 * Draws noise, and notes in a replay what it was added to, so that Epsilab can look at each draw. A value is a number or a list of
 * numbers, and so is what comes back; the noise is for study: float64. The second run of a replay has the outputs of the first.
 */
class Recorder {
  #noise;
  #isNoted;
  #earlier;
  /** A function that gives numbers above 0 and below 1, for what is no noise, such as a sample: the same in both runs. */
  random;

  /** Adds Laplace noise; `sensitivity` is of the sum of absolute differences. */
  laplace(value, { sensitivity, scale }) {
    requirePositive({ scale });
    const sample = () => scale * Math.log(this.#noise() / this.#noise());
    const weigh = byGaps((gap) => -Math.abs(gap) / scale);
    return this.#draw("laplace", value, (v) => noisy(v, sample), { sensitivity, parameters: { scale } }, weigh);
  }

  /** Adds normal noise; `sensitivity` is of the Euclidean distance. */
  gaussian(value, { sensitivity, sigma }) {
    requirePositive({ sigma });
    const sample = () => sigma * Math.sqrt(-2 * Math.log(this.#noise())) * Math.cos(2 * Math.PI * this.#noise());
    const weigh = byGaps((gap) => -((gap / sigma) ** 2) / 2);
    const declared = { sensitivity, norm: "l2", parameters: { sigma } };
    return this.#draw("gaussian", value, (v) => noisy(v, sample), declared, weigh);
  }

  /** Adds whole numbers k of probability proportional to e^(-|k| / scale). */
  discreteLaplace(value, { sensitivity, scale }) {
    requirePositive({ scale });
    const geometric = () => Math.floor(-scale * Math.log(this.#noise()));
    const sample = () => geometric() - geometric();
    const weigh = byGaps((gap) => -Math.abs(gap) / scale);
    return this.#draw(
      "discrete laplace",
      value,
      (v) => noisy(v, sample),
      { sensitivity, parameters: { scale } },
      weigh,
    );
  }

  /** The place of an option, by the exponential mechanism; `sensitivity` is of each score. */
  choose(scores, { sensitivity, epsilon }) {
    requirePositive({ sensitivity, epsilon });
    const height = (score) => (epsilon * score) / (2 * sensitivity) - Math.log(-Math.log(this.#noise()));
    const best = (each) => {
      const heights = each.map(height);
      return heights.indexOf(heights.reduce((a, b) => Math.max(a, b)));
    };
    const weigh = (each, place) => {
      const heights = each.map((score) => (epsilon * score) / (2 * sensitivity));
      const top = heights.reduce((a, b) => Math.max(a, b));
      return heights[place] - top - Math.log(heights.reduce((sum, height) => sum + Math.exp(height - top), 0));
    };
    return this.#draw("choice", scores, best, { sensitivity, norm: "linf", parameters: { epsilon } }, weigh);
  }

  /** What `release(value)` gives, as of a library; `parameters`, such as its scale, may not depend on the data. */
  draw(kind, value, release, declared) {
    return this.#draw(kind, value, release, declared);
  }

  /** Gives back a value that may not depend on the data. */
  public(value) {
    if (this.#isNoted) this.#note({ kind: "public", at: placeOfCall(), parameters: { value: asJson(value) } });
    return value;
  }

  begin(seed, earlier, isNoted = false) {
    this.random = uniforms(`${seed} public`);
    this.#noise = uniforms(`${seed} noise`);
    this.#isNoted = isNoted;
    this.#earlier = earlier;
    this.calls = [];
    this.outputs = [];
  }

  #draw(kind, value, release, { sensitivity, norm = "l1", parameters = {} }, weigh) {
    if (!(sensitivity >= 0 && sensitivity < Infinity))
      throw new RangeError(`sensitivity must be non-negative and finite, got ${sensitivity}`);
    if (!this.#isNoted) return release(value);
    const numbers = numbersOf(value);
    const call = {
      kind,
      at: placeOfCall(),
      value: asJson(numbers),
      sensitivity,
      norm,
      parameters: asJson(parameters),
    };
    let output = release(value); // in the second run, too, so that generators stay in step
    const k = this.calls.length;
    if (this.#earlier !== undefined && isSameDraw(this.#earlier.calls[k], call))
      output = copied(this.#earlier.outputs[k]);
    else this.#earlier = undefined;
    if (weigh !== undefined) call.logLikelihood = asJson(weigh(numbers, output));
    this.#note(call, copied(output));
    return output;
  }

  #note(call, output) {
    this.calls.push(call);
    this.outputs.push(output);
  }
}

export const recorder = new Recorder();
recorder.begin(0);

/** The runs on both inputs; where both fail, why. */
async function replayed(release, { inputs, seed }) {
  const runs = [];
  const errors = [];
  let earlier;
  for (const input of inputs) {
    recorder.begin(seed, earlier, true);
    const run = {};
    try {
      for await (const output of await release(input, 1, seed)) {
        run.output = asJson(output);
        break;
      }
    } catch (error) {
      run.failed = error instanceof Error ? error.name : "what is no error";
      errors.push(error);
    }
    const { calls, outputs } = recorder;
    runs.push({ ...run, calls });
    earlier = { calls, outputs };
  }
  if (errors.length === 2) return { error: String(errors[0]) };
  return { runs, versions: { node: process.version } };
}

function isSameDraw(one, other) {
  return one?.kind === other.kind && one.at === other.at && one.value.length === other.value.length;
}

/** Where in the program a draw is: its line, and the lines that lead to it. */
function placeOfCall() {
  const lines = new Error().stack.split("\n").slice(1);
  const places = lines.map((line) => /(file:\/\/.*?):(\d+):\d+\)?$/.exec(line));
  const isOwn = (place) => place !== null && place[1] === import.meta.url;
  const begin = places.findIndex((place) => !isOwn(place));
  const rest = places.slice(begin);
  const end = rest.findIndex((place) => place === null || isOwn(place));
  const shown = rest.slice(0, end < 0 ? 3 : Math.min(end, 3));
  return shown.map(([, url, line]) => `${relative(process.cwd(), fileURLToPath(url))}:${line}`).join(", called at ");
}

function numbersOf(value) {
  if (typeof value === "number") return [value];
  if (!Array.isArray(value) && !ArrayBuffer.isView(value))
    throw new RangeError(`value must be a number or a list of numbers, got a ${typeof value}`);
  return Array.from(value).flatMap(numbersOf);
}

function noisy(value, sample) {
  return typeof value === "number" ? value + sample() : Array.from(value, (each) => noisy(each, sample));
}

/** The log-likelihood of what noise of this density makes of numbers, up to a term of its parameters. */
function byGaps(logDensity) {
  return (numbers, output) => {
    const noisyNumbers = numbersOf(output);
    return numbers.reduce((sum, each, k) => sum + logDensity(noisyNumbers[k] - each), 0);
  };
}

function requirePositive(values) {
  for (const [name, value] of Object.entries(values))
    if (!(value > 0 && value < Infinity)) throw new RangeError(`${name} must be positive and finite, got ${value}`);
}

/** A value as JSON has it: what is not finite is a text. */
function asJson(value) {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return Array.from(value, asJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asJson(each)]));
}

function copied(value) {
  return structuredClone(value);
}

/** JSON writes NaN as null, and leaves a function out. */
function requireJson(output) {
  if (typeof output === "number" ? Number.isFinite(output) : ["string", "boolean"].includes(typeof output)) return;
  if (typeof output !== "object" || output === null)
    throw new RangeError(`an output must be a finite number, a text, a list or an object, got ${String(output)}`);
  for (const part of Object.values(output)) requireJson(part);
}

function send(answer) {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
