/**
 * `epsilab query`: SQL over all stored results, by DuckDB, which reads them where they are.
 *
 * Views: `cells`, a row for each cell of a claim, and `checks`, a row for each check of it; `controls` and `control_checks`, the same of
 * the broken variants, which ought to be violated; `blocks`, a row for each block. The parameters of a cell are JSON, as in
 * `cell->>'epsilon'`.
 */

import { readResult } from "../format/read-result.ts";
import { BLOCKS, CELLS } from "../format/result-files.ts";
import { quotedText, withDuckDb } from "../machine/duck-db.ts";
import { resultFolders } from "../store/named-results.ts";
import { table } from "../text/table.ts";
import { commandLine, execute, RESULTS, workbench } from "./command-line.ts";

const EXAMPLES = `
Examples:
  epsilab query "select experiment, part, verdict, count(*) from cells group by all order by all"
  epsilab query "select experiment, control, fate, count(*) from controls group by all order by all"
  epsilab query "select cell->>'mechanism' as mechanism, estimate, lower, upper from checks where \\"check\\" = 'accuracy'"

Views:
  cells           experiment, run, part, claim, verdict, trials, error_rate, cell (JSON), checks (JSON), "values" (JSON)
  checks          experiment, run, part, claim, trials, cell (JSON), "check", verdict, estimate, lower, upper, standard_error, theory
  controls        as cells, with control, the name of the broken variant, and fate, caught or missed
  control_checks  as checks, with control
  blocks          experiment, run, part, control, cell (JSON), block, trials, sha256`;

interface Options {
  readonly format: string;
  readonly results?: string;
}

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine("query", "Ask the stored results a question in SQL.")
    .argument("<sql>", "a statement of DuckDB's SQL")
    .option("--format <format>", "table, json or csv", "table")
    .option(...RESULTS)
    .addHelpText("after", EXAMPLES);
  return execute(command, args, async (sql: string, { format, results }: Options) => {
    if (!["table", "json", "csv"].includes(format))
      throw new RangeError(`--format must be table, json or csv, got "${format}"`);
    const { places } = workbench(results);
    const folders = resultFolders(places);
    for (const folder of folders) readResult(folder); // a changed result is not asked
    if (folders.length === 0) throw new RangeError(`there must be results to ask, got none in ${places.join(" or ")}`);
    const { names, rows } = await ask(folders, sql);
    process.stdout.write(written(format, names, rows));
    return 0;
  });
}

interface Answer {
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

function ask(folders: readonly string[], sql: string): Promise<Answer> {
  return withDuckDb(async (connection) => {
    for (const view of views(folders)) await connection.run(view);
    const reader = await connection.runAndReadAll(sql).catch((error: Error) => {
      throw new RangeError(`the SQL must be a statement that DuckDB understands: ${error.message}`);
    });
    return { names: reader.columnNames(), rows: reader.getRowsJson() };
  });
}

function views(folders: readonly string[]): readonly string[] {
  const files = (name: string) => `[${folders.map((folder) => quotedText(`${folder}/${name}`)).join()}]`;
  const place = `part varchar, control varchar, cell json`;
  const source = (name: string, columns: string) => {
    const types = columns.split(", ").map((column) => column.replace(/^("?\w+"?) (\w+)$/, "$1: '$2'"));
    return `read_json(${files(name)}, format = 'newline_delimited', filename = true, columns = {${types.join()}})`;
  };
  const named = `string_split(filename, '/')[-3] as experiment, string_split(filename, '/')[-2] as run`;
  const cells = `${place}, claim varchar, verdict varchar, trials bigint, "errorRate" double, checks json, "values" json`;
  const row = `claim, verdict, trials, "errorRate" as error_rate, cell, checks, "values" from ${source(CELLS, cells)}`;
  const found = (name: string) => `(found->>'${name}')::double`;
  const checks = `"check", found->>'verdict' as verdict, ${found("estimate")} as estimate,
    ${found("lower")} as lower, ${found("upper")} as upper,
    ${found("standardError")} as standard_error, ${found("theory")} as theory`;
  const eachCheck = (view: string) => `(select *, json_extract(checks, '$."' || "check" || '"') as found
    from (select *, unnest(json_keys(checks)) as "check" from ${view}))`;
  const fate = `case verdict when 'violated' then 'caught' else 'missed' end as fate`;
  return [
    `create view cells as select ${named}, part, ${row} where control is null`,
    `create view controls as select ${named}, part, control, ${fate}, ${row} where control is not null`,
    `create view checks as select experiment, run, part, claim, trials, cell, ${checks} from ${eachCheck("cells")}`,
    `create view control_checks as select experiment, run, part, control, claim, trials, cell, ${checks} from ${eachCheck("controls")}`,
    `create view blocks as select ${named}, part, control, cell, block, trials, sha256 ` +
      `from ${source(BLOCKS, `${place}, block bigint, trials bigint, sha256 varchar`)}`,
  ];
}

function written(format: string, names: readonly string[], rows: Answer["rows"]): string {
  const text = (value: unknown) =>
    value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
  if (format === "json") {
    const objects = rows.map((row) => Object.fromEntries(names.map((name, k) => [name, row[k]])));
    return `${JSON.stringify(objects, null, 2)}\n`;
  }
  if (format === "table")
    return table(
      names.map((title) => ({ title })),
      rows.map((row) => row.map(text)),
    );
  const field = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  return [names, ...rows.map((row) => row.map(text))].map((row) => `${row.map(field).join()}\n`).join("");
}
