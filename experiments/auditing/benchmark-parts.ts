/**
 * The audits of five benchmarks: what is certified of each mechanism, beside its exact epsilon and what the tool published.
 *
 * A cell is one audit. `effort` is the share of its draws: at 1 they are as many as the table says, at most those of the tool, and what is
 * certified stands beside its limit, at its confidence; with a smaller effort nothing that is wrong need be found.
 */

import {
  AUDITORIUM_DRAWS,
  AUDITORIUM_ERROR_RATE,
  auditoriumMechanisms,
} from "../../lib/auditing/broken/auditorium-mechanisms.ts";
import type { BenchmarkRow } from "../../lib/auditing/broken/benchmark-row.ts";
import { CHECKDP_DRAWS, checkdpPrograms } from "../../lib/auditing/broken/checkdp-programs.ts";
import { DPFINDER_DRAWS, dpfinderAlgorithms } from "../../lib/auditing/broken/dpfinder-algorithms.ts";
import {
  type AuditSizes,
  certifiedEpsilon,
  countProgram,
  halvedNoise,
  type ProgramCounts,
} from "../../lib/auditing/broken/noisy-program.ts";
import { publishedAudits, SNIPER_ERROR_RATE } from "../../lib/auditing/broken/published-audits.ts";
import {
  STATDP_CLAIMS,
  STATDP_DRAWS,
  STATDP_ERROR_RATE,
  STATDP_NAMES,
  statdpAudit,
} from "../../lib/auditing/broken/statdp-audits.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { atLeast, axis, type Check, type Part, sampledStudy, variant, z } from "../kit.ts";

const MOST_TRAINING = 4_000_000;
const FEWEST = 1000;

const effort = axis(z.number().min(0.0001).max(1), {
  means: "share of the draws of the table",
  quick: [0.01],
  full: [1],
});

/** Half as many draws choose the event as count it, up to a number. */
function sizesOf(draws: number, share: number): AuditSizes {
  const counted = Math.max(FEWEST, Math.round(draws * share));
  return { counted, training: Math.min(counted >> 1, MOST_TRAINING) };
}

const BOUNDS = ["coupled", "paired", "two limits"] as const;

/** Counts as a block keeps them: numbers alone. */
function kept({ pairs, bound, likelier }: ProgramCounts) {
  return { ...pairs, bound: BOUNDS.indexOf(bound), first: likelier === "first" ? 1 : 0 };
}

type Kept = ReturnType<typeof kept>;

function countsOf({ bound, first, ...pairs }: Kept): ProgramCounts {
  return { pairs, bound: BOUNDS[bound], likelier: first === 1 ? "first" : "second" };
}

function drawn(row: BenchmarkRow, sizes: AuditSizes, random: Stream, broken: boolean): Kept {
  return kept(countProgram(broken ? halvedNoise(row) : row, sizes, random));
}

/** No more than the exact epsilon, at the study's share of the error. */
function notAbove(found: number, exact: number): Check {
  if (exact === Infinity) return { verdict: "not-refuted", estimate: found, notes: ["no epsilon suffices"] };
  return { verdict: found > exact ? "violated" : "not-refuted", estimate: found, theory: exact };
}

interface Judged {
  readonly row: BenchmarkRow;
  readonly counts: Kept;
  readonly errorRate: number;
  /** Whether the draws are enough to find what is wrong. */
  readonly whole: boolean;
}

/** The checks and values that all tables have. */
function judged({ row, counts, errorRate, whole }: Judged) {
  const exact = row.exact();
  const found = certifiedEpsilon(countsOf(counts), errorRate, row.delta);
  const wrong = exact > row.claimed * (1 + 1e-9);
  return {
    exact,
    checks: {
      epsilon: notAbove(found, exact),
      ...(whole && wrong ? { found: atLeast(found, row.claimed) } : {}),
    },
    values: {
      claimed: row.claimed,
      draws: counts.both + counts.overOnly + counts.underOnly + counts.neither,
      ...(exact < Infinity ? { exact, share: found / exact } : {}),
    },
  };
}

