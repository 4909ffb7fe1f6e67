/**
 * LaTeX results: every key of a result as a line of a file that `epsilab.sty` reads.
 *
 *   \epsrun{experiment/runId}{hash}{commit}{clean, dirty or unknown}
 *   \epssite{experiment/runId}{address}, where the project names its site
 *   \epsentry{key}{value}{interval}{theory}{verdict}{experiment/runId}{hash}
 *   \epsalias{short key}{key}
 *   \epsambiguous{short key}{keys}
 *
 * One line each, and the same lines for the same result, so that `epsilab paper check` can compare them with the store.
 */
import type { Result } from "../format/read-result.ts";
import type { Citation } from "./citation.ts";
import { type ResultEntry, resultKeys } from "./result-keys.ts";
import { shownExact, shownMeasurement } from "./shown-number.ts";

interface LatexLine {
  readonly command: "epsrun" | "epssite" | "epsentry" | "epsalias" | "epsambiguous";
  readonly args: readonly string[];
}

export function latexResults(result: Result, citation: Citation): string {
  return [
    "% Written by `epsilab cite --latex`: not to be edited, `epsilab paper check` compares it with the stored result.",
    `% ${citation.key}${citation.state === "dirty" ? " (dirty)" : ""}`,
    ...latexLines(result, citation).map(
      ({ command, args }) => `\\${command}${args.map((each) => `{${each}}`).join("")}`,
    ),
    "",
  ].join("\n");
}

export function latexLines(result: Result, citation: Citation): readonly LatexLine[] {
  const { entries, short, ambiguous } = resultKeys(result);
  const run = `${citation.experiment}/${citation.runId}`;
  return [
    { command: "epsrun", args: [run, citation.hash, citation.commit ?? "", citation.state] },
    ...(citation.link === undefined
      ? []
      : [{ command: "epssite", args: [run, citation.link.replaceAll("#", "\\#")] } as const]),
    ...entries.map((entry): LatexLine => ({ command: "epsentry", args: [...entryOf(entry), run, citation.hash] })),
    ...[...short].map(([name, key]): LatexLine => ({ command: "epsalias", args: [name, key] })),
    ...[...ambiguous].map(([name, keys]): LatexLine => {
      const quoted = keys.map((key) => `"${key}"`);
      return { command: "epsambiguous", args: [name, quoted.join("\\MessageBreak ")] };
    }),
  ];
}

/** Key, value, interval, theory, verdict. */
function entryOf(entry: ResultEntry): readonly string[] {
  const { value, interval } = shownMeasurement(entry);
  const theory = entry.theory === undefined ? "" : shownExact(entry.theory);
  return [entry.key, value, interval, theory, entry.verdict ?? ""];
}
