/**
 * Pixels: reads a PNG of eight bits a channel without interlacing, to check what was drawn.
 *
 * Source: W3C PNG specification (third edition), sections 7.2 (scanlines), 9 (filtering) and 11.2 (chunks).
 */
import { inflateSync } from "node:zlib";

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** As #rrggbb. */
  at(x: number, y: number): string;
  /** How many have a colour. */
  count(color: string): number;
  /** The smallest box with all pixels of a colour; empty boxes have right < left. */
  boxOf(color: string): {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
}

export const PNG_SIGNATURE = "89504e470d0a1a0a";

export function readPixels(png: Uint8Array): Pixels {
  const file = Buffer.from(png);
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const length = file.readUInt32BE(at);
    if (file.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(file.subarray(at + 8, at + 8 + length));
  }
  const [width, height, kind] = [file.readUInt32BE(16), file.readUInt32BE(20), file[25]];
  const channels = kind === 6 ? 4 : 3;
  const lines = unfiltered(inflateSync(Buffer.concat(parts)), { width, height, channels });
  const colors = new Uint32Array(width * height);
  for (let k = 0; k < colors.length; k++) colors[k] = lines.readUIntBE(k * channels, 3);
  const numberOf = (color: string) => Number.parseInt(color.slice(1), 16);
  return {
    width,
    height,
    at: (x, y) => `#${(colors[Math.round(y) * width + Math.round(x)] as number).toString(16).padStart(6, "0")}`,
    count(color) {
      const wanted = numberOf(color);
      return colors.reduce((sum, one) => sum + (one === wanted ? 1 : 0), 0);
    },
    boxOf(color) {
      const wanted = numberOf(color);
      const box = { left: width, right: -1, top: height, bottom: -1 };
      for (let k = 0; k < colors.length; k++) {
        if (colors[k] !== wanted) continue;
        const [x, y] = [k % width, Math.floor(k / width)];
        box.left = Math.min(box.left, x);
        box.right = Math.max(box.right, x);
        box.top = Math.min(box.top, y);
        box.bottom = Math.max(box.bottom, y);
      }
      return box;
    },
  };
}

function unfiltered(raw: Buffer, { width, height, channels }: Record<"width" | "height" | "channels", number>): Buffer {
  const stride = width * channels;
  const lines = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)] as number;
    for (let k = 0; k < stride; k++) {
      const here = y * stride + k;
      const left = k >= channels ? (lines[here - channels] as number) : 0;
      const up = y > 0 ? (lines[here - stride] as number) : 0;
      const corner = k >= channels && y > 0 ? (lines[here - stride - channels] as number) : 0;
      lines[here] = (raw[y * (stride + 1) + 1 + k] as number) + guess(filter, left, up, corner);
    }
  }
  return lines;
}

function guess(filter: number, left: number, up: number, corner: number): number {
  if (filter < 3) return filter === 0 ? 0 : filter === 1 ? left : up;
  return filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
}

function paeth(left: number, up: number, corner: number): number {
  const sum = left + up - corner;
  const a = Math.abs(sum - left);
  const b = Math.abs(sum - up);
  const c = Math.abs(sum - corner);
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
