/**
 * The gallery of broken mechanisms: what an audit must catch.
 *
 * An audit that never says `violated` proves nothing, so every negative control of the claims that is a mechanism stands here, with the
 * false claim that it was published or taught under, the source, the audit that catches it and a corrected twin that the same audit must
 * leave alone; so do the broken mechanisms on which DP-Sniper was measured. Laws and releases are in the files of their families, the
 * entries in the `-exhibits` files. Try a new auditor on all of them:
 *
 *     for (const { name, audit } of gallery) console.log(name, audit(stream(1, name)).verdict);
 *
 * Limits: for study and for tests. Nothing of this folder may release data.
 */
import { ABOVE_THRESHOLD_EXHIBITS } from "./above-threshold-exhibits.ts";
import { ALGEBRA_EXHIBITS } from "./algebra-exhibits.ts";
import { BANDIT_EXHIBITS } from "./bandit-exhibits.ts";
import { CHANGEPOINT_EXHIBITS } from "./changepoint-exhibits.ts";
import type { Exhibit } from "./exhibit.ts";
import { FALSE_DISCOVERY_EXHIBITS } from "./false-discovery-exhibits.ts";
import { GRAPHICAL_EXHIBITS } from "./graphical-exhibits.ts";
import { LEARNING_EXHIBITS } from "./learning-exhibits.ts";
import { NOISE_EXHIBITS } from "./noise-exhibits.ts";
import { ONLINE_LEARNING_EXHIBITS } from "./online-learning-exhibits.ts";
import { SELECTION_EXHIBITS } from "./selection-exhibits.ts";
import { SPARSE_VECTOR_EXHIBITS } from "./sparse-vector-exhibits.ts";
import { STREAM_EXHIBITS } from "./stream-exhibits.ts";
import { STRUCTURED_EXHIBITS } from "./structured-exhibits.ts";
import { SURVEY_EXHIBITS } from "./survey-exhibits.ts";
import { SYNTHETIC_EXHIBITS } from "./synthetic-exhibits.ts";

export { type Exhibit, GALLERY_ERROR_RATE } from "./exhibit.ts";

export const gallery: readonly Exhibit[] = [
  ...ABOVE_THRESHOLD_EXHIBITS,
  ...ALGEBRA_EXHIBITS,
  ...BANDIT_EXHIBITS,
  ...FALSE_DISCOVERY_EXHIBITS,
  ...CHANGEPOINT_EXHIBITS,
  ...GRAPHICAL_EXHIBITS,
  ...LEARNING_EXHIBITS,
  ...NOISE_EXHIBITS,
  ...ONLINE_LEARNING_EXHIBITS,
  ...SELECTION_EXHIBITS,
  ...SPARSE_VECTOR_EXHIBITS,
  ...STREAM_EXHIBITS,
  ...STRUCTURED_EXHIBITS,
  ...SURVEY_EXHIBITS,
  ...SYNTHETIC_EXHIBITS,
];
