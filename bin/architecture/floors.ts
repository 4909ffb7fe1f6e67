/**
 * The picture of the floors: the top-level folders, their rooms, and an arrow where one floor imports another.
 *
 * Rooms and arrows are read from the sources. There are no counts in it, which every new file would change.
 */
import { posix } from "node:path";
import { importsOf } from "../guards/imports.ts";
import { isTest, type SourceFile } from "../guards/project-files.ts";
import { arrow, box, COLOURS, picture, text } from "./svg.ts";

export interface Floor {
  /** A top-level folder. */
  readonly folder: string;
  readonly says: string;
  /** The order of its rooms, where there is one; else that of the alphabet. */
  readonly order?: readonly string[];
  /** A folder of it whose rooms are shown, too. */
  readonly open?: { readonly folder: string; readonly order: readonly string[] };
}

const WIDTH = 1080;
const LEFT = 150;
const BOX = { width: 148, height: 28, gap: 8 };
const PER_ROW = Math.floor((WIDTH - LEFT - 110) / (BOX.width + BOX.gap));

export function floorsPicture(title: string, floors: readonly Floor[], files: readonly SourceFile[]): string {
  const sources = files.filter(({ path }) => !isTest(path));
  const parts: string[] = [];
  const tops = new Map<string, { readonly from: number; readonly to: number }>();
  let y = 16;
  for (const { folder, says, order = [], open } of floors) {
    const inside = open === undefined ? [] : [roomsOf(sources, open.folder, open.order)];
    const rows = [roomsOf(sources, folder, order), ...inside];
    const lines = rows.flatMap((rooms, of) => inRows(rooms).map((row) => ({ row, of })));
    const height = lines.length * (BOX.height + BOX.gap) + 46;
    parts.push(box(10, y, WIDTH - 100, height, COLOURS.band));
    parts.push(text(24, y + 26, `${folder}/`, { size: 16, isBold: true, isCode: true }), text(LEFT, y + 25, says));
    lines.forEach(({ row, of }, k) => {
      const top = y + 38 + k * (BOX.height + BOX.gap);
      const isFirst = lines.findIndex((each) => each.of === of) === k;
      if (of > 0 && isFirst) parts.push(text(24, top + 18, `${posix.basename(open?.folder ?? "")}/`, { isCode: true }));
      row.forEach((room, at) => {
        const x = LEFT + at * (BOX.width + BOX.gap);
        parts.push(box(x, top, BOX.width, BOX.height, of > 0 ? "#ffffff" : COLOURS.fill));
        parts.push(text(x + 8, top + 18, room, { size: 12 }));
      });
    });
    tops.set(folder, { from: y, to: y + height });
    y += height + 30;
  }
  let lane = 0;
  for (const [at, above] of floors.entries()) {
    for (const below of floors.slice(at + 1)) {
      if (!doesImport(sources, above.folder, below.folder)) continue;
      const x = WIDTH - 80 + lane * 34;
      lane = (lane + 1) % 3;
      const [start, end] = [tops.get(above.folder)?.to ?? 0, tops.get(below.folder)?.from ?? 0];
      parts.push(arrow(x, start - 24, x, end + 22));
    }
  }
  parts.push(text(WIDTH - 10, y, "an arrow: imports", { size: 11, anchor: "end", colour: COLOURS.grey }));
  return picture(WIDTH + 30, y + 12, title, parts);
}

/** The folders in a folder, in their order; a room of which only parts have a place in it stands where its first part does. */
function roomsOf(files: readonly SourceFile[], folder: string, order: readonly string[]): readonly string[] {
  const below = files.flatMap(({ path }) =>
    path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1).split("/")] : [],
  );
  const rooms = [...new Set(below.flatMap(([room = "", ...rest]) => (rest.length === 0 ? [] : [room])))].sort();
  const place = (room: string) => order.findIndex((each) => each.split("/")[0] === room);
  return rooms.sort((one, other) => place(one) - place(other));
}

function inRows<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / PER_ROW) }, (_, k) =>
    items.slice(k * PER_ROW, (k + 1) * PER_ROW),
  );
}

function doesImport(files: readonly SourceFile[], from: string, to: string): boolean {
  return files
    .filter(({ path }) => path.startsWith(`${from}/`))
    .some(({ path, text: code }) =>
      importsOf(code).some((name) => posix.join(posix.dirname(path), name).startsWith(`${to}/`)),
    );
}
