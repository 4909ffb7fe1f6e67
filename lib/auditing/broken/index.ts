/**
 * The gallery of broken mechanisms: what an audit must catch.
 *
 * An audit that never says `violated` proves nothing, so every negative control of the claims that is a mechanism stands here, with the
 * false claim that it was published or taught under, the source, the audit that catches it and a corrected twin that the same audit must
 * leave alone; so do the broken mechanisms on which DP-Sniper was measured. A file holds those of one field; an experiment's control
 * takes its pair of laws from the same value (`broken`). Try a new auditor on all of them:
 *
 *     for (const { name, audit } of gallery) console.log(name, audit(stream(1, name)).verdict);
 *
 * Limits: for study and for tests. Nothing of this folder may release data.
 */
import { ABOVE_THRESHOLD_VARIANTS } from "./above-threshold.ts";
import { ALGEBRA_VARIANTS } from "./algebra.ts";
import { BANDIT_VARIANTS } from "./bandits.ts";
import { AUDITED_VARIANTS } from "./black-boxes.ts";
import type { Exhibit } from "./broken-variant.ts";
import { CHANGEPOINT_VARIANTS } from "./changepoint.ts";
import { FALSE_DISCOVERY_VARIANTS } from "./false-discovery.ts";
import { GRAPHICAL_VARIANTS } from "./graphical-models.ts";
import { GRID_SELECTION_VARIANTS } from "./grid-selection.ts";
import { LEARNING_VARIANTS } from "./learning.ts";
import { LOCAL_VARIANTS } from "./local.ts";
import { CHAIN_VARIANTS } from "./markov-chain.ts";
import { NOISE_VARIANTS } from "./noise.ts";
import { ONLINE_LEARNING_VARIANTS } from "./online-learning.ts";
import { QUANTILE_VARIANTS } from "./quantiles.ts";
import { RELEASE_VARIANTS } from "./releases.ts";
import { SELECTION_VARIANTS } from "./selection.ts";
import { SPARSE_VECTOR_VARIANTS } from "./sparse-vector.ts";
import { STREAM_VARIANTS } from "./streams.ts";
import { SUBSAMPLING_VARIANTS } from "./subsampling.ts";
import { SYNTHETIC_VARIANTS } from "./synthetic.ts";

export { type Exhibit, GALLERY_ERROR_RATE } from "./broken-variant.ts";

export const gallery: readonly Exhibit[] = [
  ...ABOVE_THRESHOLD_VARIANTS,
  ...ALGEBRA_VARIANTS,
  ...AUDITED_VARIANTS,
  ...BANDIT_VARIANTS,
  ...FALSE_DISCOVERY_VARIANTS,
  ...CHANGEPOINT_VARIANTS,
  ...GRAPHICAL_VARIANTS,
  ...GRID_SELECTION_VARIANTS,
  ...LEARNING_VARIANTS,
  ...LOCAL_VARIANTS,
  ...NOISE_VARIANTS,
  ...ONLINE_LEARNING_VARIANTS,
  ...SELECTION_VARIANTS,
  ...CHAIN_VARIANTS,
  ...QUANTILE_VARIANTS,
  ...SPARSE_VECTOR_VARIANTS,
  ...STREAM_VARIANTS,
  ...RELEASE_VARIANTS,
  ...SUBSAMPLING_VARIANTS,
  ...SYNTHETIC_VARIANTS,
];
