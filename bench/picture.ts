/**
 * The benchmark's picture: for each case the peer's time over ours, as bars on a logarithmic axis, in a plain SVG.
 */
interface Bar {
  readonly label: string;
  readonly peer: string;
  readonly ratio: number;
}

const WIDTH = 1030;
const LEFT = 470;
const RIGHT = 70;
const ROW = 24;
const TOP = 66;
const TICKS = [0.5, 1, 2, 5, 10, 20, 50, 100, 200];

export function picture(bars: readonly Bar[], title: string, subtitle: string): string {
  const largest = Math.max(10, ...bars.map((bar) => bar.ratio)) * 1.1;
  const least = Math.min(0.5, ...bars.map((bar) => bar.ratio * 0.9));
  const x = (ratio: number) => LEFT + ((WIDTH - LEFT - RIGHT) * Math.log(ratio / least)) / Math.log(largest / least);
  const height = TOP + ROW * bars.length + 46;
  const bottom = TOP + ROW * bars.length + 4;
  const ticks = TICKS.filter((tick) => tick >= least && tick <= largest)
    .map(
      (tick) =>
        `<line x1="${at(x(tick))}" y1="${TOP - 6}" x2="${at(x(tick))}" y2="${bottom}" stroke="${tick === 1 ? "#444" : "#ddd"}"/>` +
        `<text x="${at(x(tick))}" y="${bottom + 16}" text-anchor="middle" fill="#444">${tick}×</text>`,
    )
    .join("\n");
  const rows = bars
    .map((bar, row) => {
      const y = TOP + row * ROW;
      const [from, to] = bar.ratio >= 1 ? [x(1), x(bar.ratio)] : [x(bar.ratio), x(1)];
      const colour = bar.ratio >= 1 ? "#2f6db3" : "#c0612b";
      return (
        `<text x="${LEFT - 10}" y="${y + 14}" text-anchor="end" fill="#111">${escapeText(bar.label)} ` +
        `<tspan fill="#777">· ${escapeText(bar.peer)}</tspan></text>` +
        `<rect x="${at(from)}" y="${y + 3}" width="${at(to - from)}" height="${ROW - 8}" fill="${colour}"/>` +
        `<text x="${at(Math.max(to, x(1)) + 6)}" y="${y + 15}" fill="#111">${bar.ratio.toFixed(1)}×</text>`
      );
    })
    .join("\n");
  const size = `width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`;
  const axis = "peer's time / ours, one thread, logarithmic axis (right of 1×: Epsilab is faster)";
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="Helvetica, Arial, sans-serif" font-size="13">
<title>${escapeText(title)}</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="16" y="24" font-size="17" font-weight="bold" fill="#111">${escapeText(title)}</text>
<text x="16" y="44" fill="#555">${escapeText(subtitle)}</text>
${ticks}
${rows}
<text x="${at((LEFT + WIDTH - RIGHT) / 2)}" y="${height - 8}" text-anchor="middle" fill="#444">${axis}</text>
</svg>
`;
}

function at(coordinate: number): string {
  return coordinate.toFixed(1);
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
