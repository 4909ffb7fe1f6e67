import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { bindEndpoint } from "./endpoint.ts";

const folder = mkdtempSync(join(tmpdir(), "epsilab-endpoint-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Of this machine, in version 4 and, where it has that, 6. */
const loopback = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal, scopeid = 0 }) => internal && scopeid === 0)
  .map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address));

const bind = (endpoint: string) => bindEndpoint(endpoint, (socket) => socket.end("hello"));
const close = (server: Server) => new Promise((resolve) => server.close(resolve));

async function greetingFrom(...place: [port: number, host: string] | [path: string]): Promise<string> {
  const socket = place.length === 1 ? connect(place[0]) : connect(...place);
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

  it("of a star is every address of version 4", async () => {
    const port = await freePort();
    const server = await bind(`tcp://*:${port}`);
    expect(server.address()).toMatchObject({ address: "0.0.0.0", port });
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

  it.each(["tcp://1.2.3.4", "tcp://:80", "tcp://::1:80", "udp://1.2.3.4:5", "ipc://", "ipc://@abstract", "nonsense"])(
    "or of Unix cannot be %s",
    async (endpoint) => {
      await expect(bind(endpoint)).rejects.toThrow(
        `an endpoint must be tcp://HOST:PORT or ipc://PATH, got ${endpoint}`,
      );
    },
  );
});

describe("an endpoint of Unix", () => {
  it("is for its owner alone, leaves the permissions of other files as they were, and is gone when closed", async () => {
    const before = process.umask();
    const path = join(folder, "k-1");
    const server = await bind(`ipc://${path}`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(process.umask()).toBe(before);
    expect(await greetingFrom(path)).toBe("hello");
    await close(server);
    expect(existsSync(path)).toBe(false);
  });

  it("replaces the socket that a dead process left behind, and no other file", async () => {
    const path = join(folder, "k-2");
    const program = `require("net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
    expect(() => execFileSync(process.execPath, ["-e", program])).toThrow();
    expect(statSync(path).isSocket()).toBe(true);
    const server = await bind(`ipc://${path}`);
    expect(await greetingFrom(path)).toBe("hello");
    await close(server);
    const file = join(folder, "k-3");
    writeFileSync(file, "precious");
    await expect(bind(`ipc://${file}`)).rejects.toThrow(`cannot bind ipc://${file}: the address is in use`);
    expect(readFileSync(file, "utf8")).toBe("precious");
  });
});
