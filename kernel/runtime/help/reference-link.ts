/**
 * Reference link: where the page of a name stands in the API reference that a package ships, as a file and for the browser.
 *
 * A package keeps its reference in `docs/api/`, with an `index.json` that maps exported names to pages. A browser opens no file from
 * a page of Jupyter, so the reference of this package is served beside our JupyterLab extension; the server's address is read from
 * the file that it keeps beside the connection files. Of other packages, and without a server, there is only the path.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { servedReference } from "../../labextension/served-reference.ts";
import { nearestPackage } from "../../project/package-map.ts";

export interface ReferencePage {
  readonly file: string;
  /** Address on the Jupyter server; undefined where there is none. */
  readonly address: string | undefined;
}

/** The page of a name that is declared in a file; undefined if the package of the file has none. `server`: the server's file. */
export function referencePage(name: string, declaredIn: string, server: string): ReferencePage | undefined {
  const folder = nearestPackage(dirname(declaredIn))?.folder;
  if (folder === undefined) return undefined;
  const page = readJson(join(folder, "docs", "api", "index.json"))[name];
  if (typeof page !== "string") return undefined;
  const file = join(folder, "docs", "api", page.split("#")[0]);
  if (!existsSync(file)) return undefined;
  const isOwn = nearestPackage(dirname(fileURLToPath(import.meta.url)))?.folder === folder;
  const base = isOwn ? readJson(server).base_url : undefined;
  return { file, address: base === undefined ? undefined : `${base}${servedReference}/${encodeURI(page)}` };
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  } catch {
    return {};
  }
}
