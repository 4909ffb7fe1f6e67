/**
 * `epsilab ledger`: what was released from a table, when and at what cost, and what is left of its budget.
 */
import { type DatedEntry, readLedger, type StoredLedger } from "../../files/ledger-folder.ts";
import { table } from "../text/table.ts";
import { commandLine, execute } from "./command-line.ts";

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine("ledger", "What was released from a table, and what is left of its budget.")
    .argument("<folder>", "the folder that openLedger of epsilab/files keeps")
    .option("--json", "as JSON");
  return execute(command, args, async (folder: string, { json }: { readonly json?: true }) => {
    const ledger = readLedger(folder);
    process.stdout.write(json ? `${JSON.stringify(ledger, null, 2)}\n` : asText(ledger));
    return 0;
  });
}

function asText({ budget, when, entries }: StoredLedger): string {
  const spent = entries.at(-1)?.spent;
  const state = spent === undefined ? "nothing is spent" : `${words(spent)} is spent`;
  const lines = [`budget ${words(budget)}, since ${when}; ${state}`];
  if (entries.length > 0) lines.push(table(COLUMNS, entries.map(cells)));
  if (entries.some(({ mode }) => mode === "reproducible"))
    lines.push(
      "Seeded noise is for study: whoever knows the seed can take it off. What is published takes secureRandom().",
    );
  return `${lines.join("\n")}\n`;
}

const COLUMNS = [
  { title: "", right: true },
  ...["when", "query", "cost", "spent after it", "source of the noise"].map((title) => ({ title })),
];

function cells({ when, query, guarantee: { kind: _, ...cost }, spent, mode }: DatedEntry, index: number): string[] {
  return [`${index + 1}`, when.slice(0, 19).replace("T", " "), query, words(cost), words(spent), SOURCES[mode]];
}

const SOURCES = { secure: "secure", reproducible: "seeded" } as const;

function words(amounts: object): string {
  const shown = Object.entries(amounts).filter(([name, value]) => name !== "delta" || value !== 0);
  return shown.map(([name, value]) => `${name} ${value}`).join(", ");
}
