/**
 * Reference link: where the page of a name stands in the API reference that a package ships, as a file and for the browser.
 *
 * A package keeps its reference in `docs/api/`, with an `index.json` that maps exported names to pages. A browser opens no file from
 * a page of Jupyter, so the address is one of the Jupyter server: the reference of this package is served beside our JupyterLab
 * extension, and files below the server's root folder are served under `files/`. The server's address and root are read from the file
 * that it keeps beside the connection files. Without a server there is only the path.
 */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { servedReference } from "../../labextension/served-reference.ts";
import { nearestPackage } from "../../project/package-map.ts";

export interface ReferencePage {
  readonly file: string;
  /** Address on the Jupyter server; undefined where there is none. */
  readonly address: string | undefined;
}

/** The server that started this kernel, by what Jupyter tells its kernels. */
export interface JupyterPlace {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the connection files are. */
  readonly connectionFolder: string | undefined;
}

/** The page of a name that is declared in a file; undefined if the package of the file has none. */
export function referencePage(name: string, declaredIn: string, place: JupyterPlace): ReferencePage | undefined {
  const folder = nearestPackage(dirname(declaredIn))?.folder;
  const page = folder === undefined ? undefined : pageOf(join(folder, "docs", "api"), name);
  if (folder === undefined || page === undefined) return undefined;
  const file = join(folder, "docs", "api", page.split("#")[0] ?? "");
  return existsSync(file) ? { file, address: addressOf({ folder, page, file }, place) } : undefined;
}

function pageOf(reference: string, name: string): string | undefined {
  const index = readJson(join(reference, "index.json"));
  const page = Object.hasOwn(index, name) ? index[name] : undefined;
  return typeof page === "string" && !isAbsolute(page) && !page.split("/").includes("..") ? page : undefined;
}

function addressOf(
  { folder, page, file }: { readonly folder: string; readonly page: string; readonly file: string },
  { environment, connectionFolder }: JupyterPlace,
): string | undefined {
  const { JPY_PARENT_PID: parent } = environment;
  if (connectionFolder === undefined || parent === undefined) return undefined;
  const { base_url: base, root_dir: root } = readJson(join(connectionFolder, `jpserver-${parent}.json`));
  if (typeof base !== "string") return undefined;
  const inUrl = (path: string) => path.split("/").map(encodeURIComponent).join("/");
  const [path = "", anchor] = page.split("#");
  const behind = anchor === undefined ? "" : `#${anchor}`;
  if (real(folder) === ownPackage()) return `${base}${servedReference}/${inUrl(path)}${behind}`;
  const below = typeof root === "string" ? relative(real(root), real(file)) : "..";
  const isServed = !isAbsolute(below) && !below.split(sep).some((part) => part.startsWith("."));
  return isServed ? `${base}files/${inUrl(below.split(sep).join("/"))}${behind}` : undefined;
}

/** The package that this kernel is part of. */
function ownPackage(): string | undefined {
  const own = nearestPackage(dirname(fileURLToPath(import.meta.url)));
  return own === undefined ? undefined : real(own.folder);
}

function real(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
