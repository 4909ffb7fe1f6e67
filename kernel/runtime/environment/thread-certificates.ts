/** Thread certificates: what a worker of a cell runs first, where its process was started without the extra certificates. */
import { isMainThread } from "node:worker_threads";
import { certificatesVariable, trust } from "./extra-certificates.ts";

const file = process.env[certificatesVariable];
if (!isMainThread && file) trust(file);
