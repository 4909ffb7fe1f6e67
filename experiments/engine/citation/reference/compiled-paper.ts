/** Papers that cite results, compiled by pdflatex. */
import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { run as cite } from "../../command/cite.ts";
import { run as paper } from "../../command/paper.ts";
import { readResult } from "../../format/read-result.ts";
import { packageFolder } from "../../program/project.ts";
import { resultFolders } from "../../store/named-results.ts";
import { resultKeys } from "../result-keys.ts";
import { printed } from "./sample-result.ts";

interface Compiled {
  readonly code: number;
  readonly log: string;
  /** The words of the PDF; undefined where there is none. */
  readonly words: string | undefined;
}

/** A paper with these lines, compiled in the folder `name` of `place`, beside the results that were written there. */
export async function compile(
  place: string,
  name: string,
  results: string,
  preamble: string,
  ...lines: readonly string[]
): Promise<Compiled> {
  const folder = join(place, name);
  const head = [
    "\\documentclass{article}",
    preamble,
    "\\usepackage{epsilab}",
    `\\input{${results}}`,
    "\\begin{document}",
  ];
  writeFileSync(join(folder, "main.tex"), [...head, ...lines, "\\end{document}", ""].join("\n"));
  const call = promisify(execFile);
  const [code, log] = await call("pdflatex", ["-interaction=nonstopmode", "main.tex"], {
    cwd: folder,
    maxBuffer: 1 << 26,
  }).then(
    ({ stdout }) => [0, stdout] as const,
    (error) => [error.code as number, error.stdout as string] as const,
  );
  const pdf = join(folder, "main.pdf");
  const words = existsSync(pdf) ? (await call("pdftotext", ["-layout", pdf, "-"])).stdout : undefined;
  return { code, log, words };
}

/** Compiles, in `place`, papers that cite every number of each stored result, or of those of one experiment, and has them checked. */
export async function expectCitable(place: string, experiment?: string): Promise<void> {
  const results = join(packageFolder, "results");
  const isAsked = (stored: string) => experiment === undefined || basename(dirname(stored)) === experiment;
  const asked = resultFolders([results]).filter(isAsked);
  expect(asked.length).toBeGreaterThan(0);
  for (const stored of asked) {
    const result = readResult(stored);
    const name = `${basename(dirname(stored))}-${basename(stored)}`;
    const folder = join(place, name);
    const written = await printed(() => cite([stored, "--latex", "--allow-dirty", "--output", folder]));
    expect(written.code, written.text).toBe(0);
    const { entries, short } = resultKeys(result);
    const estimated = entries.filter(({ estimate }) => estimate !== undefined).map(({ key }) => key);
    const valued = new Set(estimated);
    const numbers = [...estimated, ...short.keys()];
    const lines = numbers.filter((key) => valued.has(short.get(key) ?? key)).map((key) => `\\epsres{${key}}\\par`);
    const { code, log, words } = await compile(place, name, `${result.spec.experiment}-results`, "", ...lines);
    expect(code, log.slice(-2000)).toBe(0);
    expect(words?.length).toBeGreaterThan(lines.length);
    const checked = await printed(() => paper(["check", join(folder, "main.tex"), "--results", results]));
    expect(checked.code, checked.text).toBe(0);
  }
}
