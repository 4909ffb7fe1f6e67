/**
 * Worker start: what a worker thread of a cell runs first.
 *
 * Node holds a worker's text back until the text before it is acknowledged. Here all text is passed on as it is printed, so that it is on
 * its way before any message that the worker sends later. CommonJS, as `--require` needs it.
 */
import type { Writable } from "node:stream" with { "resolution-mode": "import" };

for (const stream of [process.stdout, process.stderr] as Writable[]) {
  const pass = (stream._writev as NonNullable<Writable["_writev"]>).bind(stream);
  stream._writev = (chunks, callback) => {
    pass(chunks, () => {});
    callback();
  };
}

if (process.env.NODE_EXTRA_CA_CERTS) require("../environment/thread-certificates.js");
