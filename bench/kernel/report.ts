/**
 * The report of the kernel benchmark: every figure of every kernel in a table, and which bars were met.
 */
import { cpus, loadavg } from "node:os";
import { type AllFindings, type Bar, bars } from "./bars.ts";
import type { Time } from "./client.ts";
import type { Kernel } from "./kernels.ts";
import {
  cellKey,
  cellKinds,
  type Extent,
  ends,
  type Findings,
  interruptKey,
  medianTime,
  type Route,
  routes,
  shown,
  TIMED,
} from "./measurement.ts";
import { type InterruptCase, interruptCases } from "./snippets.ts";

interface KernelRun {
  readonly kernels: readonly Kernel[];
  readonly findings: AllFindings;
  readonly extent: Extent;
  /** Versions of the client. */
  readonly client: string;
}

type Figure = (of: Findings) => Time;

export function report({ kernels, findings, extent, client }: KernelRun): string {
  const machine = `${cpus()[0]?.model.trim() || process.arch}, ${cpus().length} cores, ${process.platform} ${process.arch}`;
  const versions = kernels.map(({ title, version }) => `${title} ${version}`).join(", ");
  const absent = ["tslab", "ipykernel", "deno"].filter((name) => !kernels.some((kernel) => kernel.name === name));
  const each = (show: (of: Findings) => string) => kernels.map(({ name }) => show(findings.get(name) as Findings));
  const line = (title: string, cells: readonly string[]) => `| ${[title, ...cells].join(" | ")} |`;
  const row = (title: string, figure: Figure, show: (time: Time) => string = shown) =>
    line(title, ratios(figure, show));
  /** Each figure, and after the first how many times ours it is. */
  const ratios = (figure: Figure, show: (time: Time) => string) => {
    const values = each((of) => JSON.stringify(figure(of))).map((text) => JSON.parse(text) as Time);
    const [ours] = values;
    return values.map((value, index) =>
      index === 0 || value === null || !ours ? show(value) : `${show(value)} (${(value / ours).toFixed(1)}x)`,
    );
  };
  const megabytes = (time: Time) => (time === null ? "unknown" : `${time.toFixed(0)} MB`);
  const cells = cellKinds.flatMap((kind) =>
    extent.stops.flatMap((stop) =>
      ends.map((end) =>
        row(`${kind} cell at ${stop}, until its ${end}`, (of) =>
          medianTime(of.cells.get(cellKey(kind, end, stop)) ?? []),
        ),
      ),
    ),
  );
  const rows = [
    row("start to kernel_info", ({ information }) => medianTime(information)),
    row("start to first result", ({ first }) => medianTime(first)),
    ...cells,
    row("completion while a cell is busy", ({ completion }) => medianTime(completion)),
    row(`${extent.lines} lines printed`, ({ lines }) => medianTime(lines.map(({ time }) => time))),
    line(
      "lines received before idle, after it",
      each(({ lines }) =>
        lines.length === 0
          ? "unknown"
          : `${Math.min(...lines.map(({ received }) => received))}, ${Math.max(...lines.map(({ late }) => late))}`,
      ),
    ),
    row(`resident after ${extent.stops.at(-1)} cells`, ({ once }) => medianTime(once), megabytes),
    row("sum over the processes", ({ resident }) => medianTime(resident), megabytes),
    line(
      "processes",
      each(({ processes }) => `${processes}`),
    ),
  ];
  const interrupts = routes.flatMap((route) =>
    interruptCases.map((name) =>
      line(
        `${name}, by ${route}`,
        each((of) => interruptOutcome(of, name, route)),
      ),
    ),
  );
  const head = `${line(
    "",
    kernels.map(({ title }) => title),
  )}\n|---|${kernels.map(() => "---").join("|")}|`;
  const missing = absent.length === 0 ? "" : `\nAbsent, since it could not be installed: ${absent.join(", ")}.`;
  return `# The kernel beside others

Written by \`npm run bench:kernel\`. Each kernel is started as its kernelspec says and asked through jupyter_client, one after the other in
every round, in an order that rotates: ${extent.starts} starts, ${extent.sessions} sessions of ${extent.stops.at(-1)} cells,
${extent.lineRounds} times the lines, ${extent.interruptRounds} times the interrupts.
Figures are medians, those of cells at 1 over every start, the others over ${TIMED} cells of each session; in parentheses how many times
ours. A cell's reply tells its result; \`idle\` comes when all has been said of it, with
ours its type errors too, which no other but tslab looks for. The next cell is sent then. Memory is that of
all processes of a kernel together; the sum over them counts what they share, as Node's own code, once for each.

Machine: ${machine}. Node ${process.version}; ${versions}; ${client}; load of the machine at the end, over
15 minutes: ${loadavg()[2].toFixed(1)}.${missing}

${head}
${rows.join("\n")}

## Interrupts
The time until the cell is idle, and whether the variables were kept. A message is Jupyter's \`interrupt_request\`, a signal is
SIGINT to the kernel's processes. \`never\`: not within two seconds.

${head}
${interrupts.join("\n")}

## Bars
${bars(findings, extent.stops, extent.lines).map(barLine).join("\n")}
`;
}

function interruptOutcome(of: Findings, name: InterruptCase, route: Route): string {
  const found = of.interrupts.get(interruptKey(name, route)) ?? [];
  if (found.length === 0) return "unknown";
  const time = medianTime(found.map((one) => one.time));
  return `${shown(time)}, ${found.every(({ kept }) => kept) ? "kept" : "lost"}`;
}

function barLine({ sentence, met, figures }: Bar): string {
  const verdict = met === undefined ? "unknown" : met ? "met" : "**missed**";
  return `- ${verdict}: ${sentence} (${figures})`;
}
