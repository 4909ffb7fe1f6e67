/**
 * The best decision table: probabilities of actions given an observation, whose largest expected cost over some scenarios is least.
 *
 * Observations are 0, 1, ..., and with privacy those next to each other are neighbours: q(a | y) <= e^epsilon q(a | y') + z(a),
 * where the slack z of each ordered pair adds up to delta at most. Then the least largest cost is a linear program. Each scenario
 * has one row, whose multiplier is its weight in the least favourable prior, and each constraint of privacy one, whose multiplier
 * is its price. If a mirror is given, the program does not change when observations are mirrored, actions and scenarios reversed;
 * then the mean of a table and its image is no worse, and half of the variables are enough.
 * Source: linear programs for optimal mechanisms: Ghosh, Roughgarden, Sundararajan (STOC 2009), doi:10.1145/1536414.1536464.
 * Limits: what comes back is the solver's proposal. `certifiedLower` and `feasibleTable` make a guarantee of it.
 */
import { exp } from "../numerics/exponential.ts";
import { type LinearRow, solveLinearProgram } from "../numerics/linear-program.ts";

export interface PrivacyRatio {
  readonly epsilon: number;
  readonly delta: number;
}

export interface DecisionProgram {
  readonly observations: number;
  readonly actions: number;
  /** What each scenario charges for each observation and action, probability times loss: at y * actions + a. */
  readonly costs: readonly Float64Array[];
  /** Without it every table is allowed. */
  readonly privacy?: PrivacyRatio;
  /** The image of every observation. */
  readonly mirror?: (observation: number) => number;
}

/** Of the pairs y, y + 1 of neighbours, at y * actions + a: for q(a | y) <= e^epsilon q(a | y + 1), and for the other order. */
interface PairValues {
  readonly up: Float64Array;
  readonly down: Float64Array;
}

export interface DecisionSolution {
  /** The probabilities, at y * actions + a. */
  readonly table: Float64Array;
  readonly slack: PairValues;
  /** The least favourable prior. */
  readonly weights: Float64Array;
  readonly prices: PairValues;
}

export async function solveDecision(program: DecisionProgram): Promise<DecisionSolution> {
  const { observations, actions, costs, privacy } = program;
  const image = mirrorOf(program);
  const cells = observations * actions;
  const variables = new Variables(cells, image.cell);
  const rows: LinearRow[] = [];
  const largest = variables.add();
  const scenarioRow = costs.map((cost, k) => {
    if (image.scenario(k) < k) return -1;
    const sums = new RowSums();
    for (let cell = 0; cell < cells; cell++) if (cost[cell] !== 0) sums.add(variables.of(cell), cost[cell]);
    sums.add(largest, -1);
    return rows.push(sums.row(-Infinity, 0)) - 1;
  });
  for (let y = 0; y < observations; y++) {
    if (image.observation(y) < y) continue;
    const sums = new RowSums();
    for (let a = 0; a < actions; a++) sums.add(variables.of(y * actions + a), 1);
    rows.push(sums.row(1, 1));
  }
  const pairs = privacy === undefined ? [] : orderedPairs(program, image.pair);
  const pairRows = pairs.map(({ from, to, isImage }) => {
    if (isImage || privacy === undefined) return { first: -1, slack: -1 };
    const factor = exp(privacy.epsilon);
    const slack = privacy.delta > 0 ? variables.add(actions) : -1;
    const first = rows.length;
    for (let a = 0; a < actions; a++) {
      const sums = new RowSums();
      sums.add(variables.of(from * actions + a), 1);
      sums.add(variables.of(to * actions + a), -factor);
      if (slack >= 0) sums.add(slack + a, -1);
      rows.push(sums.row(-Infinity, 0));
    }
    if (slack >= 0) {
      const columns = Array.from({ length: actions }, (_, a) => slack + a);
      rows.push({ columns, values: columns.map(() => 1), lower: -Infinity, upper: privacy.delta });
    }
    return { first, slack };
  });
  const target = new Float64Array(variables.count);
  target[largest] = 1;
  const { values, multipliers } = await solveLinearProgram({ costs: target, rows });
  const price = (row: number) => Math.max(0, -multipliers[row]);
  const prices = emptyPairs(program);
  const slack = emptyPairs(program);
  pairs.forEach(({ from, to, at }, i) => {
    const { first, slack: column } = pairRows[at];
    const side = to > from ? "up" : "down";
    for (let a = 0; a < actions; a++) {
      const b = at === i ? a : actions - 1 - a;
      const cell = Math.min(from, to) * actions + a;
      // The price of a constraint is shared with that of its image.
      prices[side][cell] = price(first + b) / image.share;
      if (column >= 0) slack[side][cell] = values[column + b];
    }
  });
  const weightOf = (k: number) => {
    const other = image.scenario(k);
    return price(scenarioRow[Math.min(k, other)]) / (other === k ? 1 : 2);
  };
  return {
    table: Float64Array.from({ length: cells }, (_, cell) => values[variables.of(cell)]),
    slack,
    weights: Float64Array.from(costs, (_, k) => weightOf(k)),
    prices,
  };
}

