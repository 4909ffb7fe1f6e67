/**
 * Scores of options for all datasets of a small domain, and how far they move between neighbours, by going through all pairs.
 */

import { worstLoss } from "../../lib/auditing/worst-loss.ts";
import { neighbouringPairs, type SmallDomain } from "../../lib/auditing/worst-pair.ts";
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { stream } from "../../lib/random/stream.ts";
import { fillUniform } from "../../lib/random/uniform.ts";

export const SCORES = ["random", "counts-swap", "counts-add-remove"] as const;

interface ScoreTable {
  readonly domain: SmallDomain<number>;
  scores(records: readonly number[]): readonly number[];
}

const BITS = 3;
const COUNTED = 4;

/** `random`: numbers of [0, 1] for every list of three bits. Counts: of four records, of which at most three kinds occur. */
export function scoreTable(kind: (typeof SCORES)[number], options: number): ScoreTable {
  if (kind === "random") {
    const rows = Array.from({ length: 8 }, (_, row) =>
      Array.from(fillUniform(new Float64Array(options), stream(1, "scores", options, row))),
    );
    return {
      domain: { universe: [0, 1], size: BITS, neighbours: "swap" },
      scores: (bits) => rows[bits.reduce((place, bit) => 2 * place + bit, 0)],
    };
  }
  const kinds = Array.from({ length: Math.min(3, options) }, (_, kind) => kind);
  return {
    domain: { universe: kinds, size: COUNTED, neighbours: kind === "counts-swap" ? "swap" : "add-remove" },
    scores: (records) => Array.from({ length: options }, (_, option) => records.filter((r) => r === option).length),
  };
}

interface ScoreMoves {
  /** The largest change of one score. */
  readonly single: number;
  /** The largest change of a difference of two scores. */
  readonly range: number;
}

export function movesOf({ domain, scores }: ScoreTable): ScoreMoves {
  let [single, range] = [0, 0];
  for (const [x, y] of neighbouringPairs(domain)) {
    const other = scores(y);
    const moves = scores(x).map((score, option) => score - other[option]);
    const [least, most] = [leastOf(moves), largestOf(moves)];
    single = Math.max(single, most, -least);
    range = Math.max(range, most - least);
  }
  return { single, range };
}

/** The largest loss over all neighbours. */
export function tableLoss({ domain, scores }: ScoreTable, law: (scores: readonly number[]) => DiscreteLaw<number>) {
  return worstLoss(domain, (records) => law(scores(records)));
}
