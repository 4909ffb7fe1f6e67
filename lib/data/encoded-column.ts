/**
 * Encoded column: raw values of one column as the numbers that a table keeps, by the rules of its declaration.
 *
 * Numbers stay numbers, moved to the nearest bound; a category becomes its place in the list, a flag 0 or 1. Missing is null,
 * undefined, NaN and a hole in an array; a row that is dropped has NaN. `clamped` marks the values that were moved, or were no
 * category and became `other`.
 * Limits: a value of another type is refused by its row, counted from 1, and never shown.
 */
import { refuseData } from "../numerics/requirements.ts";
import { type Column, quoted } from "./domain.ts";

export interface EncodedColumn {
  /** A value each row; NaN where it is missing and the row is dropped. */
  readonly values: Float64Array;
  /** 1 where the value was moved into the domain. */
  readonly clamped: Uint8Array;
  /** 1 where there was no value. */
  readonly missing: Uint8Array;
}

export function encodedColumn(name: string, column: Column, raw: readonly unknown[]): EncodedColumn {
  const rows = raw.length;
  const [values, clamped, missing] = [new Float64Array(rows), new Uint8Array(rows), new Uint8Array(rows)];
  const encode = encoderOf(column);
  const substitute = substituteOf(name, column, encode);
  for (let row = 0; row < rows; row++) {
    const value = raw[row];
    if (isMissing(value)) {
      missing[row] = 1;
      values[row] = substitute(row);
      continue;
    }
    const [code, moved] = encode(value) ?? refuseData(placeOf(name, row), expected(column.kind, value));
    values[row] = code + 0; // -0 becomes 0
    clamped[row] = moved ? 1 : 0;
  }
  return { values, clamped, missing };
}

/** The place of a value, for messages: its row is said, its value is not. */
export function placeOf(name: string, row: number): string {
  return `column ${quoted(name)}, row ${row + 1}`;
}

export function isMissing(value: unknown): boolean {
  return value === null || value === undefined || Number.isNaN(value);
}

const EXPECTED: Readonly<Record<Column["kind"], string>> = {
  number: "a number",
  integer: "an integer",
  category: "one of the declared categories (or declare `other`)",
  flag: "true or false",
};

/** What a value should have been; that it is true or false says nothing of which. */
function expected(kind: Column["kind"], value: unknown): string {
  const flags = typeof value === "boolean" ? " (a column of true and false is declared by `flagColumn()`)" : "";
  return `${EXPECTED[kind]}${flags}`;
}

/** The number that stands for a value, and whether the value was moved; undefined for one of the wrong type. */
type Encoder = (value: unknown) => readonly [code: number, moved: boolean] | undefined;

function encoderOf(column: Column): Encoder {
  switch (column.kind) {
    case "number":
    case "integer": {
      const { kind, lower, upper } = column;
      return (value) => {
        if (typeof value !== "number" && typeof value !== "bigint") return undefined;
        const number = Number(value);
        if (kind === "integer" && !Number.isInteger(number) && Number.isFinite(number)) return undefined;
        return number < lower ? [lower, true] : number > upper ? [upper, true] : [number, false];
      };
    }
    case "category": {
      const places = new Map(column.categories.map((category, place) => [category, place]));
      const rest = column.other === "refuse" ? undefined : ([places.get(column.other.as) as number, true] as const);
      return (value) => {
        if (typeof value !== "string") return undefined;
        const place = places.get(value);
        return place === undefined ? rest : [place, false];
      };
    }
    case "flag":
      return (value) => (typeof value === "boolean" ? [value ? 1 : 0, false] : undefined);
  }
}

function substituteOf(name: string, { missing }: Column, encode: Encoder): (row: number) => number {
  if (missing === "drop") return () => Number.NaN;
  if (missing === "refuse")
    return (row) => refuseData(placeOf(name, row), 'given (or declare `missing: "drop"` or a value)');
  const [code] = encode(missing.as) as readonly [number, boolean];
  return () => code;
}
