import { expect, it } from "vitest";
import { printed } from "../citation/reference/sample-result.ts";
import { run } from "./start.ts";

it.each([
  ["compositions", 'no experiment is called "compositions"'],
  ["./coins.ts", '<what> must be an experiment or an area, got the path "./coins.ts"'],
])("start refuses %s in a line, before it computes anything", async (word, message) => {
  const { code, text } = await printed(() => run(["composition", word]));
  expect(code).toBe(2);
  expect(text).toMatch(/^epsilab: .*\n$/);
  expect(text).toContain(message);
});
