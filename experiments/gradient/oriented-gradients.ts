/**
 * Oriented gradients: fixed features of a small picture of grey, computed from this picture alone.
 *
 * The Sobel gradient of each pixel is written as a sum of its two neighbours among eight directions (east, south-east, ...), with
 * positive weights, and spread over the four nearest of 7 by 7 cells of 4 by 4 pixels. Each cell is divided by the root of the mean
 * energy of the cells around it, and the whole has norm 1. So one record's features do not depend on another record: they cost no
 * privacy, and a record more or less leaves those of all others.
 * Source: Dalal, Triggs (CVPR 2005); Tramer, Boneh (ICLR 2021) for fixed features in private learning.
 * Limits: pictures of 28 by 28 pixels. Only + - * / sqrt: the same bits everywhere.
 */
const SIDE = 28;
const CELL = 4;
const CELLS = SIDE / CELL;
const DIRECTIONS = 8;
/** How many features a picture has. */
export const ORIENTED_GRADIENTS = CELLS * CELLS * DIRECTIONS;

/** The picture with a rim of two pixels of 0. */
const RIM = SIDE + 2;
const framed = new Float64Array(RIM * RIM);
const energies = new Float64Array(CELLS * CELLS);

/** Writes the features of the picture that begins at `from` to the place `at`. */
export function fillOrientedGradients(pixels: Float64Array, from: number, out: Float64Array, at: number): void {
  for (let r = 0; r < SIDE; r++) {
    for (let c = 0; c < SIDE; c++) framed[(r + 1) * RIM + c + 1] = pixels[from + r * SIDE + c];
  }
  out.fill(0, at, at + ORIENTED_GRADIENTS);
  for (let r = 0; r < SIDE; r++) {
    for (let c = 0; c < SIDE; c++) {
      const p = (r + 1) * RIM + c + 1;
      const [above, below] = [p - RIM, p + RIM];
      const east = 2 * (framed[p + 1] - framed[p - 1]) + framed[above + 1] - framed[above - 1];
      const x = east + framed[below + 1] - framed[below - 1];
      const south = 2 * (framed[below] - framed[above]) + framed[below - 1] - framed[above - 1];
      const y = south + framed[below + 1] - framed[above + 1];
      if (x !== 0 || y !== 0) addGradient(x, y, r, c, out, at);
    }
  }
  normalise(out, at);
}

/** Directions are numbered from east over south; those with odd numbers lie between two others. */
function addGradient(x: number, y: number, r: number, c: number, out: Float64Array, at: number): void {
  const [wide, high] = [Math.abs(x), Math.abs(y)];
  const straight = wide >= high ? (x > 0 ? 0 : 4) : y > 0 ? 2 : 6;
  const diagonal = x >= 0 ? (y >= 0 ? 1 : 7) : y >= 0 ? 3 : 5;
  const least = Math.min(wide, high);
  const [along, across] = [Math.max(wide, high) - least, Math.SQRT2 * least];
  // Between the centres of cells, of which the first is at 1.5.
  const [row, column] = [(r + 0.5) / CELL - 0.5, (c + 0.5) / CELL - 0.5];
  const [top, left] = [Math.floor(row), Math.floor(column)];
  for (let dr = 0; dr < 2; dr++) {
    const cellRow = top + dr;
    if (cellRow < 0 || cellRow >= CELLS) continue;
    const share = dr === 1 ? row - top : 1 - (row - top);
    for (let dc = 0; dc < 2; dc++) {
      const cellColumn = left + dc;
      if (cellColumn < 0 || cellColumn >= CELLS) continue;
      const weight = share * (dc === 1 ? column - left : 1 - (column - left));
      const cell = at + (cellRow * CELLS + cellColumn) * DIRECTIONS;
      out[cell + straight] += weight * along;
      out[cell + diagonal] += weight * across;
    }
  }
}

/** A tenth of the mean energy of all cells keeps empty ones from being blown up. */
const FLOOR = 0.1;

function normalise(out: Float64Array, at: number): void {
  let whole = 0;
  for (let cell = 0; cell < energies.length; cell++) {
    let energy = 0;
    for (let k = 0; k < DIRECTIONS; k++) energy += out[at + cell * DIRECTIONS + k] * out[at + cell * DIRECTIONS + k];
    energies[cell] = energy;
    whole += energy;
  }
  if (whole === 0) return; // an empty picture
  const floor = (FLOOR * whole) / energies.length;
  for (let r = 0; r < CELLS; r++) {
    for (let c = 0; c < CELLS; c++) {
      const factor = 1 / Math.sqrt(energyAround(r, c) + floor);
      const first = at + (r * CELLS + c) * DIRECTIONS;
      for (let k = first; k < first + DIRECTIONS; k++) out[k] *= factor;
    }
  }
  let square = 0;
  for (let k = at; k < at + ORIENTED_GRADIENTS; k++) square += out[k] * out[k];
  const norm = Math.sqrt(square);
  for (let k = at; k < at + ORIENTED_GRADIENTS; k++) out[k] /= norm;
}

/** The mean energy of a cell and of its neighbours. */
function energyAround(r: number, c: number): number {
  let [sum, cells] = [0, 0];
  for (let y = Math.max(0, r - 1); y <= Math.min(CELLS - 1, r + 1); y++) {
    for (let x = Math.max(0, c - 1); x <= Math.min(CELLS - 1, c + 1); x++) {
      sum += energies[y * CELLS + x];
      cells++;
    }
  }
  return sum / cells;
}
