import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { inItsTurn } from "./drawing-turns.ts";

describe("pictures of one turn of the event loop", () => {
  it("are drawn at once while they are few, the others later in their order, and then at once again", async () => {
    const order: number[] = [];
    const pictures = Array.from({ length: 30 }, (_, k) => inItsTurn(() => order.push(k)));
    expect(pictures.filter((picture) => picture instanceof Promise).length).toBe(6);
    expect(order.length).toBe(24);
    await Promise.all(pictures);
    expect(order).toEqual(Array.from({ length: 30 }, (_, k) => k));
    await pause(1);
    expect(inItsTurn(() => "at once again")).toBe("at once again");
  });

  it("go on after one that failed", async () => {
    const fail = () => {
      throw new Error("no");
    };
    expect(() => inItsTurn(fail)).toThrow("no");
    for (let k = 0; k < 30; k++) void inItsTurn(() => k);
    await expect(inItsTurn(fail)).rejects.toThrow("no");
    await expect(Promise.resolve(inItsTurn(() => 1))).resolves.toBe(1);
  });
});
