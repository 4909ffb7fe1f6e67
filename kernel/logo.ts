/**
 * Logo of the kernel: an epsilon of two arcs on a blue ground. Drawn as SVG; JupyterLab's launcher also wants bitmaps.
 */
export const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
  <rect width="64" height="64" rx="10" fill="#2f5fb3"/>
  <path d="M45 19 A14 9.5 0 1 0 33 31.5 M33 31.5 A15 10.5 0 1 0 46 45" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/>
</svg>
`;

/** The logo as a PNG of so many pixels a side; undefined where the renderer has no build for this machine. */
export async function logoBitmap(side: number): Promise<Uint8Array | undefined> {
  try {
    const { Resvg } = await import("@resvg/resvg-js");
    return new Resvg(logo, { fitTo: { mode: "width", value: side }, font: { loadSystemFonts: false } })
      .render()
      .asPng();
  } catch {
    return undefined;
  }
}
