/**
 * Rasteriser: an SVG picture of ours as pixels.
 *
 * Drawn by resvg with DejaVu Sans Condensed from the installed package; fonts of the machine are not looked at, so that every
 * machine draws the same letters. This is the one file of lib/ that needs native code, which is loaded when a picture is first asked
 * for: by a direct `import()`, since Node 20 also reports the failure of an indirect one to the process.
 */

import type * as resvg from "@resvg/resvg-js";
import { requirePositive } from "../../numerics/requirements.ts";
import { PAPER } from "../theme.ts";

export type ResvgClass = typeof resvg.Resvg;

/** `scale` is in pixels of the picture per pixel of the SVG. */
export async function rasterise(svg: string, scale: number): Promise<Uint8Array> {
  const { Resvg } = await import("@resvg/resvg-js").catch((error: Error) => {
    const [reason] = error.message.split("\n");
    throw new Error(`the optional package that draws PNG is not installed for this machine: ${reason}`);
  });
  return pixelsBy(Resvg, svg, scale);
}

/** At once, by a rasteriser that is loaded already. */
export function pixelsBy(Resvg: ResvgClass, svg: string, scale: number): Uint8Array {
  requirePositive({ scale });
  const picture = new Resvg(svg, {
    background: PAPER,
    fitTo: { mode: "zoom", value: scale },
    font: { loadSystemFonts: false, fontFiles: [fontPath()], defaultFontFamily: "DejaVu Sans" },
  });
  return picture.render().asPng();
}

function fontPath(): string {
  const { pathname } = new URL(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf"));
  return decodeURIComponent(pathname).replace(/^\/(?=[A-Za-z]:)/, "");
}
