/** Entry points of preloaded packages, as a module of the runtime that is loaded late: a session that never asks does not pay for them. */
export { EntryPoints, importOf } from "../../language/entry-points.ts";
