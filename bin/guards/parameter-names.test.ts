import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ParameterName, parameterNames } from "./parameter-names.ts";
import { isTest, projectFolder, typeScriptUnder } from "./project-files.ts";

/** One line of the glossary: names that are not used for a concept, some of them for numbers alone, and where they mean something else. */
interface Concept {
  readonly name: string;
  readonly forbidden: readonly { readonly name: string; readonly ofNumbers: boolean }[];
  readonly elsewhere: readonly string[];
}

/** The table under "Names of parameters" in CONTRIBUTING. */
function glossary(text: string): readonly Concept[] {
  const [, section] = text.split("### Names of parameters");
  const codes = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
  return section
    .split("\n## ")[0]
    .split("\n")
    .filter((line) => line.startsWith("| ") && line.includes("`"))
    .map((line) => {
      const [, , name, not, elsewhere] = line.split("|");
      return {
        name: codes(name)[0],
        forbidden: codes(not).map((code) => ({
          name: code.replace(": number", ""),
          ofNumbers: code.endsWith(": number"),
        })),
        elsewhere: codes(elsewhere),
      };
    });
}

/** Parameters that are called by a name that the glossary does not use for anything, or not for this. */
function misnamed(parameters: readonly ParameterName[], concepts: readonly Concept[]): readonly string[] {
  return concepts.flatMap(({ name: right, forbidden, elsewhere }) =>
    parameters
      .filter(({ owner, name, isNumber }) =>
        forbidden.some(
          (wrong) => wrong.name === name && (isNumber || !wrong.ofNumbers) && !elsewhere.includes(`${owner}.${name}`),
        ),
      )
      .map(({ path, owner, name }) => `${path}: ${owner}.${name} should be ${right}`),
  );
}

describe("the names of parameters", () => {
  const concepts = glossary(readFileSync(`${projectFolder}/CONTRIBUTING.md`, "utf8"));
  const parameters = typeScriptUnder(["lib"])
    .filter(({ path }) => !isTest(path) && !path.startsWith("lib/assembly/source/") && !path.includes("/broken/"))
    .flatMap(parameterNames);

  it("are those of the glossary in CONTRIBUTING", () => {
    expect(concepts.length).toBeGreaterThan(4);
    expect(parameters.length).toBeGreaterThan(1000);
    expect(misnamed(parameters, concepts)).toEqual([]);
  });

  it("that mean something else, as the glossary says, are there", () => {
    const there = new Set(parameters.map(({ owner, name }) => `${owner}.${name}`));
    expect(concepts.flatMap(({ elsewhere }) => elsewhere).filter((place) => !there.has(place))).toEqual([]);
  });

  it.each([
    "export const xParameters = declare({ respondents: count });",
    "export const xParameters = withBudget(['pure'], { respondents: optional(count) });",
    "export const xParameters = withBudgetOrNoise(['pure'], [{ respondents: count }], { share: positive });",
    "const SHARED = { respondents: integer(1) };",
    "export interface Survey { readonly respondents: number }",
    "export type Survey = { readonly respondents?: number } & Other;",
    "export function survey({ share }: { readonly share: number; readonly respondents: number }): void {}",
    "export function survey(respondents: number): void {}",
    "export const xParameters = declare({ records: count });",
  ])("are refused where they are not: %s", (text) => {
    expect(misnamed(parameterNames({ path: "lib/x.ts", text }), concepts)).toHaveLength(1);
  });

  it.each([
    "export const xParameters = declare({ size: count });",
    "export interface Data { readonly records: readonly number[] }",
    "function inner(respondents: number): void {}",
  ])("are taken where they are right: %s", (text) => {
    expect(misnamed(parameterNames({ path: "lib/x.ts", text }), concepts)).toEqual([]);
  });
});
