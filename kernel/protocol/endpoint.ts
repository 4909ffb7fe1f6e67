/**
 * Endpoint: an address of ZeroMQ's form, `tcp://HOST:PORT` or `ipc://PATH`, and a listening socket exactly there.
 *
 * A Unix socket is for its owner alone. One that a dead process left behind is replaced; a file that is no socket is not.
 */
import { once } from "node:events";
import { lstatSync, unlinkSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";

type Place =
  | { readonly path: string }
  | { readonly path?: undefined; readonly host: string; readonly port: number; readonly ipv6Only?: true };

/** How long a connection may be silent before the system asks whether the other side is still there. */
const keepAliveInitialDelay = 30_000;

/** Listens; rejects with a reason that names the endpoint. */
export async function bindEndpoint(endpoint: string, onConnection: (socket: Socket) => void): Promise<Server> {
  const place = placeOf(endpoint);
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay }, onConnection);
  try {
    const isStale = place.path !== undefined && lstatSync(place.path, { throwIfNoEntry: false })?.isSocket();
    if (isStale) unlinkSync(place.path);
    const listening = once(server, "listening");
    if (place.path === undefined) server.listen(place);
    else ownerOnly(() => server.listen(place));
    await listening;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`cannot bind ${endpoint}: ${code === "EADDRINUSE" ? "the address is in use" : message}`);
  }
  server.on("error", () => undefined); // of a connection that could not be accepted: its client tries again
  return server;
}

/** Where to listen or to connect, as Node has it. */
export function placeOf(endpoint: string): Place {
  const tcp = /^tcp:\/\/(?:\[(?<six>[^\]]+)\]|(?<host>[^:[\]]+)):(?<port>\d+)$/.exec(endpoint)?.groups;
  if (tcp !== undefined) {
    const port = Number(tcp.port);
    if (tcp.six !== undefined) return { host: tcp.six, port, ipv6Only: true };
    return { host: tcp.host === "*" ? "0.0.0.0" : (tcp.host as string), port };
  }
  const path = /^ipc:\/\/(?<path>[^@].*)$/.exec(endpoint)?.groups?.path;
  if (path === undefined) throw new RangeError(`an endpoint must be tcp://HOST:PORT or ipc://PATH, got ${endpoint}`);
  return { path };
}

/** The file of a Unix socket gets its permissions as it is made, so that there is no moment at which others may connect. */
function ownerOnly(make: () => void): void {
  const before = process.umask(0o177);
  try {
    make();
  } finally {
    process.umask(before);
  }
}
