/**
 * A small stored result for tests of citations: two parts that share a check, a control, an interval, tiny numbers.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CellRow } from "../../definition/row.ts";
import { type Result, readResult } from "../../format/read-result.ts";
import { resultFiles } from "../../format/result-files.ts";
import { FORMAT, runIdOf, type Spec } from "../../format/spec.ts";
import { writeResult } from "../../format/write-result.ts";

const cell = { epsilon: 1, mechanism: "laplace" };

const SPEC: Spec = {
  format: FORMAT,
  experiment: "sample",
  version: 2,
  seed: 7,
  parts: {
    attack: {
      axes: { epsilon: [1], mechanism: ["laplace"] },
      trials: 1000,
      most: 1000,
      blockSize: 1000,
      controls: { "half-noise": { axes: { epsilon: [1] }, trials: 1000, most: 1000, blockSize: 1000 } },
    },
    curves: { axes: { epsilon: [1], mechanism: ["laplace"] }, controls: {} },
  },
};

const ROWS: readonly CellRow[] = [
  {
    part: "attack",
    claim: "mia-exact-tradeoffs",
    cell,
    verdict: "not-refuted",
    checks: {
      accuracy: {
        verdict: "holds",
        estimate: 0.69668,
        lower: 0.69512,
        upper: 0.69836,
        standardError: 0.0004,
        theory: 0.6967346701436833,
      },
      certified: { verdict: "not-refuted", estimate: 0.9274438, lower: 0.9274438, theory: 1 },
    },
    values: { share: 0.9274438, curve: [0, 1] },
    trials: 1000,
    errorRate: 0.01,
  },
  {
    part: "attack",
    control: "half-noise",
    claim: "mia-exact-tradeoffs",
    cell: { epsilon: 1 },
    verdict: "violated",
    checks: { certified: { verdict: "violated", estimate: 1.9, lower: 1.9, theory: 1 } },
    trials: 1000,
    errorRate: 0.01,
  },
  {
    part: "curves",
    claim: "mia-exact-tradeoffs",
    cell,
    verdict: "holds",
    checks: {
      accuracy: { verdict: "holds", estimate: 0.6967346701436833, theory: 0.6967346701436834 },
      "on-curve": { verdict: "holds", estimate: 5.092134567e-17, theory: 0 },
      certified: { verdict: "holds", estimate: 1, theory: 1 },
    },
  },
];

export const ENVIRONMENT = {
  node: "v20.19.0",
  package: "0.1.0",
  commit: "0123456789abcdef0123456789abcdef01234567",
  dirty: false,
  code: "ab".repeat(32),
  threads: 1,
  seconds: 1,
  finished: "2026-11-15T12:00:00.000Z",
};

interface SampleStore {
  readonly place: string;
  readonly out: string;
  /** Writes the sample, with its accuracy and its environment as given. */
  write(change?: {
    readonly accuracy?: number;
    readonly environment?: object;
    readonly rows?: readonly CellRow[];
    readonly seed?: number;
  }): Result;
  remove(): void;
}

export function sampleStore(): SampleStore {
  const place = mkdtempSync(join(tmpdir(), "epsilab-cite-"));
  const out = join(place, "results");
  mkdirSync(out);
  return {
    place,
    out,
    write({ accuracy = 0.69668, environment = ENVIRONMENT, rows = ROWS, seed = SPEC.seed } = {}) {
      const spec = { ...SPEC, seed };
      const [first, ...rest] = rows;
      const checks = { ...first.checks, accuracy: { ...first.checks.accuracy, estimate: accuracy } };
      const block = { part: "attack", cell, block: 0, trials: 1000, sha256: "0".repeat(64) };
      const experiment = { id: "sample", version: 2, title: "", area: "", parts: {}, figures: {}, claims: [] };
      const all = [{ ...first, checks }, ...rest];
      const files = resultFiles(experiment, spec, { rows: all, blocks: [block] });
      const folder = join(out, "sample", runIdOf(spec));
      rmSync(folder, { recursive: true, force: true });
      writeResult({ folder, files, environment: `${JSON.stringify(environment)}\n`, replace: true, spec, rows: all });
      return readResult(folder);
    },
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** The words that a command prints while it runs, and its exit code. */
export async function printed(act: () => Promise<number>): Promise<{ readonly code: number; readonly text: string }> {
  const own = [process.stdout.write, process.stderr.write] as const;
  let text = "";
  const take = ((chunk: string) => {
    text += chunk;
    return true;
  }) as NodeJS.WriteStream["write"];
  process.stdout.write = take;
  process.stderr.write = take;
  try {
    const code = await act();
    return { code, text };
  } finally {
    [process.stdout.write, process.stderr.write] = own;
  }
}