const once = { trials: { quick: 1, full: 1 }, intervals: () => 1 } as const;
const rowOf = <Row extends { readonly name: string }>(rows: readonly Row[], name: string): Row => {
  const row = rows.find((each) => each.name === name);
  if (row === undefined) throw new RangeError(`mechanism must be one of the table, got "${name}"`);
  return row;
};
const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);

/** RAPPOR states nothing: its exact epsilon stands for the claim. */
function sniperRow(name: string) {
  const row = rowOf(publishedAudits, name);
  return { ...row, claimed: name.endsWith("Rappor") ? row.exact() : 0.1 };
}

const sniperMechanism = axis(z.enum(names(publishedAudits)), { means: "mechanism", quick: names(publishedAudits) });

function sniper(broken: boolean) {
  return sampledStudy({
    axes: { mechanism: sniperMechanism, effort },
    ...once,
    block: ({ mechanism, effort }, _count, random) => {
      const row = sniperRow(mechanism);
      return drawn(row, sizesOf(row.draws, effort), random, broken);
    },
    judge: ({ mechanism, effort }, counts, { errorRate }) => {
      const row = sniperRow(mechanism);
      const { exact, checks, values } = judged({ row, counts, errorRate, whole: effort === 1 });
      const certified = certifiedEpsilon(countsOf(counts), SNIPER_ERROR_RATE);
      const least = (limits: readonly number[]) => limits.filter((limit) => limit <= exact);
      const statistical = least(row.statistical.map(({ limit }) => limit));
      const tools = [row.limit, row.network.limit, ...statistical];
      return {
        checks,
        values: {
          ...values,
          certified,
          logistic: row.limit,
          network: row.network.limit,
          ...(statistical.length > 0 ? { statdp: largestOf(statistical) } : {}),
          ...(row.statistical.length > 0 ? { "statdp-limits": row.statistical.map(({ limit }) => limit) } : {}),
          /** The nearest of the limits that are true. */
          nearest: largestOf(least(tools)),
        },
      };
    },
  });
}

export const sniperPart: Part = {
  claim: "published-audits",
  asks: "Do fewer draws than DP-Sniper's refute the claims of its wrong mechanisms, and certify no more than the exact epsilon of any?",
  study: sniper(false),
  controls: {
    "half-the-noise": {
      says: "half of the noise, held against the exact epsilon of the whole",
      study: variant(sniper(true), { over: { mechanism: ["Laplace", "RNM3"], effort: [0.002] } }),
    },
  },
};

const statdpMechanism = axis(z.enum(STATDP_NAMES), { means: "mechanism", quick: STATDP_NAMES });
const claim = axis(z.literal(STATDP_CLAIMS), { means: "epsilon that is claimed", quick: STATDP_CLAIMS });

function statdp(broken: boolean) {
  return sampledStudy({
    axes: { mechanism: statdpMechanism, claim },
    ...once,
    block: ({ mechanism, claim }, _count, random) => drawn(statdpAudit(mechanism, claim), STATDP_DRAWS, random, broken),
    judge: ({ mechanism, claim }, counts, { errorRate }) => {
      const row = statdpAudit(mechanism, claim);
      const { checks, values } = judged({ row, counts, errorRate, whole: true });
      const certified = certifiedEpsilon(countsOf(counts), STATDP_ERROR_RATE);
      return { checks, values: { ...values, certified, refuted: row.refuted } };
    },
  });
}

export const statdpPart: Part = {
  claim: "published-audits",
  asks: "Do as many draws as StatDP's refute the claims of its wrong mechanisms, and certify no more than the exact epsilon of any?",
  study: statdp(false),
  controls: {
    "half-the-noise": {
      says: "half of the noise, held against the exact epsilon of the whole",
      study: variant(statdp(true), {
        over: { mechanism: ["noisy-max", "histogram"], claim: [1.5] },
      }),
    },
  },
};

const program = axis(z.enum(names(checkdpPrograms)), { means: "program", quick: names(checkdpPrograms) });

