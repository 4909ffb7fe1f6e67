/**
 * `epsilab diff`: what differs between two results, in standard errors.
 */

import { citationKey } from "../format/result-files.ts";
import { otherResultOf, resultNamed } from "../store/named-results.ts";
import { counted } from "../text/counted.ts";
import { table } from "../text/table.ts";
import { differenceOf, type ResultDifference } from "../verification/difference.ts";
import { commandLine, EXIT, execute, RESULTS, tellSuperseded, workbench } from "./command-line.ts";

const MOST_LINES = 25;

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine("diff", "Compare two results: parameters, and estimates in combined standard errors.")
    .argument("<A>", "a result: its folder, run id or citation, or an experiment, which stands for its full result")
    .argument("[B]", "another; by default the newest other result of A's experiment")
    .option("--error-rate <rate>", "the chance of any false alarm over all cells", Number, 0.01)
    .option("--json", "as JSON")
    .option(...RESULTS)
    .addHelpText("after", "\nThe exit code is 1 where estimates differ by more than chance or exact values differ.");
  return execute(
    command,
    args,
    async (a: string, b: string | undefined, options: { errorRate: number; json?: true; results?: string }) => {
      const { errorRate } = options;
      if (!(errorRate > 0 && errorRate < 1))
        throw new RangeError(`--error-rate must be between 0 and 1, got ${errorRate}`);
      const bench = workbench(options.results);
      const first = await resultNamed(a, bench);
      const second = b === undefined ? otherResultOf(first, bench) : await resultNamed(b, bench);
      for (const each of [first, second]) await tellSuperseded(each, bench);
      const difference = differenceOf(first, second, errorRate);
      const keys = [first, second].map(({ spec, id }) => citationKey(spec, id));
      process.stdout.write(
        options.json
          ? `${JSON.stringify(difference, null, 2)}\n`
          : `A ${keys[0]}\nB ${keys[1]}\n\n${sentences(difference)}`,
      );
      return difference.differing.some(({ significant }) => significant) ? EXIT.checkFailed : 0;
    },
  );
}

function sentences({ specs, compared, differing, verdicts, onlyFirst, onlySecond }: ResultDifference): string {
  const columns = (titles: readonly string[]) => titles.map((title) => ({ title }));
  const parts: string[] = [];
  if (specs.length > 0) {
    parts.push(
      table(
        columns(["asked", "A", "B"]),
        specs.map(({ path, first, second }) => [path, first, second]),
      ),
    );
  }
  const found = differing.filter(({ significant }) => significant);
  parts.push(
    `${counted(compared, "estimate")} compared, ${differing.length} differ, ${found.length} of them by more than chance\n`,
  );
  if (differing.length > 0) {
    const lines = differing
      .slice(0, MOST_LINES)
      .map(({ place, check, kind, first, second, standardErrors, significant }) => [
        place,
        check,
        String(first),
        String(second),
        standardErrors?.toFixed(2) ?? (kind === "exact" ? "exact" : "unknown"),
        significant ? "yes" : kind === "sampled" && standardErrors === undefined ? "not judged" : "no",
      ]);
    parts.push(table(columns(["cell", "check", "A", "B", "standard errors", "more than chance"]), lines));
  }
  if (verdicts.length > 0) {
    parts.push(
      table(
        columns(["cell", "verdict A", "verdict B"]),
        verdicts.map((each) => [each.place, each.first, each.second]),
      ),
    );
  }
  if (onlyFirst.length > 0) parts.push(`${counted(onlyFirst.length, "cell")} only in A\n`);
  if (onlySecond.length > 0) parts.push(`${counted(onlySecond.length, "cell")} only in B\n`);
  return parts.join("\n");
}
