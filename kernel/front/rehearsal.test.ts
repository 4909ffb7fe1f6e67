import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { freeConnection } from "./reference/client.ts";
import { rehearse } from "./rehearsal.ts";

/** However slow the machine. */
const patience = Number.POSITIVE_INFINITY;

describe("the rehearsal", () => {
  it("answers a dozen rounds of cells, and then ends by itself", async () => {
    const { connection } = await freeConnection();
    let asked = 0;
    const goesOn = () => {
      asked++;
      return true;
    };
    await rehearse(connection, goesOn, { rounds: 12, patience });
    expect(asked).toBe(24);
  });

  it("ends where it takes too long", async () => {
    const { connection } = await freeConnection();
    let asked = 0;
    await rehearse(connection, () => ++asked > 0, { rounds: 12, patience: -1 });
    expect(asked).toBe(1);
  });

  it("ends when it is no longer wanted", async () => {
    const { connection } = await freeConnection();
    let asked = 0;
    await rehearse(connection, () => ++asked < 3, { rounds: 12, patience });
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
    await rehearse(connection, goesOn, { rounds: 12, patience });
    clearInterval(timer);
    expect(seen.at(-1)).toBeGreaterThan(2);
  });

  it("needs no key of the kernel's, nor leaves a word anywhere", async () => {
    const said = vi.spyOn(process.stderr, "write");
    const { connection } = await freeConnection();
    await rehearse({ ...connection, key: "" }, () => true, { rounds: 2, patience });
    await rehearse({ ...connection, key: randomUUID() }, () => true, { rounds: 2, patience });
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });
});
