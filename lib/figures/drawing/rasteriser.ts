/**
 * Rasteriser: an SVG picture of ours as pixels.
 *
 * Drawn by resvg with DejaVu Sans Condensed from the installed package; fonts of the machine are not looked at, so that every
 * machine draws the same letters. This is the one file of lib/ that needs native code; it is loaded only when a picture is asked
 * for.
 */
import { Resvg } from "@resvg/resvg-js";
import { requirePositive } from "../../numerics/requirements.ts";
import { PAPER } from "../theme.ts";

/** `scale` is in pixels of the picture per pixel of the SVG. */
export function rasterise(svg: string, scale: number): Uint8Array {
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
