/**
 * Results computed again in a web browser of this machine, for `epsilab verify --browser`: the workers of a site, in a page that posts what
 * they find.
 */
import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import type { Verdict } from "../browser/page-recomputation.ts";
import { ASKED } from "../browser/verify-names.ts";
import type { VerifyPost, VerifyRequest } from "../browser/verify-program.ts";
import type { Result } from "../format/read-result.ts";
import { BLOCKS, CELLS, MANIFEST, SPEC } from "../format/result-files.ts";
import { type BrowserName, visitPage } from "../machine/web-browser.ts";
import type { Loaded } from "../program/catalogue.ts";
import { verifyPrograms } from "./page-programs.ts";

interface BrowserQuestion {
  readonly browser: BrowserName;
  readonly results: readonly Result[];
  /** The project's own experiments. */
  readonly own: readonly Loaded[];
  /** How many blocks of each; all of them unless it is given. */
  readonly sample?: number;
  readonly signal: AbortSignal;
  progress(result: Result, blocks: { readonly unitsDone: number; readonly units: number }): void;
  found(result: Result, finding: BrowserFinding): void;
}

interface BrowserFinding {
  readonly verdict: Verdict;
  /** In a sentence. */
  readonly said: string;
  /** Differences, changes in the files, and cells that were not computed. */
  readonly listed: readonly string[];
}

/** One result after the other. */
export async function verifyInBrowser(question: BrowserQuestion): Promise<void> {
  const { browser, results, own, sample, signal } = question;
  const programs = await verifyPrograms(own);
  const asked = results.map(({ spec, runId, id }): VerifyRequest => {
    const request = { experiment: spec.experiment, run: runId, id: id.slice(0, 16) };
    return sample === undefined ? request : { ...request, sample: { blocks: sample } };
  });
  const contents = new Map<string, readonly [type: string, content: string | Uint8Array]>([
    ["/", ["text/html; charset=utf-8", '<!doctype html><meta charset="utf-8"><script src="/verify.js"></script>']],
    ["/verify.js", ["text/javascript; charset=utf-8", programs.page]],
    [`/${ASKED}`, ["application/json", JSON.stringify(asked)]],
    ...[...programs.files].map(([name, bytes]) => [`/programs/${name}`, [typeOf(name), bytes]] as const),
  ]);
  const stored = new Map<string, string>(
    results.flatMap(({ spec, runId, folder }) =>
      [MANIFEST, SPEC, CELLS, BLOCKS].map(
        (name) => [`/results/${spec.experiment}/${runId}/${name}`, join(folder, name)] as const,
      ),
    ),
  );
  const give: RequestListener = ({ url = "" }, response) => {
    const path = stored.get(url);
    const [type, content] =
      path === undefined ? (contents.get(url) ?? ["", undefined]) : ["text/plain; charset=utf-8", readFileSync(path)];
    if (content === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { "content-type": type }).end(content);
  };
  let current = 0;
  const hear = (text: string): boolean => {
    const report = JSON.parse(text) as VerifyPost;
    if ("end" in report) return true;
    if ("failure" in report) throw new Error(report.failure);
    const result = results[current];
    if ("done" in report) question.progress(result, { unitsDone: report.done, units: report.of });
    else {
      current++;
      question.found(result, report);
    }
    return false;
  };
  await visitPage(browser, { give, hear, signal });
}

function typeOf(name: string): string {
  return name.endsWith(".wasm") ? "application/wasm" : "text/javascript; charset=utf-8";
}