/** `believed` takes the exact epsilon for what is claimed. */
function checkdp(believed: boolean) {
  return sampledStudy({
    axes: { program, effort },
    ...once,
    block: ({ program, effort }, _count, random) =>
      drawn(rowOf(checkdpPrograms, program), sizesOf(CHECKDP_DRAWS, effort), random, false),
    judge: ({ program, effort }, counts, { errorRate }) => {
      const row = rowOf(checkdpPrograms, program);
      const held = believed ? { ...row, exact: () => row.claimed } : row;
      const { checks, values } = judged({ row: held, counts, errorRate, whole: effort === 1 });
      return { checks, values };
    },
  });
}

const wrongPrograms = names(checkdpPrograms).filter((name) => name.startsWith("bad"));

export const checkdpPart: Part = {
  claim: "published-audits",
  asks: "Do draws refute the eight wrong programs of CheckDP, and none of the nine right ones?",
  study: checkdp(false),
  controls: {
    believed: {
      says: "the wrong programs are believed to keep their claims",
      study: variant(checkdp(true), {
        over: {
          program: { quick: ["badnoisymax", "badpartialsum"], full: wrongPrograms },
          effort: { quick: [0.05], full: [1] },
        },
      }),
    },
  },
};

const algorithm = axis(z.enum(names(dpfinderAlgorithms)), { means: "algorithm", quick: names(dpfinderAlgorithms) });

function dpfinder(broken: boolean) {
  return sampledStudy({
    axes: { algorithm, effort },
    ...once,
    block: ({ algorithm, effort }, _count, random) =>
      drawn(rowOf(dpfinderAlgorithms, algorithm), sizesOf(DPFINDER_DRAWS, effort), random, broken),
    judge: ({ algorithm, effort }, counts, { errorRate }) => {
      const row = rowOf(dpfinderAlgorithms, algorithm);
      const { checks, values } = judged({ row, counts, errorRate, whole: effort === 1 });
      return { checks, values };
    },
  });
}

export const dpfinderPart: Part = {
  claim: "published-audits",
  asks: "Do fewer draws than DP-Finder's refute the claims of its wrong algorithms, and certify no more than the exact epsilon of any?",
  study: dpfinder(false),
  controls: {
    "half-the-noise": {
      says: "half of the noise, held against the exact epsilon of the whole",
      study: variant(dpfinder(true), { over: { algorithm: ["sum"], effort: [0.02] } }),
    },
  },
};

const MANY_DRAWS = 4_000_000;
const example = axis(z.enum(names(auditoriumMechanisms)), { means: "mechanism", quick: names(auditoriumMechanisms) });
const draws = axis(z.int().min(1000).max(100_000_000), {
  means: "draws of each input, of which half choose the event",
  quick: [AUDITORIUM_DRAWS],
  full: [AUDITORIUM_DRAWS, MANY_DRAWS],
});

function auditorium(broken: boolean) {
  return sampledStudy({
    axes: { mechanism: example, draws },
    ...once,
    block: ({ mechanism, draws }, _count, random) => {
      const counted = draws >> 1;
      return drawn(rowOf(auditoriumMechanisms, mechanism), { training: counted, counted }, random, broken);
    },
    judge: ({ mechanism, draws }, counts, { errorRate }) => {
      const row = rowOf(auditoriumMechanisms, mechanism);
      const { checks, values } = judged({ row, counts, errorRate, whole: draws >= MANY_DRAWS });
      const certified = certifiedEpsilon(countsOf(counts), AUDITORIUM_ERROR_RATE, row.delta);
      const { delta = 0, documented } = row;
      return { checks, values: { ...values, certified, delta, documented: documented === "private" ? 1 : 0 } };
    },
  });
}

export const auditoriumPart: Part = {
  claim: "published-audits",
  asks: "Do draws certify no more than the exact epsilon of DP-Auditorium's examples, and four million refute those that are called wrong?",
  study: auditorium(false),
  controls: {
    "half-the-noise": {
      says: "half of the noise, held against the exact epsilon of the whole",
      study: variant(auditorium(true), {
        over: { mechanism: ["SVT6"], draws: [AUDITORIUM_DRAWS] },
      }),
    },
  },
};
