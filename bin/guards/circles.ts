/**
 * Import circles: files, or folders, that import each other, directly or through others. None can be understood, or moved, alone.
 *
 * A folder stands for the files directly in it. Imports of types count; tests and what they refer to do not.
 */
import { posix } from "node:path";
import { importsOf } from "./imports.ts";
import { isTest, type SourceFile } from "./project-files.ts";

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export function fileCircles(files: readonly SourceFile[]): string[] {
  return circlesOf(graphOf(files, (path) => path));
}

export function folderCircles(files: readonly SourceFile[]): string[] {
  return circlesOf(graphOf(files, posix.dirname));
}

function graphOf(files: readonly SourceFile[], placeOf: (path: string) => string): Graph {
  const sources = files.filter(({ path }) => !isTest(path));
  const paths = new Set(sources.map(({ path }) => path));
  const graph = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    const place = placeOf(path);
    const imported = importsOf(text)
      .map((name) => posix.join(posix.dirname(path), name))
      .filter((target) => paths.has(target))
      .map(placeOf);
    graph.set(place, new Set([...(graph.get(place) ?? []), ...imported.filter((target) => target !== place)]));
  }
  return graph;
}

/** One circle for each place that lies on one and is in none of those before, as `a -> b -> a`. */
function circlesOf(graph: Graph): string[] {
  const reported = new Set<string>();
  return [...graph.keys()].flatMap((start) => {
    const circle = reported.has(start) ? undefined : shortestCircle(graph, start);
    for (const place of circle ?? []) reported.add(place);
    return circle === undefined ? [] : [circle.join(" -> ")];
  });
}

function shortestCircle(graph: Graph, start: string): string[] | undefined {
  const seen = new Set<string>();
  const paths: string[][] = [[start]];
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? "") ?? []) {
      if (next === start) return [...path, start];
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  }
  return undefined;
}
