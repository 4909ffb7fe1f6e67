import { describe, expect, it, vi } from "vitest";
import { Client, freeConnection } from "./reference/client.ts";
import { Sockets } from "./sockets.ts";
import { Wire } from "./wire.ts";

describe("the sockets", () => {
  it("that are to be read while they are still being bound are read afterwards, without a word", async () => {
    const write = vi.spyOn(process.stderr, "write");
    for (let time = 0; time < 20; time++) {
      const { connection } = await freeConnection();
      const sockets = new Sockets();
      const wire = new Wire(sockets, connection);
      const binding = sockets.bind(connection);
      wire.listen((request) => wire.reply(request, { status: "ok" }));
      await binding;
      const client = new Client(connection);
      await client.connect();
      const id = await client.send("shell", "kernel_info_request", {});
      expect((await client.reply(id)).content).toEqual({ status: "ok" });
      client.close();
      await sockets.close();
    }
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
  });
});
