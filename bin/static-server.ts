/** A static web server for tests: the files of a folder, and nothing else. */
import { readFileSync, statSync } from "node:fs";
import type { RequestListener } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

export function serveFolder(folder: string): RequestListener {
  return ({ url = "/" }, response) => {
    const path = join(folder, normalize(decodeURIComponent(new URL(url, "http://localhost").pathname)));
    if (path.endsWith("favicon.ico")) return response.writeHead(204).end();
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
    return response.end(readFileSync(path));
  };
}
