import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardedCounts, trackerAttack } from "./tracker-attack.ts";

const register = (bits: readonly boolean[]) => bits.map((ill, id) => ({ id, ill }));

describe("a tracker", () => {
  it("finds everybody's bit through a guard that refuses to answer about them", () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 20, maxLength: 40 }),
        fc.integer({ min: 2, max: 5 }),
        (bits, minimum) => {
          const people = register(bits);
          const count = guardedCounts(people, { minimum });
          for (const { id, ill } of people) {
            const target = (record: (typeof people)[number]) => record.id === id && record.ill;
            expect(() => count(target)).toThrow("the size of the set must be at least");
            expect(trackerAttack(count, { target, tracker: (record) => record.id < people.length / 2 })).toBe(
              ill ? 1 : 0,
            );
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it("is allowed for every tracker from 2 minimum to N - 2 minimum, the ends included", () => {
    const people = register(Array.from({ length: 20 }, (_, id) => id % 3 === 0));
    const count = guardedCounts(people, { minimum: 4 });
    const few = ({ id }: { readonly id: number }) => id < 3;
    for (let size = 8; size <= 12; size++)
      expect(trackerAttack(count, { target: few, tracker: ({ id }) => id % 20 < size })).toBe(3);
    expect(() => trackerAttack(count, { target: few, tracker: ({ id }) => id < 3 })).toThrow("at least 4");
  });

  it("does not say how large a refused set is", () => {
    const count = guardedCounts(register([true, false, true]), { minimum: 1 });
    expect(() => count(() => true)).toThrow(
      new RangeError("the size of the set must be at least 1, and of all others too, got a value that is not shown"),
    );
    expect(() => guardedCounts([], { minimum: -1 })).toThrow("minimum must be an integer of at least 0, got -1");
  });
});
