/**
 * The public surface with the way in which each function is called, folder by folder.
 */
import * as adaptive from "../../lib/adaptive/index.ts";
import * as attacks from "../../lib/attacks/index.ts";
import * as auditing from "../../lib/auditing/index.ts";
import * as bounds from "../../lib/bounds/index.ts";
import * as streams from "../../lib/continual/index.ts";
import * as data from "../../lib/data/index.ts";
import * as falseDiscovery from "../../lib/false-discovery/index.ts";
import * as figures from "../../lib/figures/index.ts";
import * as learning from "../../lib/learning/index.ts";
import * as mechanisms from "../../lib/mechanisms/index.ts";
import * as numerics from "../../lib/numerics/index.ts";
import * as accounting from "../../lib/privacy/accounting/index.ts";
import * as privacy from "../../lib/privacy/index.ts";
import * as random from "../../lib/random/index.ts";
import * as statistics from "../../lib/statistics/index.ts";
import * as synthetic from "../../lib/synthetic/index.ts";
import { ADAPTIVE } from "./adaptive.ts";
import { ATTACKS } from "./attacks.ts";
import { AUDITING } from "./auditing.ts";
import { BOUNDS } from "./bounds.ts";
import { DATA } from "./data.ts";
import { FALSE_DISCOVERY } from "./false-discovery.ts";
import { FIGURES } from "./figures.ts";
import type { Entry } from "./fuzz.ts";
import { LEARNING } from "./learning.ts";
import { LEARNING_METHODS } from "./learning-methods.ts";
import { MECHANISMS } from "./mechanisms.ts";
import { NUMERICS } from "./numerics.ts";
import { PRIVACY } from "./privacy.ts";
import { RANDOM } from "./random.ts";
import { STATISTICS } from "./statistics.ts";
import { STREAMS } from "./streams.ts";
import { SYNTHETIC } from "./synthetic.ts";

interface FolderSurface {
  readonly folder: string;
  readonly functions: Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
  readonly entries: Readonly<Record<string, Entry>>;
}

export const SURFACE: readonly FolderSurface[] = [
  { folder: "numerics", functions: functionsOf(numerics), entries: NUMERICS },
  { folder: "random", functions: functionsOf(random), entries: RANDOM },
  { folder: "statistics", functions: functionsOf(statistics), entries: STATISTICS },
  { folder: "data", functions: functionsOf(data), entries: DATA },
  { folder: "privacy", functions: functionsOf({ ...privacy, ...accounting }), entries: PRIVACY },
  { folder: "mechanisms", functions: functionsOf(mechanisms), entries: MECHANISMS },
  { folder: "adaptive", functions: functionsOf(adaptive), entries: ADAPTIVE },
  { folder: "false-discovery", functions: functionsOf(falseDiscovery), entries: FALSE_DISCOVERY },
  { folder: "streams", functions: functionsOf(streams), entries: STREAMS },
  { folder: "learning", functions: functionsOf(learning), entries: { ...LEARNING, ...LEARNING_METHODS } },
  { folder: "synthetic", functions: functionsOf(synthetic), entries: SYNTHETIC },
  { folder: "bounds", functions: functionsOf(bounds), entries: BOUNDS },
  { folder: "attacks", functions: functionsOf(attacks), entries: ATTACKS },
  { folder: "auditing", functions: functionsOf(auditing), entries: AUDITING },
  { folder: "figures", functions: functionsOf(figures), entries: FIGURES },
];

/** The functions of a module; classes of errors are thrown, not called. */
export function functionsOf(exports: object): FolderSurface["functions"] {
  return Object.fromEntries(
    Object.entries(exports).filter(([, value]) => typeof value === "function" && !(value.prototype instanceof Error)),
  );
}
