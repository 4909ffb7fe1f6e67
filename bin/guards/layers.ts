/**
 * The one-directional rule of the folders: who may import whom.
 *
 * Inside lib/, a file imports its own folder or an earlier one of `libraryOrder`; a test there may import any folder of lib/,
 * because a sampler is judged by the statistics that come after it, testing/, and what a benchmark asks of a peer. The rooms of
 * experiments/engine/ have such an order, too. experiments/ imports lib/; kernel/ imports neither, but for lib/figures/drawing/:
 * there is one drawer of Plotly figures. Nobody else imports kernel/, notebooks/, results/ or bench/. bench/ is built with the rest
 * and imports nothing that is not. lib/, experiments/ and kernel/ run from the installed package, so outside of tests they import
 * its dependencies, no development tool and no reference/ folder. lib/ is pure: it imports nothing of Node (`host-free.ts`). Of
 * lib/oracles/ only tests and experiments ask: what it checks may not use it.
 */
import { builtinModules } from "node:module";
import { posix } from "node:path";
import { importsOf, unknownImport } from "./imports.ts";
import { isTest, type SourceFile } from "./project-files.ts";

/** The folders of lib/, and the rooms of privacy/, each allowed to import those before it. */
export const libraryOrder: readonly string[] = [
  "assembly",
  "numerics",
  "oracles",
  "random",
  "statistics",
  "data",
  "privacy/loss",
  "privacy/trade-off",
  "privacy/guarantees",
  "privacy/conversions",
  "privacy/accounting",
  "privacy/calibration",
  "mechanisms",
  "adaptive",
  "false-discovery",
  "continual",
  "learning",
  "synthetic",
  "bounds",
  "attacks",
  "auditing",
  "figures",
];

/** The rooms of experiments/engine, likewise. */
export const engineOrder: readonly string[] = [
  "text",
  "machine",
  "definition",
  "format",
  "program",
  "execution",
  "verification",
  "browser",
  "evidence",
  "store",
  "citation",
  "notebook",
  "cluster",
  "report",
  "command",
];

/** The top-level folders that a file of each may import from. */
const reachable: Readonly<Record<string, readonly string[]>> = {
  lib: ["lib"],
  experiments: ["lib", "experiments"],
  kernel: ["kernel"],
  bench: ["lib", "experiments", "kernel", "bench"],
};

/** The imports of a file that break the rule, each as a sentence. */
export function layerViolations(file: SourceFile, dependencies: readonly string[]): string[] {
  return importsOf(file.text).flatMap((name) => {
    const reason = name.startsWith(".")
      ? refuseRelative(file.path, name)
      : refusePackage(file.path, name, dependencies);
    return reason === undefined ? [] : [`${file.path} imports ${name}: ${reason}`];
  });
}

function refuseRelative(path: string, name: string): string | undefined {
  const target = posix.join(posix.dirname(path), name);
  const [top = ""] = path.split("/");
  const [targetTop = ""] = target.split("/");
  if (isTest(path) && (target === "bin/epsilab" || target.startsWith("dist/"))) return undefined; // a test may run what is built
  if (isTest(path) && (targetTop === "testing" || targetTop === "bench")) return undefined;
  if (top === "kernel" && target.startsWith(DRAWING)) return undefined;
  if (!(reachable[top] ?? []).includes(targetTop)) return `${top}/ may not import ${targetTop}/`;
  if (isTest(target) && !isTest(path)) return "what only tests read is not shipped";
  if (
    isOfExperiment(path) &&
    !isTest(path) &&
    target !== KIT &&
    targetTop === "experiments" &&
    !isSameFolder(path, target) &&
    !path.startsWith(JUDGES_OTHERS)
  ) {
    return `an experiment is written against ${KIT}, as those of users are`;
  }
  if (path.startsWith(ENGINE) && target.startsWith(ENGINE)) {
    const [room, targetRoom] = [path, target].map((each) => each.slice(ENGINE.length).split("/")[0]);
    return refuseOrder(engineOrder, { room, targetRoom, at: ENGINE, isExempt: isTest(path) });
  }
  if (top !== "lib" || isDoor(path)) return undefined;
  if (isDoor(target)) return isTest(path) ? undefined : "index.ts is a door for users, not for the library";
  const [room, targetRoom] = [path, target].map(folderOf);
  if (targetRoom === ORACLES && room !== ORACLES && !isTest(path)) return "the library may not use what checks it";
  return refuseOrder(libraryOrder, { room, targetRoom, at: "lib/", isExempt: isTest(path) });
}

interface Arrow {
  readonly room: string;
  readonly targetRoom: string;
  /** The folder of the rooms. */
  readonly at: string;
  /** Whether any direction will do. */
  readonly isExempt: boolean;
}

function refuseOrder(order: readonly string[], { room, targetRoom, at, isExempt }: Arrow): string | undefined {
  if (isExempt) return undefined;
  const nowhere = [room, targetRoom].find((name) => !order.includes(name));
  if (nowhere !== undefined) return `${at}${nowhere} has no place in the order of folders`;
  return order.indexOf(targetRoom) <= order.indexOf(room) ? undefined : `${at}${targetRoom} comes after ${at}${room}`;
}

const ENGINE = "experiments/engine/";
const KIT = "experiments/kit.ts";
/** Computations by definition alone, which tests and experiments hold against the library. */
const ORACLES = "oracles";
/** What of lib/ the kernel may import. */
const DRAWING = "lib/figures/drawing/";
/** The one experiment whose subject is the others. */
const JUDGES_OTHERS = "experiments/validity/";

/** A file of an experiment: of a folder of experiments/ that has none of the workbench itself. */
function isOfExperiment(path: string): boolean {
  return /^experiments\/(?!engine\/|claims\/|lectures\/|exercises\/|battery\/|files\/|programs\/)[a-z-]+\//.test(path);
}

function isSameFolder(path: string, target: string): boolean {
  return posix.dirname(path) === posix.dirname(target);
}

/** The folder of a file of lib/, as `libraryOrder` has it. */
function folderOf(path: string): string {
  const [, folder = "", room = ""] = path.split("/");
  return folder === "privacy" ? `${folder}/${room}` : folder;
}

/** What users import, by the exports of package.json: the doors point everywhere, and nothing of the library to them. */
function isDoor(path: string): boolean {
  return path === "lib/index.ts" || /^lib\/[a-z-]+(\/accounting)?\/index\.ts$/.test(path);
}

function refusePackage(path: string, name: string, dependencies: readonly string[]): string | undefined {
  const inLibrary = path.startsWith("lib/");
  if (name === unknownImport) return inLibrary ? "an import in lib/ has a plain name" : undefined;
  if (name === "epsilab" || name.startsWith("epsilab/")) return "the package is for notebooks and users";
  if (isTest(path)) return undefined;
  if (builtinModules.includes(name.replace(/^node:/, ""))) {
    return inLibrary ? "lib/ is pure and runs wherever JavaScript does" : undefined;
  }
  const known = dependencies.some((dependency) => name === dependency || name.startsWith(`${dependency}/`));
  return known ? undefined : "it is not among the dependencies of package.json";
}