function emptyPairs({ observations, actions }: DecisionProgram): PairValues {
  const empty = () => new Float64Array((observations - 1) * actions);
  return { up: empty(), down: empty() };
}

/** The images of what the program is made of; everything is its own without a mirror. */
function mirrorOf({ actions, costs, mirror }: DecisionProgram) {
  const same = (index: number) => index;
  if (mirror === undefined) return { observation: same, scenario: same, cell: same, pair: undefined, share: 1 };
  return {
    observation: mirror,
    scenario: (k: number) => costs.length - 1 - k,
    cell: (cell: number) => mirror(Math.floor(cell / actions)) * actions + (actions - 1 - (cell % actions)),
    pair: mirror,
    share: 2,
  };
}

interface OrderedPair {
  readonly from: number;
  readonly to: number;
  readonly isImage: boolean;
  /** Where the pair is that stands for it: itself, or its image. */
  readonly at: number;
}

/** Neighbours in both orders; of a pair and its image the first stands for both. */
function orderedPairs({ observations }: DecisionProgram, mirror: ((y: number) => number) | undefined): OrderedPair[] {
  const pairs: OrderedPair[] = [];
  const places = new Map<string, number>();
  for (let y = 0; y + 1 < observations; y++) {
    for (const [from, to] of [
      [y, y + 1],
      [y + 1, y],
    ]) {
      const known = mirror === undefined ? undefined : places.get(`${mirror(from)} ${mirror(to)}`);
      places.set(`${from} ${to}`, pairs.length);
      pairs.push({ from, to, isImage: known !== undefined, at: known ?? pairs.length });
    }
  }
  return pairs;
}

/** The variables of a table, of which a cell and its image are one, and further ones. */
class Variables {
  readonly #columns: Int32Array;
  #count = 0;

  constructor(cells: number, image: (cell: number) => number) {
    this.#columns = new Int32Array(cells);
    for (let cell = 0; cell < cells; cell++) {
      const other = image(cell);
      this.#columns[cell] = other < cell ? this.#columns[other] : this.#count++;
    }
  }

  get count(): number {
    return this.#count;
  }

  of(cell: number): number {
    return this.#columns[cell];
  }

  /** The first of this many more. */
  add(more = 1): number {
    this.#count += more;
    return this.#count - more;
  }
}

/** A row whose terms of one variable are added up. */
class RowSums {
  readonly #sums = new Map<number, number>();

  add(column: number, value: number): void {
    this.#sums.set(column, (this.#sums.get(column) ?? 0) + value);
  }

  row(lower: number, upper: number): LinearRow {
    return { columns: [...this.#sums.keys()], values: [...this.#sums.values()], lower, upper };
  }
}
