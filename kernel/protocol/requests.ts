/**
 * Contents of the requests that carry arguments, read leniently: a field that is missing or of another type has the
 * default that the protocol gives it, so that no client, however old, makes the kernel fail.
 */
import { isJsonObject, type JsonObject } from "./json-object.ts";

export interface ExecuteRequest {
  readonly code: string;
  readonly silent: boolean;
  readonly storeHistory: boolean;
  readonly userExpressions: Readonly<Record<string, string>>;
  readonly allowStdin: boolean;
  readonly stopOnError: boolean;
}

export function readExecuteRequest(content: JsonObject): ExecuteRequest {
  const silent = booleanOf(content.silent, false);
  return {
    code: textOf(content.code),
    silent,
    storeHistory: !silent && booleanOf(content.store_history, true),
    userExpressions: expressionsOf(content.user_expressions),
    allowStdin: booleanOf(content.allow_stdin, true),
    stopOnError: booleanOf(content.stop_on_error, true),
  };
}

/** A place in a text; the cursor counts code points. */
export function readCursorRequest(content: JsonObject) {
  const code = textOf(content.code);
  const cursor = integerOf(content.cursor_pos) ?? Number.MAX_SAFE_INTEGER;
  return { code, cursor, detail: content.detail_level === 1 ? 1 : 0 } as const;
}

export interface HistoryRequest {
  readonly access: "tail" | "range" | "search";
  /** Whether outputs are wanted, too. */
  readonly output: boolean;
  /** At most this many, of a tail or a search. */
  readonly count: number | undefined;
  /** Of a range. */
  readonly session: number;
  readonly start: number;
  readonly stop: number;
  /** Of a search. */
  readonly pattern: string;
  readonly unique: boolean;
}

export function readHistoryRequest(content: JsonObject): HistoryRequest {
  const access = content.hist_access_type;
  return {
    access: access === "range" || access === "search" ? access : "tail",
    output: booleanOf(content.output, false),
    count: integerOf(content.n),
    session: integerOf(content.session) ?? 0,
    start: integerOf(content.start) ?? 1,
    stop: integerOf(content.stop) ?? Number.POSITIVE_INFINITY,
    pattern: typeof content.pattern === "string" ? content.pattern : "*",
    unique: booleanOf(content.unique, false),
  };
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function booleanOf(value: unknown, otherwise: boolean): boolean {
  return typeof value === "boolean" ? value : otherwise;
}

function integerOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? Math.trunc(value) : undefined;
}

function expressionsOf(value: unknown): Record<string, string> {
  if (!isJsonObject(value)) return {};
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(entries);
}
