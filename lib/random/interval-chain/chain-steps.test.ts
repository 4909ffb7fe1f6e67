import { describe, expect, it } from "vitest";
import { type Kernels, kernels } from "../../assembly/kernels.ts";
import { exp } from "../../numerics/exponential.ts";
import { stream } from "../stream.ts";
import { fillUniform } from "../uniform.ts";
import { type ChainSteps, chainKernel, compiledSteps, LEAST, plainSteps } from "./chain-steps.ts";

const COUNT = 700;
const DECAY = 1.3;

/** Powers, weights from 1 down to below LEAST, lengths some of which are 0, and then room. */
function filled(steps: ChainSteps): Float64Array {
  const memory = steps.memory(8 * COUNT);
  const random = fillUniform(new Float64Array(2 * COUNT), stream(51));
  memory.fill(0, 0, 8 * COUNT);
  for (let i = 0; i < COUNT; i++) {
    const power = exp(-DECAY * i);
    memory[i] = power < LEAST ? 0 : power;
    memory[COUNT + i] = random[i] * exp(-0.9 * Math.abs(i - 200));
    memory[2 * COUNT + i] = i % 5 === 2 ? 0 : random[COUNT + i];
  }
  return memory;
}

const both = () => [plainSteps(), compiledSteps(kernels() as Kernels)] as const;
const same = (run: (steps: ChainSteps) => unknown) => {
  const [plain, compiled] = both().map((steps) => {
    filled(steps);
    const answer = run(steps);
    return { answer, memory: steps.memory(8 * COUNT).slice(0, 8 * COUNT) };
  });
  expect(compiled).toEqual(plain);
  return plain;
};

describe("the steps of an interval chain", () => {
  it("have the same bits compiled and plain, at even and odd counts", () => {
    for (const count of [0, 1, 2, 7, 600]) {
      same((steps) => steps.shrink(COUNT, 2 * COUNT, count, 1e-33));
      same((steps) => steps.add(COUNT, 2 * COUNT, count));
      same((steps) => steps.weigh(COUNT, 2 * COUNT, count));
      same((steps) => steps.scale(COUNT, count, 1e-3));
    }
    for (const target of [0, 0.4, 1, 17.25, 300, 650.5])
      for (const [count, room] of [
        [1, 5],
        [400, 399],
        [400, 690],
      ])
        same((steps) =>
          steps.spread({
            ...chainKernel(target, DECAY),
            from: COUNT,
            count,
            to: 3 * COUNT,
            room,
            powers: 0,
            suffix: 4 * COUNT,
          }),
        );
  });

  it("spread weights as the sum over all pairs does", () => {
    for (const target of [0, 0.4, 1, 17.25, 130.5]) {
      const steps = plainSteps();
      const memory = filled(steps);
      const kernel = chainKernel(target, DECAY);
      const count = 60;
      const from = COUNT + 180;
      const reached = steps.spread({ ...kernel, from, count, to: 3 * COUNT, room: 400, powers: 0, suffix: 4 * COUNT });
      expect(reached).toBeLessThanOrEqual(400);
      for (let i = 1; i <= 400; i++) {
        let sum = 0;
        for (let k = 0; k < Math.min(i, count); k++) sum += memory[from + k] * exp(-DECAY * Math.abs(i - k - target));
        const found = i <= reached ? memory[3 * COUNT + i - 1] : 0;
        // What counts as 0 is below LEAST for each weight, and once more for the sum.
        expect(Math.abs(found - sum)).toBeLessThanOrEqual(1e-13 * sum + 1e3 * LEAST);
      }
    }
  });
});
