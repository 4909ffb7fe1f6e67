/**
 * A peer made of bare bytes, for what no real ZeroMQ would send, or would not wait with.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { encodeGreeting, encodeReady } from "../../protocol/zmtp.ts";

export function handshakeOf(type: string, identity = ""): Uint8Array {
  return Buffer.concat([encodeGreeting(), encodeReady({ "Socket-Type": type, Identity: identity })]);
}

export class RawPeer {
  readonly socket: Socket;
  /** All that came, one chunk for each time. */
  readonly chunks: Buffer[] = [];
  readonly closed: Promise<unknown>;

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => this.chunks.push(chunk));
  }

  /** Connects to an endpoint of TCP and sends some bytes. */
  static async connect(endpoint: string, ...bytes: readonly Uint8Array[]): Promise<RawPeer> {
    const { hostname, port } = new URL(endpoint);
    const socket = connect(Number(port), hostname);
    const peer = new RawPeer(socket);
    await once(socket, "connect");
    for (const each of bytes) socket.write(each);
    return peer;
  }

  get received(): Buffer {
    return Buffer.concat(this.chunks);
  }

  /** Waits until this many bytes came. */
  async until(length: number): Promise<void> {
    while (this.chunks.reduce((sum, chunk) => sum + chunk.length, 0) < length) await once(this.socket, "data");
  }

  send(...bytes: readonly Uint8Array[]): Promise<void> {
    return new Promise((resolve) => this.socket.write(Buffer.concat(bytes), () => resolve()));
  }

  close(): void {
    this.socket.destroy();
  }
}
