/**
 * Comparison of outputs: whether a rerun gave what the notebook keeps.
 *
 * Numbers, in text and in JSON, agree if they differ by at most `tolerance` of the larger one; all else must be the same. A picture
 * beside a figure in JSON is compared by being there, since the figure says all that it shows; one that stands alone must be the same
 * bytes. Of a progress bar the times do not count. Of an error, its name and message count, not its traceback; how text was cut
 * into pieces, and where between the other outputs stderr came, does not count.
 */
import type { JsonObject } from "../protocol/json-object.ts";
import type { DisplayOutput, Output } from "./document.ts";

/** What differs first between the stored outputs of a cell and the new ones; undefined if they agree. */
export function firstDifference(
  stored: readonly Output[],
  found: readonly Output[],
  tolerance: number,
): string | undefined {
  const [before, after] = [merged(stored), merged(found)];
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const [one, other] = [before[index], after[index]];
    const where = `output ${index + 1}`;
    if (one === undefined) return `${where}, ${describe(other)}, is not stored`;
    if (other === undefined) return `${where}, ${describe(one)}, did not come`;
    const difference = outputDifference(one, other, tolerance);
    if (difference !== undefined) return `${where}${difference}`;
  }
  return undefined;
}

/** Neighbouring pieces of one stream as one, stderr last, which comes when it will. */
function merged(outputs: readonly Output[]): readonly Output[] {
  const whole: Output[] = [];
  const isError = (output: Output) => output.output_type === "stream" && output.name === "stderr";
  for (const output of [...outputs.filter((each) => !isError(each)), ...outputs.filter(isError)]) {
    const last = whole.at(-1);
    if (output.output_type === "stream" && last?.output_type === "stream" && last.name === output.name) {
      whole[whole.length - 1] = { ...last, text: last.text + output.text };
    } else whole.push(output);
  }
  return whole;
}

function describe(output: Output | undefined): string {
  if (output === undefined) return "nothing";
  if (output.output_type === "stream") return `text on ${output.name}`;
  if (output.output_type === "error") return `the error ${output.ename}: ${output.evalue}`;
  return Object.keys(output.data).join(", ");
}

function outputDifference(one: Output, other: Output, tolerance: number): string | undefined {
  if (one.output_type === "stream" && other.output_type === "stream") {
    if (one.name !== other.name) return `: stored on ${one.name}, now on ${other.name}`;
    return textDifference(one.text, other.text, tolerance);
  }
  if (one.output_type === "error" && other.output_type === "error") {
    const words = ({ ename, evalue }: typeof one) => `${ename}: ${evalue}`;
    return textDifference(words(one), words(other), tolerance);
  }
  if ("data" in one && "data" in other) return bundleDifference(one, other, tolerance);
  return `: stored ${describe(one)}, now ${describe(other)}`;
}

function bundleDifference(one: DisplayOutput, other: DisplayOutput, tolerance: number): string | undefined {
  const types = new Set([...Object.keys(one.data), ...Object.keys(other.data)]);
  const hasFigure = [...types].some((type) => /\+json$/.test(type));
  for (const type of types) {
    const [before, after] = [one.data[type], other.data[type]];
    if (before === undefined) return `, ${type}: not stored`;
    if (after === undefined) return `, ${type}: did not come`;
    if (hasFigure && /^image\//.test(type)) continue;
    const words = isProgress(one) && isProgress(other) ? withoutTimes : (text: string) => text;
    const difference =
      typeof before === "string" && typeof after === "string" && !/^(image\/(?!svg)|application\/pdf)/.test(type)
        ? textDifference(words(before), words(after), tolerance)
        : valueDifference(before, after, tolerance, "");
    if (difference !== undefined) return `, ${type}${difference}`;
  }
  return undefined;
}

/** Whether it is what `progress` shows. */
function isProgress({ data }: DisplayOutput): boolean {
  const html = data["text/html"];
  return typeof html === "string" && html.startsWith("<div><progress ");
}

/** Times are written `1.5 s`, `2:03` or `1:02:03`. */
function withoutTimes(text: string): string {
  return text.replace(/\b(?:\d+\.\d s|(?:\d+:)?\d+:\d\d)(?![\w:])/g, "…");
}

/** A number that is no part of a word, with its sign. */
const NUMBER = /(?<![\w.])[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?![\w])/g;

function textDifference(one: string, other: string, tolerance: number): string | undefined {
  if (one === other) return undefined;
  const [before, after] = [one.split("\n"), other.split("\n")];
  for (let line = 0; line < Math.max(before.length, after.length); line++) {
    const [stored, now] = [before[line], after[line]];
    if (stored === now) continue;
    if (stored !== undefined && now !== undefined && sameLine(stored, now, tolerance)) continue;
    return `, line ${line + 1}: stored ${shown(stored)}, now ${shown(now)}`;
  }
  return undefined;
}

function sameLine(one: string, other: string, tolerance: number): boolean {
  if (one.replace(NUMBER, "#") !== other.replace(NUMBER, "#")) return false;
  const [before, after] = [one.match(NUMBER) ?? [], other.match(NUMBER) ?? []];
  return before.length === after.length && before.every((text, k) => close(Number(text), Number(after[k]), tolerance));
}

function close(one: number, other: number, tolerance: number): boolean {
  return one === other || Math.abs(one - other) <= tolerance * Math.max(Math.abs(one), Math.abs(other));
}

function valueDifference(one: unknown, other: unknown, tolerance: number, path: string): string | undefined {
  if (Object.is(one, other)) return undefined;
  if (typeof one === "number" && typeof other === "number" && close(one, other, tolerance)) return undefined;
  const isList = Array.isArray(one);
  if (typeof one !== "object" || typeof other !== "object" || !one || !other || isList !== Array.isArray(other))
    return `${path}: stored ${shown(one)}, now ${shown(other)}`;
  const [before, after] = [one as JsonObject, other as JsonObject];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const place = isList ? `${path}[${key}]` : `${path}.${key}`;
    const difference = valueDifference(before[key], after[key], tolerance, place);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
