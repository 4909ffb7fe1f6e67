/**
 * Page host: where a page has its workers and the files of its results. A page of a site has both beside it and fetches them when they are
 * asked for; a page of one file has them inside.
 *
 * A worker begins in a blob of the page, so that the page's policy holds in it too: one that is fetched would have its own.
 */
import { BLOCKS, CELLS, MANIFEST, SPEC } from "../format/result-files.ts";
import { browser, type PageWorker } from "./dom.ts";
import { packedResult, WORKER } from "./packed-names.ts";
import type { RecomputeHost } from "./page-recomputation.ts";
import type { StoredTexts } from "./stored-texts.ts";

/** Where a site has its programs, seen from its page. */
const PROGRAM = "programs/worker.js";

async function texts(experiment: string, run: string): Promise<StoredTexts> {
  const id = packedResult(experiment, run);
  if (browser.document.getElementById(id) !== null) return JSON.parse(await browser.unpack(id));
  const get = async (name: string) => {
    const answer = await fetch(`results/${experiment}/${run}/${name}`);
    if (!answer.ok) throw new Error(`${name} of ${experiment}/${run} is not on this site (${answer.status})`);
    return answer.text();
  };
  const [manifest, spec, cells, blocks] = await Promise.all([MANIFEST, SPEC, CELLS, BLOCKS].map(get));
  return { manifest, spec, cells, blocks };
}

/** The address of what a worker begins with. */
let address: Promise<string> | undefined;

async function workers(): Promise<() => PageWorker<unknown, unknown>> {
  const isInside = browser.document.getElementById(WORKER) !== null;
  address ??= (async () => {
    const text = isInside
      ? await browser.unpack(WORKER)
      : `import ${JSON.stringify(new URL(PROGRAM, browser.document.baseURI).href)};`;
    return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  })();
  const type = isInside ? "classic" : "module";
  const begin = await address;
  return () => new browser.Worker(begin, { type });
}

export const pageHost: RecomputeHost = { texts, workers };
