/**
 * Axis: one parameter of a study, with the values that it runs over by default and the rule for others.
 *
 * The rule is a zod schema, so that values from code, the command line and files are refused alike, by a sentence that names the
 * parameter, shows the value and says what is allowed. Numbers, strings and booleans serve as values: they are written into the result.
 */
import type { z } from "zod";

export type AxisValue = number | string | boolean;

export interface Axis<Value extends AxisValue = AxisValue> {
  /** What the parameter is, in a few words with its unit; `--help` prints it. */
  readonly means: string;
  readonly schema: z.ZodType<Value>;
  readonly quick: readonly Value[];
  readonly full: readonly Value[];
}

export type Axes = Readonly<Record<string, Axis>>;

/** One value for each axis. */
export type Cell<A extends Axes = Axes> = {
  readonly [Name in keyof A]: A[Name] extends Axis<infer Value> ? Value : never;
};

/** `full` is as `quick` unless it is given. */
export function axis<Value extends AxisValue>(
  schema: z.ZodType<Value>,
  { means, quick, full = quick }: { means: string; quick: readonly Value[]; full?: readonly Value[] },
): Axis<Value> {
  return { means, schema, quick, full };
}

/** Values for an axis that has others, by default the same in a quick and a full run. */
export type Narrower<Value extends AxisValue> =
  | readonly Value[]
  | { readonly quick: readonly Value[]; readonly full: readonly Value[] };

/** The same axes in their order, of which those that are named run over other values. */
export function narrowed(axes: Axes, over: Readonly<Record<string, Narrower<AxisValue> | undefined>>): Axes {
  const unknown = Object.keys(over).find((name) => !Object.hasOwn(axes, name));
  if (unknown !== undefined) {
    throw new RangeError(`over must name some of the axes ${Object.keys(axes).join(", ")}, got "${unknown}"`);
  }
  return Object.fromEntries(
    Object.entries(axes).map(([name, axis]) => {
      const { [name]: values } = over;
      if (values === undefined) return [name, axis];
      const { quick, full } = "quick" in values ? values : { quick: values, full: values };
      return [name, { ...axis, quick, full }];
    }),
  );
}

/** The values of one axis, checked: none missing, none twice, each allowed. */
export function requireValues(name: string, { schema }: Axis, values: readonly unknown[]): readonly AxisValue[] {
  if (values.length === 0) throw new RangeError(`${name} must have at least one value, got none`);
  const checked = values.map((value) => {
    const { success, data, error } = schema.safeParse(value);
    if (success) return data;
    const wanted = error.issues.map(({ message }) => message).join("; ");
    throw new RangeError(`${name} must be as declared, got ${show(value)}: ${wanted}`);
  });
  const twice = checked.find((value, index) => checked.indexOf(value) !== index);
  if (twice !== undefined) throw new RangeError(`${name} must have every value once, got ${show(twice)} twice`);
  return checked;
}

/** A value from the command line: a number if it reads as one, true and false, otherwise the word itself. */
export function readValue(text: string): AxisValue {
  if (text === "true" || text === "false") return text === "true";
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

function show(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** All combinations, the last axis fastest. */
export function grid(values: Readonly<Record<string, readonly AxisValue[]>>): readonly Cell[] {
  return Object.entries(values).reduce<readonly Cell[]>(
    (cells, [name, along]) => cells.flatMap((cell) => along.map((value) => ({ ...cell, [name]: value }))),
    [{}],
  );
}
