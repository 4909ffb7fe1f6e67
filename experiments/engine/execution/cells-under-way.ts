/**
 * Cells under way: merges the blocks of each cell in their order, judges a cell at each of its looks, and says which blocks it needs next.
 *
 * Whoever computes the blocks, and in whatever order they come, hands them over here in the order of each cell, so that the result
 * is the same for any number of threads, processes or machines. What is held in memory does not grow with the number of trials.
 */

import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { isOpen, type Judgement, readJudgement, verdictOf } from "../definition/judgement.ts";
import type { CellRow } from "../definition/row.ts";
import type { BlockRow, Computed } from "../format/result-files.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import { messageOf } from "../text/thrown.ts";
import { type Plan, type PlannedCell, placeOf } from "./plan.ts";
import { digestOf } from "./unit.ts";

/** Blocks from the first to before the last. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

const DIGEST_BYTES = 32;

interface CellState {
  readonly planned: PlannedCell;
  look: number;
  merged: unknown;
  next: number;
  readonly digests: Digests;
  row: CellRow | undefined;
}

export class CellsUnderWay {
  readonly #experiment: string;
  readonly #states: readonly CellState[];

  constructor({ experiment, cells }: Plan) {
    this.#experiment = experiment.id;
    this.#states = cells.map((planned) => ({
      planned,
      look: 0,
      merged: undefined,
      next: 0,
      digests: new Digests(),
      row: undefined,
    }));
  }

  get count(): number {
    return this.#states.length;
  }

  planned(cell: number): PlannedCell {
    return this.#states[cell].planned;
  }

  /** The blocks that a cell waits for, as far as its present look; none when it is judged. */
  asked(cell: number): BlockRange {
    const { planned, look, next, row } = this.#states[cell];
    return { from: next, to: row === undefined ? planned.blocksAtLook[look] : next };
  }

  /**
   * Takes the next block of a cell; returns the row of a cell that is judged by it. What the cell's own functions throw is reported
   * with its place.
   */
  take(cell: number, outcome: string): CellRow | undefined {
    const state = this.#states[cell];
    try {
      const judgement = merge(state, outcome);
      if (judgement !== undefined) state.row = rowOf(state, judgement);
      return state.row;
    } catch (error) {
      const place = `${this.#experiment}, ${placeOf(state.planned)}`;
      throw new Error(`${place}: ${messageOf(error)}`, { cause: error });
    }
  }

  computed(): Computed {
    const rows = this.#states.map(({ row, planned }) => {
      if (row === undefined) throw new Error(`${planned.key} was not judged`);
      return row;
    });
    const states = this.#states;
    const length = states.reduce((sum, { digests }) => sum + digests.length, 0);
    return { rows, blocks: { length, [Symbol.iterator]: () => blockRows(states) } };
  }
}

function* blockRows(states: readonly CellState[]): Generator<BlockRow> {
  for (const { planned, digests } of states) {
    const { part, control, cell, blocks } = planned;
    const named = control === undefined ? {} : { control };
    for (let block = 0; block < digests.length; block++) {
      yield { part, ...named, cell, block, trials: blocks[block], sha256: digests.at(block) };
    }
  }
}

/** Digests of SHA-256, which as texts would take three times the room. */
class Digests {
  #bytes = new Uint8Array(8 * DIGEST_BYTES);
  length = 0;

  push(digest: string): void {
    if (this.#bytes.length === DIGEST_BYTES * this.length) {
      const longer = new Uint8Array(2 * this.#bytes.length);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes.set(hexToBytes(digest), DIGEST_BYTES * this.length++);
  }

  at(index: number): string {
    return bytesToHex(this.#bytes.subarray(DIGEST_BYTES * index, DIGEST_BYTES * (index + 1)));
  }
}

/** The judgement of the cell, once it is final. */
function merge(state: CellState, text: string): Judgement | undefined {
  const { study, blocksAtLook, cell, errorRate, looks } = state.planned;
  const value = JSON.parse(text);
  state.digests.push(digestOf(text));
  state.next++;
  if (study.kind === "exact") return readJudgement(value);
  state.merged = state.next === 1 ? value : study.merge(state.merged, value);
  if (state.next < blocksAtLook[state.look]) return undefined;
  const context = { trials: looks[state.look], errorRate };
  const judgement = readJudgement(study.judge(cell, state.merged, context));
  if (!isOpen(judgement) || state.look + 1 === looks.length) return judgement;
  state.look++;
  return undefined;
}

function rowOf(state: CellState, judgement: Judgement): CellRow {
  const { part, control, claim, cell, looks, errorRate } = state.planned;
  state.merged = undefined;
  const row: CellRow = {
    part,
    ...(control === undefined ? {} : { control }),
    claim,
    cell,
    verdict: verdictOf(judgement),
    ...(judgement as Pick<CellRow, "checks" | "values">), // and nothing else: it was read
    ...(looks.length === 0 ? {} : { trials: looks[state.look], errorRate }),
  };
  return JSON.parse(canonicalJson(row)); // as it is stored
}
