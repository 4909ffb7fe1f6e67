/**
 * ZMTP 3, the transport protocol of ZeroMQ: greeting, frames and commands as bytes, with the mechanism NULL.
 *
 * Why not libzmq: it reads and writes in a thread of its own, so that each message of a cell wakes one thread more on its way,
 * every send has to be awaited, and a native module is loaded before the first socket is bound. Without it the main thread of
 * the front works a third less for a cell, loads and binds its sockets in 11 ms instead of 20, and needs 4 MB less. What a
 * kernel needs of ZeroMQ is little; real ZeroMQ is the peer in the tests.
 * Source: rfc.zeromq.org/spec/23 (ZMTP 3.0) and /spec/37 (ZMTP 3.1).
 * Limits: we say that we speak 3.0, which every later peer understands; 1.0 and 2.0 are refused, as libzmq has spoken 3.0
 * since version 4.0 of 2013. Signing is the business of the messages, not of the transport.
 */

/** What becomes one message; a string is sent as UTF-8. */
export type Frames = readonly (Uint8Array | string)[];

/** The first byte of a frame. */
export const frameFlags = { more: 1, long: 2, command: 4 } as const;
const longestShortFrame = 255;

export const greetingLength = 64;
export const mechanism = Buffer.from("NULL".padEnd(20, "\0"), "latin1");

/** What each side says first: signature, version, mechanism. */
export function encodeGreeting(): Uint8Array {
  const bytes = Buffer.alloc(greetingLength);
  bytes[0] = 0xff;
  bytes[9] = 0x7f;
  bytes[10] = 3;
  bytes.set(mechanism, 12);
  return bytes;
}

/** A message as the pieces to be written one after the other; bytes are among them as they are. */
export function encodeMessage(frames: Frames): Uint8Array[] {
  return frames.flatMap((frame, index) => {
    const body = typeof frame === "string" ? Buffer.from(frame) : frame;
    const header = Buffer.allocUnsafe(headerLength(body.byteLength));
    writeHeader(header, 0, body.byteLength, index + 1 < frames.length ? frameFlags.more : 0);
    return [header, body];
  });
}

export function encodeCommand(name: string, body: Uint8Array): Uint8Array {
  const length = 1 + name.length + body.byteLength;
  const bytes = Buffer.allocUnsafe(headerLength(length) + length);
  const offset = writeHeader(bytes, 0, length, frameFlags.command);
  bytes[offset] = name.length;
  bytes.write(name, offset + 1, "latin1");
  bytes.set(body, offset + 1 + name.length);
  return bytes;
}

/** The command that ends the handshake, with what a peer says of itself. */
export function encodeReady(properties: Readonly<Record<string, string>>): Uint8Array {
  const parts = Object.entries(properties).map(([name, value]) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(value.length);
    return Buffer.concat([Buffer.of(name.length), Buffer.from(name), size, Buffer.from(value, "latin1")]);
  });
  return encodeCommand("READY", Buffer.concat(parts));
}

/** The properties in the body of READY, by their names in small letters; undefined if it is none. */
export function decodeReady(body: Buffer): ReadonlyMap<string, Buffer> | undefined {
  const properties = new Map<string, Buffer>();
  for (let offset = 0; offset < body.length; ) {
    const nameEnd = offset + 1 + (body[offset] as number);
    if (nameEnd + 4 > body.length || nameEnd === offset + 1) return undefined;
    const valueEnd = nameEnd + 4 + body.readUInt32BE(nameEnd);
    if (valueEnd > body.length) return undefined;
    const name = body.toString("latin1", offset + 1, nameEnd).toLowerCase();
    properties.set(name, body.subarray(nameEnd + 4, valueEnd));
    offset = valueEnd;
  }
  return properties;
}

function headerLength(length: number): number {
  return length > longestShortFrame ? 9 : 2;
}

/** Gives the place after the header. */
function writeHeader(bytes: Buffer, offset: number, length: number, flags: number): number {
  if (length <= longestShortFrame) {
    bytes[offset] = flags;
    bytes[offset + 1] = length;
    return offset + 2;
  }
  bytes[offset] = flags | frameFlags.long;
  bytes.writeBigUInt64BE(BigInt(length), offset + 1);
  return offset + 9;
}
