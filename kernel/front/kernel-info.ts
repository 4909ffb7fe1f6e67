/**
 * Kernel information: what the kernel tells a client about itself.
 *
 * Source: "Messaging in Jupyter", section Kernel info. `mimetype` and the mode are the names by which JupyterLab 4 finds its
 * TypeScript highlighter.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type JsonObject, protocolVersion } from "../protocol/message.ts";

export function kernelInfo(): JsonObject {
  const version = ownVersion();
  const typescript = typescriptVersion();
  return {
    status: "ok",
    protocol_version: protocolVersion,
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
    banner: `TypeScript ${typescript} on Node.js ${process.versions.node} (Epsilab ${version})`,
    debugger: false,
    supported_features: [],
    help_links: [
      { text: "TypeScript Handbook", url: "https://www.typescriptlang.org/docs/handbook/intro.html" },
      { text: "JavaScript Reference", url: "https://developer.mozilla.org/docs/Web/JavaScript/Reference" },
      {
        text: "Node.js Documentation",
        url: `https://nodejs.org/docs/latest-v${process.versions.node.split(".")[0]}.x/api/`,
      },
    ],
  };
}

/** The version in the package.json nearest above this file: it is at another depth in the sources and as built. */
function ownVersion(): string {
  for (const above of ["../../package.json", "../../../package.json"]) {
    try {
      return JSON.parse(readFileSync(new URL(above, import.meta.url), "utf8")).version;
    } catch {}
  }
  return "0.0.0";
}

function typescriptVersion(): string {
  try {
    return createRequire(import.meta.url)("typescript/package.json").version;
  } catch {
    return "7.0";
  }
}
