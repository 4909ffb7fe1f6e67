/** What every mechanism does with inputs that are no data: it refuses them by name, and never shows a record. */
import { describe, expect, it } from "vitest";
import { stream } from "../../lib/random/stream.ts";
import { ALL_INSTANCES } from "./all-mechanisms.ts";
import type { ContractInstance } from "./instance.ts";

/** A number and a word that no message has for another reason. */
const [TELLING, WORD] = [-271828.1828459045, "a-secret"];

/** What the mechanism says to the input: nothing where it takes it. */
function refusalsOf({ mechanism }: ContractInstance, input: unknown): Error[] {
  const calls = [() => mechanism.release(input, stream(1, "inputs")), () => mechanism.law(input)];
  return calls.flatMap((call) => {
    try {
      call();
      return [];
    } catch (error) {
      return [error as Error];
    }
  });
}

/** The input with its element at a place replaced; what is no list is replaced as a whole. */
function spoiled(input: unknown, value: unknown): unknown[] {
  if (!Array.isArray(input)) return [value];
  return input.map((_, place) => input.with(place, value));
}

describe.each(ALL_INSTANCES.map((instance) => [instance.title, instance] as const))("%s", (_, instance) => {
  const { input } = instance;

  it("refuses a hole in a list", () => {
    if (!Array.isArray(input)) return expect(["number", "string", "object"]).toContain(typeof input);
    for (let place = 0; place < input.length; place++) {
      const holed = [...input];
      delete holed[place];
      expect(refusalsOf(instance, holed), `a hole at ${place}`).toHaveLength(2);
    }
  });

  it.each([undefined, null, Number.NaN, "a-secret", {}, () => 0])(
    "refuses %s in place of a record, by name",
    (value) => {
      for (const bad of spoiled(input, value))
        for (const error of refusalsOf(instance, bad)) {
          expect(error, String(error.stack)).toBeInstanceOf(RangeError);
          expect(error.message).toMatch(/^.+ must be .+, got /s);
        }
    },
  );

  it.each([undefined, null, 5, "a-secret", {}])("refuses %s in place of a list, by name", (value) => {
    if (!Array.isArray(input)) return expect(["number", "string", "object"]).toContain(typeof input);
    for (const error of refusalsOf(instance, value)) {
      expect(error, String(error.stack)).toBeInstanceOf(RangeError);
      expect(error.message).toMatch(/^.+ must be .+, got /s);
    }
    expect(refusalsOf(instance, value).length).toBeGreaterThan(0);
  });

  it("never shows a record in what it says", () => {
    for (const value of [TELLING, WORD])
      for (const bad of spoiled(input, value))
        for (const { message } of refusalsOf(instance, bad)) {
          expect(message).not.toContain(String(value));
        }
  });
});
