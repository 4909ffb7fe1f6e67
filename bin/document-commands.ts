/** The command lines of a page, for the tests that run them. */

/** What stands behind `npx epsilab` in its shell blocks, in its order, without the comments. */
export function commandsOf(page: string): readonly string[] {
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block);
  return blocks
    .join("")
    .split("\n")
    .flatMap((line) => {
      if (!line.startsWith("npx epsilab ")) return [];
      const [commands = ""] = line.split(/ {2,}#| # /);
      return commands.split("&&").map((command) => command.trim().replace(/^npx epsilab /, ""));
    });
}

/** As a shell would cut it, where at most whole arguments are quoted. */
export function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
}
