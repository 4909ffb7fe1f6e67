/**
 * Experiment: claims, their checks and their negative controls, as one value.
 *
 * It reads no clock, no file and no global seed. Each part checks a claim by a study: a claim of the catalogue by its id, or one of
 * your own, made by `defineClaim`. Its controls are studies of deliberately broken variants, with their own cells, and a control is
 * caught if every one of its cells is `violated`. A missed control fails the experiment: one that cannot fail proves nothing. So
 * every part has at least one. `version` is raised whenever a stored number may move.
 * @example
 * ```ts
 * import { atMost, axis, defineClaim, defineExperiment, exactStudy, run, z } from "epsilab/experiments";
 * const claim = defineClaim({
 *   id: "halves", title: "Halves", statement: "n / 2 is at most n.", source: [{ work: "folklore", year: 2026 }], evidence: ["proved"],
 * });
 * const size = axis(z.int().min(1), { means: "n", quick: [1, 2] });
 * const half = (divisor: number) => exactStudy({
 *   axes: { size },
 *   exact: ({ size }) => ({ checks: { half: atMost(size / divisor, size) } }),
 * });
 * const halves = defineExperiment({
 *   id: "halves", version: 1, title: "Halves of numbers",
 *   parts: {
 *     half: {
 *       claim, asks: "Is a half no more than the whole?", study: half(2),
 *       controls: { twice: { says: "the double", study: half(0.5) } },
 *     },
 *   },
 * });
 * halves.claims[0].id; // => 'halves'
 * ```
 */
import type { Figure } from "../../../lib/figures/figure.ts";
import type { Claim } from "../../claims/claim.ts";
import { claim as builtInClaim, claims as builtInClaims, claimNamed } from "../../claims/index.ts";
import type { CellRow } from "./row.ts";
import type { Study } from "./study.ts";

export interface Control {
  /** What is broken, in a sentence. */
  readonly says: string;
  /**
   * The errata, by id, whose text the control takes at its word: its theory is the value that the text gives. What its refutation
   * says of the notes is the erratum's kind.
   */
  readonly refutes?: readonly string[];
  /** The check that shows each of them, by its id, where the control takes several texts at their word. */
  readonly shownBy?: Readonly<Record<string, string>>;
  readonly study: Study;
}

export interface Part {
  /** The id of a claim. */
  readonly claim: string;
  /** What is asked, in a sentence. */
  readonly asks: string;
  readonly study: Study;
  readonly controls: Readonly<Record<string, Control>>;
}

/** A part as it is written down: a claim of one's own stands for its id. */
export interface PartDraft extends Omit<Part, "claim"> {
  readonly claim: string | Claim;
}

/** A figure that is drawn where the named parts were run. */
export interface FigureOfRows {
  readonly parts: readonly string[];
  draw(rows: readonly CellRow[]): Figure;
}

export interface Experiment {
  /** The file's name. */
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly area: string;
  readonly parts: Readonly<Record<string, Part>>;
  /** Built from the stored rows alone. */
  readonly figures: Readonly<Record<string, FigureOfRows>>;
  /** Those that are not in the catalogue. */
  readonly claims: readonly Claim[];
}

export interface ExperimentDraft extends Pick<Experiment, "id" | "version" | "title"> {
  /** "own" unless it is given. */
  readonly area?: string;
  readonly parts: Readonly<Record<string, PartDraft>>;
  /** A function alone is drawn where all parts were run. */
  readonly figures?: Readonly<Record<string, FigureOfRows | FigureOfRows["draw"]>>;
}

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** What the command line says in place of an id or an area. */
const WORDS = ["all", "own"];
/** What `run` and the command line say beside the axes. */
const RESERVED = ["parts", "full", "seed", "threads", "results", "replace", "again"];

