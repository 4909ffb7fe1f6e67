/**
 * Prose: a template tag that turns text broken over several source lines into one line.
 *
 * Every run of white space becomes one space, and a backslash stays a backslash. There are no substitutions.
 */
export function prose(text: TemplateStringsArray): string {
  return text.raw.join("").replace(/\s+/g, " ").trim();
}
