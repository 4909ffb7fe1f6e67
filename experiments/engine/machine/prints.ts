/**
 * Prints: what an experiment prints goes to standard error, since standard output is for what a command was asked: JSON, BibTeX, a
 * script for a shell.
 */
export function printsToStandardError(): void {
  for (const name of ["log", "info", "debug"] as const) console[name] = console.error.bind(console);
}
