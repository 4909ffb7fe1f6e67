/**
 * Loaded value: an experiment that code has in its hands, such as one that is written in the cells of a notebook.
 *
 * The kernel gives the declarations behind it, which become a program that worker threads load. Where it cannot, or where what they
 * declare again is not what the session has, the experiment runs in this thread, and a line says why. Functions are compared by
 * what they use, which is declared and compared by itself.
 */
import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import type { Experiment } from "../definition/experiment.ts";
import type { Loaded } from "../program/catalogue.ts";
import { importCode, ProgramError, programOf } from "../program/program.ts";
import type { Workbench } from "../program/workbench.ts";
import { messageOf } from "../text/thrown.ts";
import type { CellHook } from "./cell-hook.ts";

interface LoadedValue {
  readonly loaded: Loaded;
  readonly note: string;
}

/** An experiment that is a value: carried to threads as the cells that declare it, or run here. */
export async function loadValue(
  experiment: Experiment,
  { project }: Workbench,
  hook: CellHook | undefined,
): Promise<LoadedValue> {
  const here = (reason: string): LoadedValue => ({
    loaded: { experiment, origin: { kind: "value", hash: ownHash(experiment), files: [] } },
    note: `${experiment.id} runs in this thread alone: ${reason}`,
  });
  if (hook === undefined) return here("its functions cannot be carried to others; give run the path of its file");
  const cells = hook.moduleOf(experiment);
  if ("reason" in cells) return here(cells.reason);
  try {
    const { source, folder, name, values } = cells;
    const program = await programOf({ source, folder, name: `<cells of ${name}>` }, project.folder);
    const module = await importCode(program.code);
    const changed = changedValue(values, (module.$carried as () => Readonly<Record<string, unknown>>)());
    if (changed !== undefined) return here(`${changed} has changed since it was declared`);
    return { loaded: { experiment, origin: { kind: "own", cells: source, ...program } }, note: "" };
  } catch (error) {
    if (error instanceof ProgramError) return here(error.message);
    return here(`its cells do not run a second time: ${messageOf(error)}`);
  }
}

/** The name of a value that is not what its declaration makes again. */
function changedValue(
  live: Readonly<Record<string, unknown>>,
  fresh: Readonly<Record<string, unknown>>,
): string | undefined {
  return Object.keys(live).find((name) => !isAlike(live[name], fresh[name], new Map()));
}

/** Alike in all that can be seen: functions count as alike, since what they use is compared by itself. */
function isAlike(one: unknown, other: unknown, seen: Map<unknown, unknown>): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== typeof other) return false;
  if (typeof one === "function") return true;
  if (typeof one !== "object" || one === null || other === null) return false;
  if (isSchema(one) && isSchema(other)) return schemaText(one) === schemaText(other); // which fill in caches as they are used
  if (ArrayBuffer.isView(one)) return ArrayBuffer.isView(other) && bytesOf(one).equals(bytesOf(other));
  if (seen.has(one)) return seen.get(one) === other;
  seen.set(one, other);
  const [first, second] = [one, other as object].map(entriesOf);
  return (
    first.length === second.length &&
    first.every(([key, value], k) => isAlike(key, second[k][0], seen) && isAlike(value, second[k][1], seen))
  );
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

function isSchema(value: unknown): value is z.ZodType {
  return typeof value === "object" && value !== null && "_zod" in value;
}

function schemaText(schema: z.ZodType): string {
  return JSON.stringify(z.toJSONSchema(schema, { unrepresentable: "any" }));
}

function entriesOf(value: object): readonly (readonly [unknown, unknown])[] {
  if (value instanceof Map) return [...value];
  if (value instanceof Set) return [...value].map((each) => [each, true] as const);
  return Reflect.ownKeys(value)
    .map((key) => [key, Object.getOwnPropertyDescriptor(value, key)] as const)
    .flatMap(([key, descriptor]) =>
      descriptor !== undefined && "value" in descriptor ? [[key, descriptor.value] as const] : [],
    );
}

const names = new WeakMap<Experiment, string>();

/**
 * Stands for a program that cannot be read: this very value in this process. Blocks of a run that was stopped are taken up by the
 * same value alone, since an equal text may use variables that have changed.
 */
function ownHash(experiment: Experiment): string {
  const known = names.get(experiment) ?? createHash("sha256").update(randomUUID()).digest("hex");
  names.set(experiment, known);
  return known;
}
