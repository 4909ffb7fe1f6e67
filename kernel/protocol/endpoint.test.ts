import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { bindEndpoint } from "./endpoint.ts";

/** Of this machine, in version 4 and, where it has that, 6. */
const loopback = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal, scopeid = 0 }) => internal && scopeid === 0)
  .map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address));

const bind = (endpoint: string) => bindEndpoint(endpoint, (socket) => socket.end("hello"));
const close = (server: Server) => new Promise((resolve) => server.close(resolve));

async function greetingFrom(port: number, host: string): Promise<string> {
  const socket = connect(port, host);
  const [data] = await once(socket, "data");
  socket.destroy();
  return `${data}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await close(server);
  return port;
}

describe("an endpoint of TCP", () => {
  it.each(loopback)("is bound to %s and to nothing else", async (host) => {
    const port = await freePort();
    const server = await bind(`tcp://${host}:${port}`);
    const own = host.replace(/[[\]]/g, "");
    expect(server.address()).toMatchObject({ address: own, port });
    expect(await greetingFrom(port, own)).toBe("hello");
    const others = [...Object.values(networkInterfaces()).flat(), { address: "127.0.0.2" }, { address: "127.0.0.1" }]
      .map((each) => each?.address ?? own)
      .filter((address) => address !== own && !address.startsWith("fe80"));
    for (const other of others)
      await expect(greetingFrom(port, other)).rejects.toThrow(/REFUSED|NETUNREACH|ADDRNOTAVAIL/);
    await close(server);
  });

  it("that is taken is named in the error", async () => {
    const port = await freePort();
    const server = await bind(`tcp://127.0.0.1:${port}`);
    await expect(bind(`tcp://127.0.0.1:${port}`)).rejects.toThrow(
      `cannot bind tcp://127.0.0.1:${port}: the address is in use`,
    );
    await close(server);
    await close(await bind(`tcp://127.0.0.1:${port}`));
  });

  it.each(["tcp://1.2.3.4", "tcp://:80", "tcp://::1:80", "udp://1.2.3.4:5", "ipc:///run/k-1", "nonsense"])(
    "cannot be %s",
    async (endpoint) => {
      await expect(bind(endpoint)).rejects.toThrow(`an endpoint must be tcp://HOST:PORT, got ${endpoint}`);
    },
  );
});
