/**
 * `epsilab completion`: a script by which a shell completes commands, options, experiments, areas, claims and parameters.
 *
 * The words are collected when the script is printed, from the tables and the help texts that the commands themselves use; the script is
 * static, so that a shell never waits for Node. It is printed again when the project has new experiments.
 */
import { lectureGuides } from "../../lectures/index.ts";
import { commandLine, execute, workbench } from "./command-line.ts";
import { type CommandWords, completionScript, SHELLS, type Shell } from "./completion-script.ts";

/** What `bin/dispatch.js` knows of all commands. */
export interface Commands {
  readonly commands: readonly string[];
  load(command: string): Promise<{ run(args: readonly string[]): Promise<number> }>;
}

const HELP = `
bash: epsilab completion bash > ~/.local/share/bash-completion/completions/epsilab
zsh:  epsilab completion zsh > a folder of $fpath, as _epsilab
fish: epsilab completion fish > ~/.config/fish/completions/epsilab.fish`;

export function run(args: readonly string[], commands: Commands): Promise<number> {
  const command = commandLine("completion", "Print a completion script for a shell.")
    .argument("<shell>", `one of ${SHELLS.join(", ")}`)
    .addHelpText("after", HELP);
  return execute(command, args, async (shell: string) => {
    if (!(SHELLS as readonly string[]).includes(shell)) {
      throw new RangeError(`shell must be one of ${SHELLS.join(", ")}, got "${shell}"`);
    }
    process.stdout.write(completionScript(shell as Shell, await wordsOf(commands)));
    return 0;
  });
}

async function wordsOf({ commands, load }: Commands): Promise<readonly CommandWords[]> {
  const { catalogue } = workbench(undefined);
  const [experiments, ids] = [await catalogue.all(), await catalogue.ids()];
  const parts = experiments.flatMap((experiment) => Object.values(experiment.parts));
  const axes = new Set(parts.flatMap(({ study }) => Object.keys(study.axes)));
  const checked = new Set(experiments.map(({ area }) => area));
  const words: Readonly<Record<string, readonly string[]>> = {
    list: await catalogue.areas(),
    lectures: lectureGuides.map(({ slug }) => slug),
    show: (await catalogue.claims()).map(({ id }) => id),
    errata: (await catalogue.claims()).flatMap(({ errata, withdrawn = [] }) =>
      [...errata, ...withdrawn].map(({ id }) => id),
    ),
    run: ["all", "own", ...ids, ...checked, ...[...axes].sort().map((name) => `${name}=`)],
    verify: ids,
    supersede: ids,
    diff: ids,
    figure: ids,
    cite: ids,
    paper: ["check"],
    notebook: ["run"],
    completion: SHELLS,
  };
  const found: CommandWords[] = [];
  for (const name of commands) found.push({ name, options: await optionsOf(name, load), words: words[name] ?? [] });
  return found;
}

/** The long options of a command, as its help names them. */
async function optionsOf(name: string, load: Commands["load"]): Promise<readonly string[]> {
  const loaded = await load(name).catch(() => undefined); // one that lacks something on this machine is completed by its name
  if (loaded === undefined) return [];
  const own = process.stdout.write;
  let help = "";
  process.stdout.write = ((text: string) => {
    help += text;
    return true;
  }) as NodeJS.WriteStream["write"];
  try {
    await loaded.run(["--help"]);
  } finally {
    process.stdout.write = own;
  }
  return [
    ...new Set(
      [...help.matchAll(/^ +(?:-\w, )?(--[a-z][a-z-]*)(?:, (--[a-z][a-z-]*))?/gm)].flatMap(([, ...options]) =>
        options.filter((option) => option !== undefined),
      ),
    ),
  ];
}
