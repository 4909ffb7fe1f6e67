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
/** From here on a frame is handed on as it is, and not copied into one piece with its neighbours. */
const largeFrame = 16_384;

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

/** A message as the pieces to be written one after the other. Large frames are among them as they are. */
export function encodeMessage(frames: Frames): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const lengths = frames.map((frame) => (typeof frame === "string" ? Buffer.byteLength(frame) : frame.byteLength));
  const isLarge = (index: number) => typeof frames[index] !== "string" && (lengths[index] as number) >= largeFrame;
  for (let first = 0; first < frames.length; ) {
    let end = first;
    let size = 0;
    for (let large = false; end < frames.length && !large; end++) {
      large = isLarge(end);
      size += headerLength(lengths[end] as number) + (large ? 0 : (lengths[end] as number));
    }
    const piece = Buffer.allocUnsafe(size);
    let offset = 0;
    for (let index = first; index < end; index++) {
      const frame = frames[index] as Uint8Array | string;
      const length = lengths[index] as number;
      offset = writeHeader(piece, offset, length, index + 1 < frames.length ? frameFlags.more : 0);
      if (typeof frame === "string") piece.write(frame, offset, "utf8");
      else if (!isLarge(index)) piece.set(frame, offset);
      if (!isLarge(index)) offset += length;
    }
    pieces.push(piece);
    if (isLarge(end - 1)) pieces.push(frames[end - 1] as Uint8Array);
    first = end;
  }
  return pieces;
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
