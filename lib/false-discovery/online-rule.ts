/**
 * Online rules: hypotheses arrive one after another, and each is decided before the next is seen.
 *
 * A rule is a value. `decide` runs it over p-values that are all at hand; `start` begins a session that takes them one by one: it
 * knows the level of the next test, and `next(p)` rejects if p is at most that level. `save` gives the state as plain JSON, and
 * `resume` continues from it with the same bits as if it had never stopped; a state of another rule, of other parameters or of
 * another gamma sequence is refused.
 *
 * What is exact: the weights of a rule and the values of its gamma sequence are float64, and where levels are sums over past
 * rejections every decision is that of the sum in exact arithmetic. `level` is that sum within the error of its transforms
 * (`reward-levels.ts`), and `rejected` is always `p <= level` for the level that `next` returns.
 * Limits: a p-value that is no number of [0, 1] is refused and not shown; the session is then as it was.
 */
import { refuse, refuseData, requireInteger, requireList, requireOpenProbability } from "../numerics/requirements.ts";

export interface Decision {
  /** At which the p-value was tested. */
  readonly level: number;
  readonly rejected: boolean;
}

export interface Decisions {
  readonly levels: Float64Array;
  /** 1 where the null hypothesis is rejected. */
  readonly rejected: Uint8Array;
}

export interface OnlineSession {
  /** Of the next test. */
  readonly level: number;
  readonly tests: number;
  readonly rejections: number;
  next(p: number): Decision;
  save(): SavedSession;
}

/** A session as plain JSON. */
export interface SavedSession {
  readonly version: 1;
  readonly rule: string;
  readonly parameters: Readonly<Record<string, number | string>>;
  readonly tests: number;
  readonly rejections: number;
  readonly state: Readonly<Record<string, number | readonly number[]>>;
}

export interface OnlineRule {
  readonly name: string;
  readonly alpha: number;
  readonly parameters: SavedSession["parameters"];
  start(): OnlineSession;
  resume(saved: SavedSession): OnlineSession;
  decide(pValues: ArrayLike<number>): Decisions;
}

/** How a rule keeps its levels: what a session asks. */
export interface LevelState {
  /** Of the next test; refuses if there is none left. */
  readonly level: number;
  /** The same, so near to the exact level that `p <= levelFor(p)` is the exact decision. */
  levelFor(p: number): number;
  record(p: number, rejected: boolean): void;
  save(): SavedSession["state"];
}

interface RuleDraft {
  readonly name: string;
  readonly alpha: number;
  readonly parameters: SavedSession["parameters"];
  begin(): LevelState;
  restore(saved: SavedSession): LevelState;
}

export function onlineRule({ name, alpha, parameters, begin, restore }: RuleDraft): OnlineRule {
  requireOpenProbability({ alpha });
  return {
    name,
    alpha,
    parameters,
    start: () => session({ name, parameters, state: begin(), tests: 0, rejections: 0 }),
    resume: (saved) => {
      requireSaved(saved, name, parameters);
      return session({ name, parameters, state: restore(saved), tests: saved.tests, rejections: saved.rejections });
    },
    decide: (pValues) => {
      requirePValues(pValues);
      const levels = new Float64Array(pValues.length);
      const rejected = new Uint8Array(pValues.length);
      const state = begin();
      for (let t = 0; t < pValues.length; t++) {
        const p = pValues[t];
        levels[t] = state.levelFor(p);
        const isRejected = p <= levels[t];
        if (isRejected) rejected[t] = 1;
        state.record(p, isRejected);
      }
      return { levels, rejected };
    },
  };
}

/** p-values come from records, so a bad one is not shown. */
export function requirePValues(pValues: ArrayLike<number>): void {
  requireList("pValues", pValues);
  for (let i = 0; i < pValues.length; i++) requirePValue(`pValues[${i}]`, pValues[i]);
}

export function requirePValue(name: string, p: number): void {
  if (!(typeof p === "number" && p >= 0 && p <= 1)) refuseData(name, "between 0 and 1");
}

interface Progress {
  readonly name: string;
  readonly parameters: SavedSession["parameters"];
  readonly state: LevelState;
  readonly tests: number;
  readonly rejections: number;
}

function session({ name, parameters, state, ...before }: Progress): OnlineSession {
  let { tests, rejections } = before;
  return {
    get level() {
      return state.level;
    },
    get tests() {
      return tests;
    },
    get rejections() {
      return rejections;
    },
    next: (p) => {
      requirePValue("p", p);
      const level = state.levelFor(p);
      const rejected = p <= level;
      state.record(p, rejected);
      tests++;
      if (rejected) rejections++;
      return { level, rejected };
    },
    save: () => ({ version: 1, rule: name, parameters, tests, rejections, state: state.save() }),
  };
}

export function requireSaved(saved: SavedSession, name: string, parameters: SavedSession["parameters"]): void {
  if (typeof saved !== "object" || saved === null)
    refuse("saved", "a saved session (an object: what a file holds needs JSON.parse)", saved);
  if (saved.version !== 1) refuse("version of the saved session", "1", saved.version);
  if (saved.rule !== name) refuse("rule of the saved session", JSON.stringify(name), saved.rule);
  if (typeof saved.parameters !== "object" || saved.parameters === null)
    refuse("parameters of the saved session", "an object", saved.parameters);
  const keys = new Set([...Object.keys(parameters), ...Object.keys(saved.parameters)]);
  for (const key of keys) {
    if (saved.parameters[key] !== parameters[key])
      refuse(`${key} of the saved session`, String(parameters[key] ?? "absent"), saved.parameters[key]);
  }
  requireInteger({ "tests of the saved session": saved.tests }, 0);
  requireInteger({ "rejections of the saved session": saved.rejections }, 0);
  if (saved.rejections > saved.tests)
    refuse("rejections of the saved session", `at most the tests, ${saved.tests}`, saved.rejections);
  if (typeof saved.state !== "object" || saved.state === null)
    refuse("state of the saved session", "an object", saved.state);
}
