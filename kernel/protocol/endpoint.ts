/** Endpoint: an address of ZeroMQ's form, `tcp://HOST:PORT`, and a listening socket exactly there. */
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

/** How long a connection may be silent before the system asks whether the other side is still there. */
const KEEP_ALIVE_INITIAL_DELAY = 30_000;

/** Listens; rejects with a reason that names the endpoint. */
export async function bindEndpoint(endpoint: string, onConnection: (socket: Socket) => void): Promise<Server> {
  const place = placeOf(endpoint);
  const server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_INITIAL_DELAY },
    onConnection,
  );
  try {
    await once(server.listen(place), "listening");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`cannot bind ${endpoint}: ${code === "EADDRINUSE" ? "the address is in use" : message}`);
  }
  server.on("error", () => undefined); // of a connection that could not be accepted: its client tries again
  return server;
}

/** Where to listen or to connect, as Node has it. */
export function placeOf(endpoint: string): {
  readonly host: string;
  readonly port: number;
  readonly ipv6Only: boolean;
} {
  const [, six, four, port] = /^tcp:\/\/(?:\[([^\]]+)\]|([^:[\]]+)):(\d+)$/.exec(endpoint) ?? [];
  const host = six ?? four;
  if (host === undefined) throw new RangeError(`an endpoint must be tcp://HOST:PORT, got ${endpoint}`);
  return { host, port: Number(port), ipv6Only: six !== undefined };
}
