/** Exhibits of the gallery: changepoint detection that spends more than it says (claims pcpd-offline and pcpd-online). */
import { changepoint } from "../../continual/changepoints/changepoint.ts";
import { onlineChangepoint } from "../../continual/changepoints/online-changepoint.ts";
import {
  type BrokenWatch,
  bareThresholdLaw,
  endlessWatchLaw,
  placeLaw,
  publishedWidth,
  sharedNoiseLaw,
} from "./changepoint.ts";
import { type Exhibit, lawExhibit, pureClaim } from "./exhibit.ts";

const EPSILON = 1;
/** Ratios are -1 and 1. */
const WIDTH = 2;
const SIGNS = { kind: "own", logRatio: (record: number) => record, least: -1, greatest: 1 } as const;
const AGAINST = new Array<number>(12).fill(-1);
const RISING = [AGAINST, AGAINST.with(0, 1)] as const;

const LEVELS = { kind: "normal", before: 0, after: 1, sigma: 1 } as const;
const [DELTA, FAR] = [1e-6, 20];
const OUTLIERS = [FAR, -FAR].map((record) => [record, 0, 0, 0]);

/** Records of the largest ratio with one of the least, in `tests` windows, and without it. */
function highPair(window: number, tests: number): readonly [readonly number[], readonly number[]] {
  const high = new Array<number>(window + tests - 1).fill(1);
  return [high.with(tests - 1, -1), high];
}

/** The first record leaves the window after one test. */
const LEAVING = [
  [-1, 1, 1, 1],
  [1, 1, 1, 1],
] as const;

interface Watch {
  readonly name: string;
  readonly what: string;
  readonly window: number;
  readonly threshold: number;
  readonly law: typeof sharedNoiseLaw;
  readonly pair: readonly [readonly number[], readonly number[]];
  readonly needs?: number;
}

const WATCHES: readonly Watch[] = [
  {
    name: "online-changepoint-shared-noise",
    what: "one draw of noise for all tests",
    window: 3,
    threshold: 0,
    law: sharedNoiseLaw,
    pair: LEAVING,
    needs: Infinity,
  },
  {
    name: "online-changepoint-bare-threshold",
    what: "no noise on the threshold",
    window: 12,
    threshold: 0,
    law: bareThresholdLaw,
    pair: highPair(12, 12),
  },
  {
    name: "online-changepoint-endless",
    what: "alarms without end",
    window: 8,
    threshold: -100,
    law: endlessWatchLaw,
    pair: highPair(8, 4).map((records) => records.map((record) => -record)) as unknown as Watch["pair"],
  },
];

function watchExhibit({ name, what, window, threshold, law, pair, needs }: Watch): Exhibit {
  const watch: BrokenWatch = { epsilon: EPSILON, width: WIDTH, window, threshold };
  const right = onlineChangepoint<number>({ epsilon: EPSILON, model: SIGNS, window, threshold });
  return lawExhibit({
    name,
    claim: `online changepoint detection is epsilon-private with ${what}`,
    source: "claim pcpd-online; Cummings et al. (NeurIPS 2018) for the method that is right",
    claimed: pureClaim(EPSILON),
    ...(needs !== undefined && { needs, within: 1e-9 }),
    broken: () => ({ first: law(watch, pair[0]), second: law(watch, pair[1]) }),
    corrected: () => ({ first: right.law(pair[0]), second: right.law(pair[1]) }),
  });
}

export const CHANGEPOINT_EXHIBITS: readonly Exhibit[] = [
  lawExhibit({
    name: "changepoint-half-noise",
    claim: "the place of the largest sum is epsilon-private with noise of scale width / (2 epsilon)",
    source: "claim pcpd-offline",
    claimed: pureClaim(EPSILON),
    needs: 2,
    within: 1e-6,
    broken: () => {
      const [first, second] = RISING.map((ratios) => placeLaw(ratios, WIDTH / (2 * EPSILON)));
      return { first, second };
    },
    corrected: () => {
      const [first, second] = RISING.map(changepoint<number>({ epsilon: EPSILON, model: SIGNS }).law);
      return { first, second };
    },
  }),
  lawExhibit({
    name: "changepoint-unclamped",
    claim: "noise for a width that ratios exceed with probability delta / 2 makes the place (epsilon, delta)-private",
    source: "claim pcpd-offline; Cummings et al. (NeurIPS 2018), the variant for unbounded ratios",
    claimed: { epsilon: EPSILON, delta: DELTA },
    needs: 0.57,
    within: 0.005,
    broken: () => {
      const scale = publishedWidth(DELTA) / EPSILON;
      const [first, second] = OUTLIERS.map((records) => {
        const ratios = records.map((record) => record - 0.5);
        return placeLaw(ratios, scale);
      });
      return { first, second };
    },
    corrected: () => {
      const clamped = changepoint({ epsilon: EPSILON, model: LEVELS, width: publishedWidth(DELTA) });
      const [first, second] = OUTLIERS.map(clamped.law);
      return { first, second };
    },
  }),
  ...WATCHES.map(watchExhibit),
];