export function defineExperiment(draft: ExperimentDraft): Experiment {
  const { id, version, title, area = "own" } = draft;
  const drafts = Object.entries(draft.parts ?? {});
  const controls = drafts.flatMap(([, part]) => Object.keys(part.controls ?? {}));
  const names = [id, area, ...Object.keys(draft.parts ?? {}), ...Object.keys(draft.figures ?? {}), ...controls];
  const wrong = names.find((name) => typeof name !== "string" || !NAME.test(name));
  if (wrong !== undefined) throw new RangeError(`a name must be lower-case words joined by hyphens, got "${wrong}"`);
  if (WORDS.includes(id)) throw new RangeError(`id must not be one of ${WORDS.join(", ")}, got "${id}"`);
  if (!Number.isSafeInteger(version) || version < 1) throw new RangeError(`version must be 1 or more, got ${version}`);
  if (typeof title !== "string" || title.trim() === "") throw new RangeError(`title must be a text, got ${title}`);
  if (/[\r\n]/.test(title)) throw new RangeError(`title must be one line, got ${JSON.stringify(title)}`);
  if (drafts.length === 0) throw new RangeError(`parts must not be empty, got none in "${id}"`);
  for (const [name, part] of drafts) requirePart(id, name, part);
  requireErrata(drafts);
  const parts = Object.fromEntries(drafts.map(([name, part]) => [name, { ...part, claim: claimIdOf(part.claim) }]));
  const figures = Object.entries(draft.figures ?? {}).map(([name, figure]): [string, FigureOfRows] => {
    const drawn = typeof figure === "function" ? { parts: Object.keys(parts), draw: figure } : figure;
    if (!Array.isArray(drawn?.parts) || typeof drawn.draw !== "function") {
      throw new RangeError(
        `the figure ${name} must be a function of the rows, or { parts, draw }, got ${typeof figure}`,
      );
    }
    const unknown = drawn.parts.find((part) => !Object.hasOwn(parts, part));
    if (unknown !== undefined) {
      throw new RangeError(
        `parts of the figure ${name} must be some of ${Object.keys(parts).join(", ")}, got "${unknown}"`,
      );
    }
    return [name, drawn];
  });
  return { id, version, title, area, parts, figures: Object.fromEntries(figures), claims: ownClaims(id, area, drafts) };
}

function requirePart(id: string, name: string, { asks, study, controls }: PartDraft): void {
  if (typeof asks !== "string") throw new RangeError(`asks of part ${name} must be a sentence, got ${String(asks)}`);
  if (Object.keys(controls ?? {}).length === 0) {
    throw new RangeError(
      `part ${name} of "${id}" must have a control, a broken variant that its check catches, got none: ` +
        "a check that cannot fail proves nothing",
    );
  }
  for (const { study: each } of [{ study }, ...Object.values(controls)]) {
    if (each?.kind !== "exact" && each?.kind !== "sampled") {
      throw new RangeError(`study of part ${name} of "${id}" must be made by exactStudy or sampledStudy`);
    }
    const reserved = Object.keys(each.axes).find((axis) => RESERVED.includes(axis));
    if (reserved !== undefined) {
      throw new RangeError(
        `an axis must not be called as one of ${RESERVED.join(", ")}, got "${reserved}" in part ${name}`,
      );
    }
  }
}

/**
 * An erratum that a control refutes is one of the catalogue or of the experiment's own claims, and of several each has a check of
 * its own.
 */
function requireErrata(parts: readonly (readonly [string, PartDraft])[]): void {
  const own = parts.flatMap(([, { claim }]) => (typeof claim === "string" ? [] : [claim]));
  const known = new Set([...builtInClaims, ...own].flatMap(({ errata }) => errata.map(({ id }) => id)));
  for (const [part, { controls }] of parts) {
    for (const [name, { refutes = [], shownBy }] of Object.entries(controls)) {
      const of = `of the control ${name} of part ${part}`;
      const unknown = refutes.find((erratum) => !known.has(erratum));
      if (unknown !== undefined) throw new RangeError(`refutes ${of} must be the ids of errata, got "${unknown}"`);
      const other = Object.keys(shownBy ?? {}).find((erratum) => !refutes.includes(erratum));
      if (other !== undefined) throw new RangeError(`shownBy ${of} must name errata that it refutes, got "${other}"`);
      const bare = refutes.length > 1 ? refutes.find((erratum) => shownBy?.[erratum] === undefined) : undefined;
      if (bare !== undefined) {
        throw new RangeError(`shownBy ${of} must name a check for each of its errata, got none for "${bare}"`);
      }
    }
  }
}

/** The id of a claim that is known: one of the catalogue, or one's own. */
function claimIdOf(claim: string | Claim): string {
  return typeof claim === "string" ? builtInClaim(claim).id : claim.id;
}

/** Those without an area of their own are of the experiment's. */
function ownClaims(id: string, area: string, parts: readonly (readonly [string, PartDraft])[]): readonly Claim[] {
  const own = new Map<string, Claim>();
  for (const [, { claim }] of parts) {
    if (typeof claim === "string" || claimNamed(claim.id) === claim) continue;
    const rival = own.get(claim.id);
    if (rival !== undefined && rival !== claim) {
      throw new RangeError(`the claims of "${id}" must have an id each, got "${claim.id}" twice`);
    }
    own.set(claim.id, claim);
  }
  return [...own.values()].map((claim) => (claim.area === "own" ? { ...claim, area } : claim));
}
