/**
 * The picture of a trip: which file calls what of which, in the order of time, from top to bottom.
 *
 * Every arrow is held against the sources: the caller imports that name from the other file. Where two processes or threads talk, no import
 * joins them: `by` names the file whose type both import, or the file that one of them starts, and the arrow is dashed. A name that
 * has moved is refused, so a picture that is drawn is true.
 */
import { posix } from "node:path";
import { importsOf } from "../guards/imports.ts";
import type { SourceFile } from "../guards/project-files.ts";
import { arrow, box, COLOURS, line, loop, picture, text } from "./svg.ts";

interface Call {
  readonly from: string;
  readonly to: string;
  /** What `from` imports of `to`, or with `by` what is sent. */
  readonly name: string;
  readonly says: string;
  /** The file whose types both sides know, where a pipe or a thread is between them. */
  readonly by?: string;
}

export interface Trip {
  readonly title: string;
  /** The folder that all paths are below. */
  readonly folder: string;
  readonly calls: readonly Call[];
}

const COLUMN = 142;
const ROW = 44;
const TOP = 76;

export function tripPicture({ title, folder, calls }: Trip, files: readonly SourceFile[]): string {
  const sources = new Map(files.map(({ path, text: code }) => [path, code]));
  for (const call of calls) requireTrue(call, folder, sources);
  const places = [...new Set(calls.flatMap(({ from, to }) => [from, to]))];
  const x = (place: string) => 80 + places.indexOf(place) * COLUMN;
  const height = TOP + calls.length * ROW + 36;
  const parts: string[] = [];
  for (const place of places) {
    const at = x(place);
    parts.push(line(at, 62, at, height - 24, true), box(at - 67, 14, 134, 48, COLOURS.fill));
    const name = posix.basename(place, ".ts");
    parts.push(text(at, 34, name, { size: name.length > 16 ? 11 : 12, anchor: "middle", isBold: true }));
    parts.push(text(at, 51, posix.dirname(place), { size: 10, anchor: "middle", colour: COLOURS.grey }));
  }
  calls.forEach(({ from, to, name, says, by }, k) => {
    const y = TOP + 22 + k * ROW;
    const [start, end] = [x(from), x(to)];
    const isRight = end >= start;
    const isLast = Math.max(start, end) > 80 + (places.length - 3) * COLUMN;
    parts.push(start === end ? loop(start, y) : arrow(start, y, end + (isRight ? -3 : 3), y, by !== undefined));
    const at = isLast ? Math.min(start, end) - 8 : Math.max(start, end) + (start === end ? 34 : 10);
    const anchor = isLast ? "end" : "start";
    parts.push(text(at, y - 2, `${k + 1}. ${name}`, { size: 12, anchor, isCode: true, colour: COLOURS.line }));
    parts.push(text(at, y + 13, says, { size: 12, anchor }));
  });
  parts.push(
    text(12, height - 6, `files of ${folder}/; dashed: from one process or thread to another`, {
      size: 11,
      colour: COLOURS.grey,
    }),
  );
  return picture(160 + (places.length - 1) * COLUMN, height, title, parts);
}

function requireTrue({ from, to, name, by }: Call, folder: string, sources: ReadonlyMap<string, string>): void {
  const imports = (path: string, target: string) => {
    const code = sources.get(posix.join(folder, path));
    if (code === undefined) throw new Error(`${posix.join(folder, path)} is not there`);
    const wanted = posix.join(folder, target);
    const statements = [...code.matchAll(/(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*"([^"]+)"/g)];
    const found = statements.filter(([, , address]) => posix.join(folder, posix.dirname(path), address) === wanted);
    return {
      code,
      names: found.flatMap(([, names]) => names.split(",").map((each) => each.trim().replace(/^type /, ""))),
    };
  };
  if (by === undefined) {
    if (from === to ? new RegExp(`\\b${name}\\b`).test(imports(from, to).code) : imports(from, to).names.includes(name))
      return;
    throw new Error(`${from} does not import ${name} from ${to}`);
  }
  for (const side of [from, to]) {
    const { code, names } = imports(side, by);
    const starts = importsOf(code).some((each) => posix.join(posix.dirname(side), each).replace(/\.js$/, ".ts") === by);
    if (side !== by && !names.includes(name) && !starts) throw new Error(`${side} does not import ${name} from ${by}`);
  }
}
