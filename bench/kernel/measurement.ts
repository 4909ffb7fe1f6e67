/**
 * Measurements of the kernels: every kernel in turn, round after round, in an order that rotates, so that what the machine does
 * meanwhile falls on all alike. Figures are medians over the rounds.
 */
import { stripVTControlCharacters } from "node:util";
import type { Client, Time } from "./client.ts";
import { type Kernel, type KernelName, specName } from "./kernels.ts";
import { type InterruptCase, interruptCases, trivial } from "./snippets.ts";

/** How much is measured. */
export interface Extent {
  readonly starts: number;
  readonly sessions: number;
  /** Cells after which a session is looked at; the last is its length. */
  readonly stops: readonly number[];
  readonly lines: number;
  readonly lineRounds: number;
  readonly interruptRounds: number;
}

export const cellKinds = ["trivial", "declaring"] as const;
/** A cell's reply is what says its result; `idle` comes when everything about it has been said. */
export const ends = ["reply", "idle"] as const;
type CellKind = (typeof cellKinds)[number];
type End = (typeof ends)[number];

export const routes = ["message", "signal"] as const;
export type Route = (typeof routes)[number];

/** What was found of one kernel; a list has an element for each time it was measured. */
export interface Findings {
  readonly information: Time[];
  readonly first: Time[];
  /** By the kind of cell, what was waited for, and the number of cells before. */
  readonly cells: Map<string, Time[]>;
  readonly completion: Time[];
  matches: number;
  /** Megabytes: the sum over the processes, and that without counting twice what they share. */
  readonly resident: number[];
  readonly once: number[];
  processes: number;
  readonly lines: { time: Time; received: number; late: number }[];
  readonly interrupts: Map<string, { time: Time; kept: boolean; text: string }[]>;
}

type Say = (text: string) => void;

/** How many cells of each kind are measured where a session is looked at. */
export const TIMED = 15;
const BUSY_MILLISECONDS = 1500;
const LINES_LIMIT_SECONDS = 60;
const INTERRUPT_LIMIT_SECONDS = 2;

function nothing(): Findings {
  return {
    information: [],
    first: [],
    cells: new Map(),
    completion: [],
    matches: 0,
    resident: [],
    once: [],
    processes: 0,
    lines: [],
    interrupts: new Map(),
  };
}

export class Measurement {
  readonly findings: ReadonlyMap<KernelName, Findings>;
  readonly #client: Client;
  readonly #kernels: readonly Kernel[];
  readonly #folder: string;
  readonly #say: Say;

  constructor(parts: { client: Client; kernels: readonly Kernel[]; folder: string; say: Say }) {
    this.#client = parts.client;
    this.#kernels = parts.kernels;
    this.#folder = parts.folder;
    this.#say = parts.say;
    this.findings = new Map(parts.kernels.map(({ name }) => [name, nothing()]));
  }

  async run(extent: Extent): Promise<void> {
    await this.#rounds("start", extent.starts, (kernel, of) => this.#start(kernel, of, extent.stops));
    await this.#rounds("session", extent.sessions, (kernel, of) => this.#session(kernel, of, extent.stops));
    await this.#rounds("lines", extent.lineRounds, (kernel, of) => this.#lines(kernel, of, extent.lines));
    await this.#rounds("interrupts", extent.interruptRounds, (kernel, of) => this.#interrupts(kernel, of));
    await this.#client.ask("stop", {});
  }

