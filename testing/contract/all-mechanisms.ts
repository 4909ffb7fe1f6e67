/**
 * Every public mechanism with its tests, from the files of the areas.
 */
import { CHOICE_MECHANISMS } from "./choices.ts";
import { CODED_MECHANISMS } from "./codes.ts";
import { COMPARISON_MECHANISMS } from "./comparisons.ts";
import { DATA_MECHANISMS } from "./data.ts";
import { DISCOVERY_MECHANISMS } from "./discovery.ts";
import { GRID_MECHANISMS } from "./grids.ts";
import { LEARNING_MECHANISMS } from "./learning.ts";
import { LOCAL_MECHANISMS } from "./local.ts";
import { instancesOf, type MechanismTests, together } from "./mechanism-tests.ts";
import { NOISE_MECHANISMS } from "./noise.ts";
import { ORDER_MECHANISMS } from "./order.ts";
import { SELECTION_MECHANISMS } from "./selection.ts";
import { STREAM_MECHANISMS } from "./streams.ts";
import { STRUCTURED_MECHANISMS } from "./structured.ts";
import { SYNTHETIC_MECHANISMS } from "./synthetic.ts";
import { TABLE_MECHANISMS } from "./tables.ts";

/** The mechanisms that look at records. */
const RECORD_MECHANISMS: MechanismTests = together(DATA_MECHANISMS, ORDER_MECHANISMS, GRID_MECHANISMS);

/** Those of lib/mechanisms. */
export const PLAIN_MECHANISMS: MechanismTests = {
  ...NOISE_MECHANISMS,
  ...CHOICE_MECHANISMS,
  ...SELECTION_MECHANISMS,
  ...CODED_MECHANISMS,
  ...LOCAL_MECHANISMS,
  ...STRUCTURED_MECHANISMS,
  ...together(RECORD_MECHANISMS, TABLE_MECHANISMS),
};

export const ALL_MECHANISMS: MechanismTests = {
  ...PLAIN_MECHANISMS,
  ...DISCOVERY_MECHANISMS,
  ...STREAM_MECHANISMS,
  ...SYNTHETIC_MECHANISMS,
  ...LEARNING_MECHANISMS,
  ...COMPARISON_MECHANISMS,
};

export const ALL_INSTANCES = instancesOf(ALL_MECHANISMS);
