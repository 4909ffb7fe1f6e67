/**
 * Worker start: what a worker thread of a cell runs first.
 *
 * Node holds a worker's text back until the text before it is acknowledged. Here all text is passed on as it is printed, so that it is on
 * its way before any message that the worker sends later. CommonJS, as `--require` needs it.
 */
import type { Writable } from "node:stream" with { "resolution-mode": "import" };

type Certificates = typeof import("../environment/extra-certificates.ts", { with: { "resolution-mode": "import" }});

for (const stream of [process.stdout, process.stderr] as Writable[]) {
  const pass = (stream._writev as NonNullable<Writable["_writev"]>).bind(stream);
  stream._writev = (chunks, callback) => {
    pass(chunks, () => {});
    callback();
  };
}

const { NODE_EXTRA_CA_CERTS: file } = process.env;
if (file) {
  const { lateCertificates, trust } = require("../environment/extra-certificates.js") as Certificates;
  if (lateCertificates(process.env).areKept) trust(file);
}
