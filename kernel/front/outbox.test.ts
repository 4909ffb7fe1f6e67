import { describe, expect, it } from "vitest";
import { Outbox } from "./outbox.ts";

describe("an outbox", () => {
  it("sends everything in order, one at a time, also what is posted while it sends", async () => {
    const sent: string[] = [];
    let pending = 0;
    const outbox = new Outbox({
      send: async ([text]) => {
        expect(++pending).toBe(1);
        await Promise.resolve();
        sent.push(`${text}`);
        pending--;
        if (text === "5") outbox.post(["posted meanwhile"]);
      },
    });
    const texts = Array.from({ length: 2000 }, (_, index) => `${index}`);
    for (const text of texts) outbox.post([text]);
    await outbox.flush();
    expect(sent).toEqual([...texts, "posted meanwhile"]);
  });

  it("goes on after a message that could not be sent, whether that is known at once or later", async () => {
    const sent: string[] = [];
    const outbox = new Outbox({
      send: ([text]) => {
        if (text === "closed") throw new Error("socket is closed");
        if (text === "bad") return Promise.reject(new Error("host unreachable"));
        sent.push(`${text}`);
        return Promise.resolve();
      },
    });
    for (const text of ["closed", "a", "bad", "b"]) {
      outbox.post([text]);
      await outbox.flush();
    }
    expect(sent).toEqual(["a", "b"]);
  });
});
