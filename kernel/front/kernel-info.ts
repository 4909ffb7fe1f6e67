/**
 * Kernel information: what the kernel tells a client about itself.
 *
 * Source: "Messaging in Jupyter", section Kernel info. `mimetype` and the mode are the names by which JupyterLab 4 finds its
 * TypeScript highlighter.
 */
import { createRequire } from "node:module";
import type { JsonObject } from "../protocol/json-object.ts";
import { PROTOCOL_VERSION } from "../protocol/message.ts";

export function kernelInfo(): JsonObject {
  const load = createRequire(import.meta.url);
  const { version } = load("epsilab/package.json");
  const { version: typescript } = load("typescript/package.json");
  const node = process.versions.node;
  return {
    status: "ok",
    protocol_version: PROTOCOL_VERSION,
    implementation: "epsilab",
    implementation_version: version,
    language_info: {
      name: "typescript",
      version: typescript,
      mimetype: "application/typescript",
      file_extension: ".ts",
      pygments_lexer: "typescript",
      codemirror_mode: { name: "typescript", mode: "typescript" },
      nbconvert_exporter: "script",
    },
    banner: `TypeScript ${typescript} on Node.js ${node} (Epsilab ${version})`,
    debugger: false,
    supported_features: [],
    help_links: [
      { text: "TypeScript Handbook", url: "https://www.typescriptlang.org/docs/handbook/intro.html" },
      { text: "JavaScript Reference", url: "https://developer.mozilla.org/docs/Web/JavaScript/Reference" },
      { text: "Node.js Documentation", url: `https://nodejs.org/docs/latest-v${Number.parseInt(node, 10)}.x/api/` },
    ],
  };
}
