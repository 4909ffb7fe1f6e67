/**
 * A privacy loss as atoms that lie on no grid, twice: never below the true profile and never above it.
 *
 * A density is cut into cells along its coordinate, narrow where a loss counts for the sum in question. Atoms stay what they are.
 * - `upper`, connect the dots: what is in a cell is dealt to the losses at its two ends so that its mass under either law is kept.
 *   Source: Doroshenko, Ghazi, Kamath, Kumar, Manurangsi, "Connect the dots" (PoPETs 2022), for cells of any width.
 * - `lower`: a cell is one outcome, of loss log(P / Q) of its masses. Telling only the cell is post-processing.
 * Both err by the square of the widths of the cells. The mass of the error of a composition is about the sum over the cells of
 * mass e^(tilt loss) width^2, which is least for a given number of cells where their density is the cube root of density e^(tilt
 * loss) slope^2. A grid of one step has no such choice: at tiny sampling rates nearly all losses lie within a single cell of any
 * step that reaches the largest.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { MASS_ERROR, panelRule } from "./gauss-panel.ts";
import type { PrivacyLossDensity, PrivacyLossPieces } from "./privacy-loss.ts";

export interface LossAtoms {
  readonly losses: Float64Array;
  readonly masses: Float64Array;
  readonly infinite: number;
  /** A bound on the relative error of the masses. */
  readonly massError: number;
}

export interface LossBounds {
  readonly lower: LossAtoms;
  readonly upper: LossAtoms;
}

interface CellChoice {
  /** For each density. */
  readonly cells: number;
  /** The exponent by which losses are weighed, up to the loss `enough`: beyond it one alone decides. */
  readonly tilt: number;
  readonly enough: number;
}

export function lossBounds(pieces: PrivacyLossPieces, choice: CellChoice): LossBounds {
  const { atoms, densities, infinite, beneath, beyond, massError = MASS_ERROR } = pieces;
  const own = atoms.filter(({ mass }) => mass > 0);
  const most = own.length + densities.length * (choice.cells + 1) + 1;
  const [lower, upper] = [emptyAtoms(most), emptyAtoms(most)];
  for (const { loss, mass } of own) for (const list of [lower, upper]) push(list, loss, mass);
  for (const density of densities) cutDensity(density, cellEnds(density, choice), lower, upper);
  if (beneath > 0 && upper.count > 0) push(upper, leastLoss(upper), beneath);
  return { lower: trimmed(lower, infinite, massError), upper: trimmed(upper, infinite + beyond, massError) };
}

interface AtomList {
  count: number;
  readonly losses: Float64Array;
  readonly masses: Float64Array;
}

function emptyAtoms(most: number): AtomList {
  return { count: 0, losses: new Float64Array(most), masses: new Float64Array(most) };
}

function push(list: AtomList, loss: number, mass: number): void {
  list.losses[list.count] = loss;
  list.masses[list.count++] = mass;
}

function leastLoss({ count, losses }: AtomList): number {
  return losses.subarray(0, count).reduce((least, loss) => Math.min(least, loss), Infinity);
}

function trimmed({ count, losses, masses }: AtomList, infinite: number, massError: number): LossAtoms {
  return { losses: losses.slice(0, count), masses: masses.slice(0, count), infinite, massError };
}

function cutDensity(piece: PrivacyLossDensity, ends: Float64Array, lower: AtomList, upper: AtomList): void {
  let low = piece.loss(ends[0]);
  // What the cell before gives to the end that both share.
  let shared = 0;
  for (let cell = 0; cell + 1 < ends.length; cell++) {
    const high = Math.max(low, piece.loss(ends[cell + 1]));
    const { mass, excess } = cellSums(piece, { from: ends[cell], to: ends[cell + 1], low, high });
    const whole = -expm1(low - high);
    const up = whole > 0 ? Math.min(mass, excess / whole) : 0;
    if (shared + mass - up > 0) push(upper, low, shared + mass - up);
    if (mass > 0) push(lower, low - log1p(-Math.min(whole, excess / mass)), mass);
    shared = up;
    low = high;
  }
  if (shared > 0) push(upper, low, shared);
}

interface Cell {
  readonly from: number;
  readonly to: number;
  /** The losses at its ends. */
  readonly low: number;
  readonly high: number;
}

/** The mass and the sum of p (1 - e^(low - loss)): both positive, and without subtraction. */
function cellSums(piece: PrivacyLossDensity, { from, to, low, high }: Cell): { mass: number; excess: number } {
  const { nodes, weights, panels } = panelRule({ from, to, panel: piece.panel });
  const radius = (to - from) / (2 * panels);
  let [mass, excess] = [0, 0];
  for (let k = 0; k < panels; k++) {
    const middle = from + (2 * k + 1) * radius;
    for (let node = 0; node < nodes.length; node++) {
      const x = middle + radius * nodes[node];
      const share = radius * weights[node] * piece.density(x);
      mass += share;
      excess -= share * expm1(low - Math.min(high, Math.max(low, piece.loss(x))));
    }
  }
  return { mass, excess };
}

/** Where the weights of the cells are taken. */
const SAMPLES = 1024;
/** The share of the cells that is spread evenly over the coordinate. */
const EVEN = 0.2;

function cellEnds({ from, to, density, loss }: PrivacyLossDensity, { cells, tilt, enough }: CellChoice): Float64Array {
  const width = (to - from) / SAMPLES;
  const logWeights = new Float64Array(SAMPLES);
  let [low, largest] = [loss(from), -Infinity];
  for (let k = 0; k < SAMPLES; k++) {
    const high = k + 1 === SAMPLES ? loss(to) : loss(from + (k + 1) * width);
    const tilted = tilt * Math.min(enough, 0.5 * (low + high));
    const weight = log(density(from + (k + 0.5) * width)) + tilted + 2 * log(Math.max(0, high - low));
    logWeights[k] = weight;
    largest = Math.max(largest, weight);
    low = high;
  }
  const weights = logWeights.map((weight) => (largest > -Infinity ? exp((weight - largest) / 3) : 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const ends = new Float64Array(cells + 1);
  let [sample, before] = [0, 0];
  const shareOf = (k: number) => ((1 - EVEN) * weights[k]) / total + EVEN / SAMPLES;
  for (let cell = 1; cell < cells; cell++) {
    const wanted = cell / cells;
    while (sample < SAMPLES - 1 && before + shareOf(sample) < wanted) before += shareOf(sample++);
    ends[cell] = from + width * (sample + Math.min(1, Math.max(0, (wanted - before) / shareOf(sample))));
  }
  ends[0] = from;
  ends[cells] = to;
  return ends;
}