  async #rounds(what: string, rounds: number, one: (kernel: Kernel, of: Findings) => Promise<string>): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < this.#kernels.length; turn++) {
        const kernel = this.#kernels[(round + turn) % this.#kernels.length];
        const said = await one(kernel, this.findings.get(kernel.name) as Findings);
        this.#say(`${what} ${round + 1}/${rounds} ${kernel.title}: ${said}`);
      }
    }
  }

  async #begin({ name }: Kernel): Promise<{ information: Time; first: Time }> {
    return this.#client.ask("start", { name: specName(name), folder: this.#folder, first: trivial });
  }

  /** The first cells are measured with every start: a session has but one of each kind. */
  async #start(kernel: Kernel, of: Findings, stops: readonly number[]): Promise<string> {
    const { information, first } = await this.#begin(kernel);
    of.information.push(information);
    of.first.push(first);
    const cells = stops.includes(1) ? [await this.#cells(kernel, of, { before: 0, stop: 1 })] : [];
    return [`kernel_info ${shown(information)}, first result ${shown(first)}`, ...cells].join(", ");
  }

  /** Trivial cells after this many declaring ones, and the last of the declaring ones up to the stop. */
  async #cells(kernel: Kernel, of: Findings, { before, stop }: { before: number; stop: number }): Promise<string> {
    const timed = stop === 1 ? 1 : TIMED;
    const declare = async (first: number, last: number) => {
      const codes = Array.from({ length: last - first + 1 }, (_, index) => kernel.snippets.declaring(first + index));
      const { times, error } = await this.#client.ask("cells", { codes });
      if (error !== null) throw new Error(`${kernel.title}: a declaring cell failed: ${error}`);
      return times;
    };
    const trivials = await this.#client.ask("cells", { codes: Array.from({ length: timed }, () => trivial) });
    if (before < stop - timed) await declare(before + 1, stop - timed);
    const found = { trivial: trivials.times, declaring: await declare(stop - timed + 1, stop) };
    return cellKinds
      .map((kind) => {
        const medians = ends.map((end, index) => {
          const times = found[kind].map((pair) => pair[index]);
          const key = cellKey(kind, end, stop);
          of.cells.set(key, [...(of.cells.get(key) ?? []), ...times]);
          return shown(medianTime(times));
        });
        return `${kind} at ${stop} ${medians.join("/")}`;
      })
      .join(", ");
  }

  async #session(kernel: Kernel, of: Findings, stops: readonly number[]): Promise<string> {
    const { busy, completion } = kernel.snippets;
    await this.#begin(kernel);
    const said: string[] = [];
    let before = 0;
    for (const stop of stops) {
      said.push(await this.#cells(kernel, of, { before, stop }));
      before = stop;
    }
    const { processes, once } = await this.#client.ask("memory", {});
    const resident = processes.reduce((total, one) => total + one, 0);
    of.resident.push(resident);
    of.once.push(once);
    of.processes = processes.length;
    await this.#client.ask("cells", { codes: [trivial] });
    const asked = { code: completion, busy: busy(BUSY_MILLISECONDS), limit: TIMED };
    const { times, matches } = await this.#client.ask("complete", asked);
    of.completion.push(...times);
    of.matches = matches;
    said.push(
      `${resident.toFixed(0)} MB, each page once ${once.toFixed(0)} MB`,
      `completion while busy ${shown(medianTime(times))}`,
    );
    return said.join(", ");
  }

  async #lines(kernel: Kernel, of: Findings, count: number): Promise<string> {
    if (of.lines.some(({ time }) => time === null)) return "not repeated, since it did not end";
    await this.#begin(kernel);
    const code = kernel.snippets.print(count);
    const found = await this.#client.ask("lines", { code, limit: LINES_LIMIT_SECONDS });
    of.lines.push(found);
    return `${found.received} of ${count} lines in ${shown(found.time)}, ${found.late} late`;
  }

  async #interrupts(kernel: Kernel, of: Findings): Promise<string> {
    const { state, check, endless } = kernel.snippets;
    let usable = false;
    const said: string[] = [];
    for (const route of routes) {
      for (const name of interruptCases) {
        const key = interruptKey(name, route);
        const known = of.interrupts.get(key) ?? [];
        of.interrupts.set(key, known);
        if (known.some(({ time }) => time === null)) continue;
        if (!usable) await this.#begin(kernel);
        await this.#client.ask("cells", { codes: [state] });
        const order = { code: endless[name], route, limit: INTERRUPT_LIMIT_SECONDS, check };
        const { time, text } = await this.#client.ask("interrupt", order);
        const kept = showsState(text);
        known.push({ time, kept, text });
        usable = time !== null && kept;
        said.push(`${shown(time)}${kept ? "" : " lost"}`);
      }
    }
    return said.join(", ");
  }
}

/** Whether a check cell said 42, in colour or not. */
export function showsState(text: string): boolean {
  return /^42$/m.test(stripVTControlCharacters(text));
}

export function interruptKey(name: InterruptCase, route: Route): string {
  return `${name}/${route}`;
}

/** The median; null if anything that was waited for did not come. */
export function medianTime(times: readonly Time[]): Time {
  const known = times.filter((time) => time !== null).sort((one, other) => one - other);
  if (known.length === 0 || known.length < times.length) return null;
  const half = known.length >> 1;
  return known.length % 2 === 1 ? known[half] : (known[half - 1] + known[half]) / 2;
}

export function cellKey(kind: CellKind, end: End, stop: number): string {
  return `${kind}/${end}/${stop}`;
}

export function shown(time: Time): string {
  if (time === null) return "never";
  return time >= 10_000 ? `${(time / 1000).toFixed(1)} s` : `${time.toFixed(time < 100 ? 1 : 0)} ms`;
}
