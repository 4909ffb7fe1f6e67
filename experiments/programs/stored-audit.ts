/**
 * The audit of a program as a stored result: one cell, a block for each request, the picture, and the samples, compressed.
 *
 * The program is not Epsilab's to run again: its hash, its versions and its seeds are recorded, and the result is judged again from its
 * samples, bit for bit. The samples are a file of JSON lines, one for each request, with the hash of its outputs among the blocks.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Figure } from "../../lib/figures/figure.ts";
import { sha256Hex } from "../../lib/random/sha256.ts";
import type { CellRow } from "../engine/definition/row.ts";
import { BrokenResult, type Result, readResult } from "../engine/format/read-result.ts";
import { assembledFiles, type BlockRow, MANIFEST, SAMPLES } from "../engine/format/result-files.ts";
import { FORMAT, runIdOf, type Spec } from "../engine/format/spec.ts";
import { type Written, writeResult } from "../engine/format/write-result.ts";
import { manifestAt, type Project, packageFolder } from "../engine/program/project.ts";
import { repositoryState } from "../engine/program/repository.ts";
import { canonicalJson, type Json } from "../engine/text/canonical-json.ts";
import { auditFigure } from "./audit-figure.ts";
import { type AuditQuestion, shownClaim } from "./audit-plan.ts";
import { type Block, type Judged, judgeDraws } from "./judge-draws.ts";
import { type ProgramFile, programHash } from "./program-file.ts";
import { type DrawnBlock, keyOf, type RunAudit } from "./run-audit.ts";

const PART = "audit";
const CLAIM = "program-audit";
const FIGURE = "event";
/** Of what is stored; raised when the same samples may give another verdict. */
const VERSION = 1;

/** A program with all that is recorded of it. */
export interface AuditedProgram {
  readonly name: string;
  readonly command: readonly string[];
  readonly files: readonly ProgramFile[];
  readonly interpreter: string | undefined;
}

/** What is asked of a program, and nothing of how it is run: its hash is the id of the run. */
export function auditSpec({ name, command, files }: AuditedProgram, question: AuditQuestion): Spec {
  const { seed, draws, batch } = question;
  const cell = cellOf(command, programHash(command, files), question);
  const axes = Object.fromEntries(Object.entries(cell).map(([axis, value]) => [axis, [value]]));
  const part = { axes, trials: draws, most: draws, blockSize: batch, controls: {} };
  return { format: FORMAT, experiment: `audit-${name}`, version: VERSION, seed, parts: { [PART]: part } };
}

function cellOf(command: readonly string[], code: string, { claim, pairs, watched, errorRate }: AuditQuestion) {
  const search = pairs.length === 1 ? {} : { search: canonicalJson(pairs) };
  const inputs = pairs.length === 1 ? { inputs: canonicalJson(pairs[0]) } : {};
  return { program: command.join(" "), code, claim: canonicalJson(claim), ...inputs, ...search, watched, errorRate };
}

/** The question that a stored audit answers. */
function questionOf({ spec, rows }: Result): AuditQuestion {
  const { cell } = rows[0];
  const { trials = 0, blockSize = 0 } = spec.parts[PART];
  const pairs = "search" in cell ? JSON.parse(String(cell.search)) : [JSON.parse(String(cell.inputs))];
  const claim = JSON.parse(String(cell.claim));
  const { watched, errorRate } = cell as { readonly watched: boolean; readonly errorRate: number };
  return { claim, pairs, draws: trials, batch: blockSize, seed: spec.seed, watched, errorRate };
}

interface Computed {
  readonly row: CellRow;
  readonly figure: Figure;
}

function computedOf(cell: CellRow["cell"], name: string, question: AuditQuestion, judged: Judged): Computed {
  const { finding } = judged;
  const { verdict, measure, lowerBound, claimed, errorRate, drawn, draws, event, inputs, delta, eValue } = finding;
  const extra = Object.entries({ delta, eValue }).filter(([, value]) => value !== undefined);
  const row: CellRow = {
    part: PART,
    claim: CLAIM,
    cell,
    verdict,
    checks: { [measure]: { verdict, lower: lowerBound, theory: claimed } },
    values: JSON.parse(canonicalJson({ inputs, draws, event, ...Object.fromEntries(extra) })),
    trials: drawn,
    errorRate,
  };
  return { row, figure: auditFigure(name, question, judged) };
}

interface StoredRun {
  readonly program: AuditedProgram;
  readonly question: AuditQuestion;
  readonly audit: RunAudit;
  readonly project: Project;
  readonly folder: string;
  readonly out: string;
  readonly replace: boolean;
  readonly record: { readonly processes: number; readonly seconds: number; readonly finished: string };
}

