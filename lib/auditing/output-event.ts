/**
 * Output event: for a black box whose outputs may be anything that JSON can hold, the best event of several families.
 *
 * Numbers are judged by half-lines of the output; vectors of numbers by half-lines of each coordinate, of their sum, of a logistic
 * classifier and of a small network; everything else by a classifier and a network over its numbers and its shape, which is the
 * output with `#` for each number. All are judged by cells, too: whole outputs where they repeat, else shapes. Each family chooses
 * its event, which is judged on the second half of the training outputs; a later family is taken where it promises a tenth more.
 * Limits: at most 12 numbers of an output and its 8 commonest shapes are looked at one by one. The choice may be poor, never
 * invalid: it is counted on other outputs.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { outputEvent } from "epsilab/auditing";
 * const over = Array.from({ length: 40 }, (_, k) => ({ found: k % 4 > 0, at: k }));
 * const under = Array.from({ length: 40 }, (_, k) => ({ found: k % 4 === 0, at: k }));
 * const event = outputEvent(stream(1, "event"))({ over, under, delta: 0, errorRate: 0.05 });
 * event.says; // => 'one of the cells {"found":true,"at":#}'
 * ```
 */
import { requireParentStream } from "../random/random.ts";
import type { Stream } from "../random/stream.ts";
import { classifierEvent } from "./classifier-event.ts";
import { cellEvent, type Event, type EventChoice, eventPromise, halfLineEvent, type Training } from "./event-choice.ts";
import { networkEvent } from "./network-event.ts";

/** How many numbers of an output, and how many shapes, are features. */
const MOST_NUMBERS = 12;
const MOST_SHAPES = 8;
/** By which share another family must promise more than a simpler one. */
const MARGIN = 0.1;
/** Where there are no more different outputs, their cells are judged and nothing is trained. */
const FEW_OUTPUTS = 50;
/** Fewer outputs of a neighbour than this train no classifier. */
const LEAST_TRAINED = 100;

/** `random` is that of the network. */
export function outputEvent(random: Stream): EventChoice<unknown> {
  requireParentStream(random);
  return (training) => {
    const { over, under } = training;
    const promise = eventPromise(training);
    const count = (event: Event<unknown>, outputs: readonly unknown[]) => {
      const some = outputs.slice(outputs.length >> 1);
      return { successes: some.filter(event).length, trials: some.length };
    };
    let [best, value] = [undefined as Event<unknown> | undefined, -Infinity];
    for (const choose of familiesFor(training, random)) {
      const event = choose(training);
      const found = promise(count(event, over), count(event, under));
      const isMore = value > -Infinity ? found > value + MARGIN * Math.abs(value) : found > value;
      if (best === undefined || isMore) [best, value] = [event, found];
    }
    return best as Event<unknown>;
  };
}

/** The simpler ones first. */
function familiesFor({ over, under }: Training<unknown>, random: Stream): readonly EventChoice<unknown>[] {
  const outputs = [...over, ...under];
  const cells = cellEvent(keyFor(outputs));
  const isDiscrete = new Set(outputs.map(whole)).size <= Math.min(FEW_OUTPUTS, outputs.length / 10);
  const isTrained = !isDiscrete && Math.min(over.length, under.length) >= LEAST_TRAINED;
  if (outputs.every((output) => typeof output === "number")) {
    const value = (output: unknown) => [output as number];
    const trained = isTrained ? [networkEvent(value, random)] : [];
    return [halfLineEvent((output) => output as number, "output"), cells, ...trained];
  }
  const features = featuresOf(outputs);
  const trained = isTrained
    ? [classifierEvent(features, "logistic score of the output"), networkEvent(features, random)]
    : [];
  if (!areVectors(outputs)) return [cells, ...trained];
  const coordinate = (k: number) =>
    halfLineEvent((output: unknown) => (output as readonly number[])[k], `coordinate ${k + 1}`);
  const sum = (output: unknown) => (output as readonly number[]).reduce((total, each) => total + each, 0);
  const coordinates = (outputs[0] as readonly number[]).slice(0, MOST_NUMBERS).map((_, k) => coordinate(k));
  return [...coordinates, halfLineEvent(sum, "sum of the coordinates"), cells, ...trained];
}

/** Whether all are vectors of one length. */
function areVectors(outputs: readonly unknown[]): boolean {
  const [first] = outputs;
  return (
    Array.isArray(first) &&
    first.length > 0 &&
    outputs.every(
      (output) =>
        Array.isArray(output) && output.length === first.length && output.every((each) => typeof each === "number"),
    )
  );
}

const whole = (output: unknown): string => (typeof output === "string" ? output : JSON.stringify(output));

/** The output without its numbers. */
function shapeOf(output: unknown): string {
  if (typeof output === "number") return "#";
  if (Array.isArray(output)) return `[${output.map(shapeOf).join()}]`;
  if (typeof output !== "object" || output === null) return JSON.stringify(output);
  const entries = Object.entries(output).map(([name, value]) => `${JSON.stringify(name)}:${shapeOf(value)}`);
  return `{${entries.join()}}`;
}

/** Cells by the whole output, or by its shape where many outputs are seen once only: a cell of one says nothing. */
function keyFor(outputs: readonly unknown[]): (output: unknown) => string {
  const counts = countsOf(outputs.map(whole));
  const single = [...counts.values()].filter((count) => count === 1).length;
  return single > 0.01 * outputs.length ? shapeOf : whole;
}

function countsOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The numbers of an output in their order, 0 where there are fewer, and which of the commonest shapes it has. */
function featuresOf(outputs: readonly unknown[]): (output: unknown) => readonly number[] {
  const shapes = [...countsOf(outputs.map(shapeOf))].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const common = shapes.length === 1 ? [] : shapes.slice(0, MOST_SHAPES).map(([shape]) => shape);
  const length = outputs.reduce<number>((most, output) => Math.max(most, numbersOf(output).length), 0);
  const places = Array.from({ length: Math.min(length, MOST_NUMBERS) }, (_, k) => k);
  return (output) => {
    const numbers = numbersOf(output);
    const shape = shapeOf(output);
    const known = [...common.map((each) => (each === shape ? 1 : 0)), ...places.map((k) => numbers[k] ?? 0)];
    return known.length > 0 ? known : [0];
  };
}

function numbersOf(output: unknown): readonly number[] {
  if (typeof output === "number") return [output];
  if (typeof output !== "object" || output === null) return [];
  return Object.values(output).flatMap(numbersOf);
}
