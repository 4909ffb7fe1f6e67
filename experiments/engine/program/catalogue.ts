/**
 * Catalogue: the experiments and claims there are, Epsilab's own and those of the project that one works in, each loaded when it is
 * asked for.
 */
import { existsSync, statSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { areas, type Claim, claimNamed, claims } from "../../claims/index.ts";
import type { Experiment } from "../definition/experiment.ts";
import { messageOf } from "../text/thrown.ts";
import { type BuiltInProgram, builtInProgram } from "./built-in-program.ts";
import { importCode, importProgram, type Program, ProgramError, programOf } from "./program.ts";
import type { Project } from "./project.ts";

/** Where the file of each experiment is, as built: `experiments/<area>/<id>`. */
const AREAS: Readonly<Record<string, string>> = {
  accountants: "accountants",
  accounting: "accounting",
  "applied-learning": "erm",
  attacks: "attacks",
  "auditing-methods": "auditing",
  changepoint: "changepoint",
  composition: "composition",
  definitions: "definitions",
  "erm-excess-risk": "erm",
  "false-discovery": "false-discovery",
  generalisation: "generalisation",
  gradient: "gradient",
  "inverse-sensitivity": "inverse-sensitivity",
  "local-privacy": "local",
  "lower-bounds": "minimax",
  "membership-tradeoff": "membership",
  "minimax-bounds": "minimax",
  "mnist-private-training": "gradient",
  noise: "noise",
  "places-and-reports": "local",
  "private-learning": "erm",
  "public-data": "erm",
  "published-audits": "auditing",
  quantiles: "quantiles",
  "randomized-response": "local",
  "secure-release": "releases",
  selection: "selection",
  "shipped-libraries": "libraries",
  streams: "streams",
  "structured-releases": "structured",
  synthetic: "synthetic",
  "thresholdout-holdout": "holdout",
  "validity-of-verdicts": "validity",
};

export const BUILT_IN_IDS: readonly string[] = Object.keys(AREAS);

/** An experiment with what its program is made of. */
export interface Loaded {
  readonly experiment: Experiment;
  readonly origin:
    | ({ readonly kind: "built-in" } & BuiltInProgram)
    /** From a file of the project, or from the cells of a notebook, whose text is kept. */
    | ({ readonly kind: "own"; readonly file?: string; readonly cells?: string } & Program)
    /** A value whose functions cannot be carried to another thread; `hash` stands for it in this process. */
    | { readonly kind: "value"; readonly hash: string; readonly files: readonly string[] };
}

/** What a worker thread needs to load an experiment. */
export type Carried = { readonly id: string } | { readonly code: string } | { readonly file: string };

export function carriedOf({ experiment, origin }: Loaded): Carried | undefined {
  if (origin.kind === "built-in") return { id: experiment.id };
  return origin.kind === "own" ? { code: origin.code } : undefined;
}

export async function loadCarried(carried: Carried): Promise<Experiment> {
  if ("id" in carried) return loadBuiltIn(carried.id);
  const module = "code" in carried ? importCode(carried.code) : importProgram(carried.file);
  return requireExperiment((await module).default, "the program");
}

async function loadBuiltIn(id: string): Promise<Experiment> {
  const address = new URL(`../../${AREAS[id]}/${id}.js`, import.meta.url);
  return (await import(/* @vite-ignore */ address.href)).default;
}

/** What is wrong with a file of the project, in a line. */
export interface Problem {
  readonly file: string;
  readonly message: string;
}

export class Catalogue {
  readonly #project: Project;
  #own: Promise<readonly Loaded[]> | undefined;
  readonly #problems: Problem[] = [];

  constructor(project: Project) {
    this.#project = project;
  }

  /** The experiments of the project; files of `experiments/` that define none are helpers, those that fail are among the problems. */
  own(): Promise<readonly Loaded[]> {
    this.#own ??= this.#loadOwn();
    return this.#own;
  }

  async #loadOwn(): Promise<readonly Loaded[]> {
    const found: Loaded[] = [];
    for (const file of this.#project.files) {
      try {
        const loaded = await this.#loadFile(file);
        if (loaded === undefined) continue;
        requireNewNames(loaded, found, this.#project.folder);
        found.push(loaded);
      } catch (error) {
        this.#problems.push({ file, message: messageOf(error) });
      }
    }
    return found;
  }

  /** What is wrong with files of the project, known once they were loaded. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  async #loadFile(file: string): Promise<Loaded | undefined> {
    const program = await programOf({ file }, this.#project.folder);
    const { default: value } = await importCode(program.code).catch((error: unknown) => {
      throw new ProgramError(messageOf(error), { cause: error });
    });
    if (!isExperiment(value)) return undefined;
    return { experiment: value, origin: { kind: "own", file, ...program } };
  }

  /** All ids, the catalogue's first. */
  async ids(): Promise<readonly string[]> {
    return [...BUILT_IN_IDS, ...(await this.own()).map(({ experiment }) => experiment.id)];
  }

  /** An experiment by its id, or by the path of its file. */
  async load(reference: string): Promise<Loaded> {
    if (Object.hasOwn(AREAS, reference)) {
      const program = await builtInProgram(AREAS[reference], reference);
      return { experiment: await loadBuiltIn(reference), origin: { kind: "built-in", ...program } };
    }
    if (isPath(reference)) return this.#loadPath(reference);
    const own = (await this.own()).find(({ experiment }) => experiment.id === reference);
    if (own !== undefined) return own;
    const broken = this.#problems.find(({ file }) => basename(file).replace(/\..*$/, "") === reference);
    if (broken !== undefined) throw new ProgramError(broken.message);
    const known = (await this.ids()).join(", ");
    throw new RangeError(`experiment must be one of ${known}, or the path of a .ts or .js file, got "${reference}"`);
  }

  async #loadPath(reference: string): Promise<Loaded> {
    const file = resolve(reference);
    const isFile = existsSync(file) && statSync(file).isFile();
    if (!isFile) throw new RangeError(`the file of the experiment must exist and be one, got "${reference}"`);
    const loaded = await this.#loadFile(file);
    if (loaded === undefined) throw new TypeError(`${reference} must export an experiment by default`);
    requireNewNames(loaded, [], this.#project.folder);
    return loaded;
  }

  /** The experiment of an id, without what its program is made of. */
  async experiment(id: string): Promise<Experiment> {
    return Object.hasOwn(AREAS, id) ? loadBuiltIn(id) : (await this.load(id)).experiment;
  }

  async all(): Promise<readonly Experiment[]> {
    const builtIn = await Promise.all(BUILT_IN_IDS.map(loadBuiltIn));
    return [...builtIn, ...(await this.own()).map(({ experiment }) => experiment)];
  }

  /** The catalogue's claims, then those of the project. */
  async claims(): Promise<readonly Claim[]> {
    const own = (await this.own()).flatMap(({ experiment }) => experiment.claims);
    return [...claims, ...new Map(own.map((claim) => [claim.id, claim])).values()];
  }

  async claimNamed(name: string): Promise<Claim | undefined> {
    const isNamed = ({ id, aliases = [] }: Claim) => id === name || aliases.includes(name);
    return claimNamed(name) ?? (await this.claims()).find(isNamed);
  }

  async areas(): Promise<readonly string[]> {
    const own = await this.own();
    const more = own.flatMap(({ experiment }) => [experiment.area, ...experiment.claims.map(({ area }) => area)]);
    return [...new Set([...areas, ...more])];
  }
}

export function isPath(reference: string): boolean {
  return /[./\\]/.test(reference);
}

const KINDS = { id: "string", version: "number", title: "string", area: "string", parts: "object", figures: "object" };

/** Whether a file means to export an experiment: one that has an id and parts, and lacks the rest, is refused. */
function isExperiment(value: unknown): value is Experiment {
  const given = Object(value) as Readonly<Record<string, unknown>>;
  if (typeof given.id !== "string" || !("parts" in given)) return false;
  const wrong = Object.entries(KINDS).find(([name, kind]) => given[name] === null || typeof given[name] !== kind)?.[0];
  const lacking = wrong ?? (Array.isArray(given.claims) ? undefined : "claims");
  if (lacking === undefined) return true;
  throw new TypeError(`an experiment must be made by defineExperiment, got "${given.id}" with a wrong ${lacking}`);
}

function requireExperiment(value: unknown, what: string): Experiment {
  if (!isExperiment(value)) throw new TypeError(`${what} must export an experiment by default`);
  return value;
}

/** Ids of experiments and of claims name one thing each. */
function requireNewNames({ experiment, origin }: Loaded, others: readonly Loaded[], folder: string): void {
  const place = relative(folder, ("file" in origin ? origin.file : undefined) ?? "");
  if (Object.hasOwn(AREAS, experiment.id)) {
    throw new RangeError(
      `${place}: the id of an experiment must not be taken, got "${experiment.id}", which is Epsilab's`,
    );
  }
  for (const other of others) {
    const where = relative(folder, ("file" in other.origin ? other.origin.file : undefined) ?? "");
    if (other.experiment.id === experiment.id) {
      throw new RangeError(
        `${place}: the id of an experiment must not be taken, got "${experiment.id}", which is that of ${where}`,
      );
    }
    for (const { id, statement } of experiment.claims) {
      const rival = other.experiment.claims.find((claim) => claim.id === id);
      if (rival === undefined || rival.statement === statement) continue;
      throw new RangeError(
        `${place}: the id of a claim must not be taken, got "${id}", which ${where} has with another statement`,
      );
    }
  }
}