export function storeAudit(run: StoredRun): { readonly result: Result; readonly written: Written } {
  const { program, question, audit, project, out, record } = run;
  const spec = auditSpec(program, question);
  const code = programHash(program.command, program.files);
  const { row, figure } = computedOf(cellOf(program.command, code, question), program.name, question, audit);
  const blocks = audit.blocks.map(
    ({ block, draws, outputs }): BlockRow => ({
      part: PART,
      cell: row.cell,
      block,
      trials: draws,
      sha256: sha256Hex(outputs),
    }),
  );
  const samples = audit.blocks.map(
    ({ block, input, draws, seed, outputs }) =>
      `{"block":${block},"draws":${draws},"input":${canonicalJson(input)},"outputs":${outputs},"seed":${seed}}\n`,
  );
  const files = assembledFiles(spec, { rows: [row], blocks }, [
    [`figures/${FIGURE}.json`, `${canonicalJson(figure)}\n`],
    [SAMPLES, [gzipSync(samples.join(""))]],
  ]);
  const { name = "", version = "" } = project.manifest ?? {};
  const names = program.files.map((file) => file.name);
  const environment = {
    node: process.version,
    arch: process.arch,
    platform: process.platform,
    package: manifestAt(packageFolder)?.version ?? "source",
    code,
    ...repositoryState(run.folder, names),
    project: { title: titleOf(program, question), name, version, files: names },
    program: {
      command: program.command,
      files: program.files,
      interpreter: program.interpreter ?? "",
      versions: audit.versions,
      followsSeed: audit.followsSeed ?? "not known",
    },
    threads: record.processes,
    seconds: record.seconds,
    finished: record.finished,
  };
  const folder = join(out, spec.experiment, runIdOf(spec));
  const written = writeResult({
    folder,
    files,
    environment: `${JSON.stringify(environment, null, 2)}\n`,
    replace: run.replace,
    spec,
    rows: [row],
  });
  return { result: readResult(folder), written };
}

function titleOf({ command }: AuditedProgram, { claim }: AuditQuestion): string {
  return `Audit of ${command.join(" ")}, which claims ${shownClaim(claim)}`;
}

/** Whether a result is the audit of a program, which is judged again from its samples. */
export function isProgramAudit({ environment, spec }: Result): boolean {
  return environment.program !== undefined && PART in spec.parts;
}

type Rejudged = { readonly same: true; readonly blocks: number } | { readonly same: false; readonly what: string };

/** Judges a stored audit again from its samples, and compares the verdict, the numbers and the picture bit for bit. */
export async function rejudge(result: Result): Promise<Rejudged> {
  const question = questionOf(result);
  const samples = samplesOf(result);
  const asked = new Set<number>();
  const { row, figure } = computedOf(
    result.rows[0].cell,
    result.spec.experiment.replace(/^audit-/, ""),
    question,
    await judgeDraws(question, async (block) => {
      asked.add(block.block);
      return outputsOf(samples, block, result);
    }),
  );
  if (asked.size !== samples.length)
    return { same: false, what: `${samples.length} requests are stored, and the verdict asks for ${asked.size}` };
  if (canonicalJson(row) !== canonicalJson(result.rows[0]))
    return {
      same: false,
      what: `the verdict is ${canonicalJson(row.checks)}, not ${canonicalJson(result.rows[0].checks)}`,
    };
  const stored = result.figures.get(FIGURE);
  if (stored === undefined || canonicalJson(figure) !== canonicalJson(stored))
    return { same: false, what: "the picture is another" };
  return { same: true, blocks: samples.length };
}

function outputsOf(samples: readonly DrawnBlock[], block: Block, { folder }: Result): readonly Json[] {
  const found = samples[block.block];
  if (found === undefined || keyOf(found) !== keyOf(block))
    throw new BrokenResult(`${join(folder, SAMPLES)} has no answer to request ${block.block}, ${keyOf(block)}`);
  return JSON.parse(found.outputs);
}

/** The samples, each as its block says. */
function samplesOf({ folder, blocks }: Result): readonly DrawnBlock[] {
  const path = join(folder, SAMPLES);
  const bytes = readFileSync(path);
  const listed = readFileSync(join(folder, MANIFEST), "utf8").includes(`${sha256Hex(bytes)}  ${SAMPLES}\n`);
  if (!listed) throw new BrokenResult(`${path} does not have the hash that MANIFEST lists: it was changed`);
  const lines = gunzipSync(bytes).toString("utf8").split("\n").slice(0, -1);
  if (lines.length !== blocks.length)
    throw new BrokenResult(`${path} has ${lines.length} requests, and ${blocks.length} blocks are listed`);
  return lines.map((line, k) => {
    const { outputs, ...request } = JSON.parse(line);
    const text = canonicalJson(outputs);
    if (sha256Hex(text) !== blocks[k].sha256) throw new BrokenResult(`${path}, line ${k + 1}, does not have its seal`);
    return { ...request, outputs: text };
  });
}
