import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { freeConnection } from "./reference/client.ts";
import { rehearse } from "./rehearsal.ts";

describe("the rehearsal", () => {
  it("answers a dozen rounds of cells, and then ends by itself", async () => {
    const { connection } = await freeConnection();
    let asked = 0;
    const goesOn = () => {
      asked++;
      return true;
    };
    await rehearse(connection, goesOn, 12);
    expect(asked).toBe(24);
  });

  it("ends when it is no longer wanted", async () => {
    const { connection } = await freeConnection();
    let asked = 0;
    await rehearse(connection, () => ++asked < 3, 12);
    expect(asked).toBe(3);
  });

  it("lets all else have its turn after each cell", async () => {
    const { connection } = await freeConnection();
    let turns = 0;
    const seen: number[] = [];
    const timer = setInterval(() => turns++, 0);
    const goesOn = () => {
      seen.push(turns);
      return seen.length < 8;
    };
    await rehearse(connection, goesOn, 12);
    clearInterval(timer);
    expect(seen.at(-1)).toBeGreaterThan(2);
  });

  it("needs no key of the kernel's, nor leaves a word anywhere", async () => {
    const said = vi.spyOn(process.stderr, "write");
    const { connection } = await freeConnection();
    await rehearse({ ...connection, key: "" }, () => true, 2);
    await rehearse({ ...connection, key: randomUUID() }, () => true, 2);
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });
});
