/**
 * Streams: running sums of records that arrive one by one, learning from them, and noticing when their law changes.
 *
 * Running sums: `treeSum`, `refinedTreeSum` and, where the length is not known, `doublingTreeSum`; with Gaussian noise `squareRootSum`, `bandedSum` and
 * `bufferedSum` err less; `freshNoiseSum` and `noisyRecordsSum` are the naive ones. `countingErrorBounds` says what none can beat.
 * Learning: `privateFollowTheLeader`, `privateRegularisedLeader` (DP-FTRL) and their twin without privacy, `followTheLeader`; `regret` judges them.
 * Bandits: `privateElimination` and `privateUpperConfidence`, with their twins without privacy, `successiveElimination` and `upperConfidence`; `banditRegret` plays them,
 * `banditLowerBound` says what none can beat.
 * `changepoint` says where the law of a list of records changed, `onlineChangepoint` raises an alarm when it does; `changepointError`, `alarmThresholdFor` and
 * `alarmDelay` say how good they are.
 */

export { alarmDelay, alarmNoiseTail, alarmThresholdFor } from "./alarm-noise.ts";
export { type BandedSumParameters, bandedSum } from "./banded-sum.ts";
export {
  type BanditInformation,
  type BanditLowerBoundParameters,
  banditLowerBound,
} from "./bandit-lower-bound.ts";
export { type BanditRegret, type BanditRegretParameters, banditRegret } from "./bandit-regret.ts";
export { type BufferedSumParameters, bufferedSum } from "./buffered-sum.ts";
export { type BufferedParameters, type BufferedToeplitz, bufferedToeplitz } from "./buffered-toeplitz.ts";
export { type ChangepointParameters, changepoint } from "./changepoint.ts";
export { changepointError, changepointTail } from "./changepoint-error.ts";
export { type BoxParameters, box, type ConvexSet, type EuclideanBallParameters, euclideanBall } from "./convex-set.ts";
export { type CountingErrorBounds, countingErrorBounds } from "./counting-error-bounds.ts";
export { type DoublingTreeParameters, doublingTreeSum } from "./doubling-tree-sum.ts";
export { type FollowTheLeaderParameters, followTheLeader } from "./follow-the-leader.ts";
export { freshNoiseSum } from "./fresh-noise-sum.ts";
export { laiRobbinsRate } from "./lai-robbins-rate.ts";
export { type LeaderRegretBoundParameters, leaderRegretBound } from "./leader-regret-bound.ts";
export type { LeaderSession, PrivateLeaderSession } from "./leader-session.ts";
export { noisyRecordsSum } from "./noisy-records-sum.ts";
export {
  type Alarm,
  type AlarmAnswer,
  type ChangepointSession,
  type OnlineChangepoint,
  type OnlineChangepointParameters,
  type OwnOnlineChangepoint,
  onlineChangepoint,
} from "./online-changepoint.ts";
export {
  type LossOrGradient,
  type OnlineLoss,
  type QuadraticOnlineLossParameters,
  quadraticOnlineLoss,
} from "./online-loss.ts";
export { type BandsParameters, optimalBands } from "./optimal-bands.ts";
export type {
  AnyBandit,
  Bandit,
  BanditParameters,
  BanditSession,
  PrivateBandit,
  PrivateBanditParameters,
  PrivateBanditSession,
  RewardTable,
} from "./private-bandit.ts";
export { type PrivateElimination, privateElimination } from "./private-elimination.ts";
export {
  type PrivateFollowTheLeader,
  type PrivateFollowTheLeaderParameters,
  privateFollowTheLeader,
} from "./private-follow-the-leader.ts";
export {
  type PrivateRegularisedLeader,
  type PrivateRegularisedLeaderParameters,
  privateRegularisedLeader,
} from "./private-regularised-leader.ts";
export { type PrivateUpperConfidence, privateUpperConfidence } from "./private-upper-confidence.ts";
export type { RecordOf, RecordRange, ScalarRange, StreamNeighbours, VectorRange } from "./record-range.ts";
export { refinedTreeSum } from "./refined-tree-sum.ts";
export {
  type QuadraticRegretParameters,
  quadraticRegret,
  type Regret,
  type RegretParameters,
  regret,
} from "./regret.ts";
export type {
  Measured,
  RunningSum,
  RunningSumOf,
  RunningSumParameters,
  RunningSumSession,
  StreamMechanism,
  StreamNoise,
} from "./running-sum.ts";
export type {
  BernoulliShift,
  KnownShift,
  NormalShift,
  OwnShift,
  PoissonShift,
  ShiftModel,
  TableShift,
} from "./shift-model.ts";
export { squareRootCoefficients, squareRootSum } from "./square-root-sum.ts";
export { type Batch, successiveElimination } from "./successive-elimination.ts";
export { treeLevels, treeSum } from "./tree-sum.ts";
export { upperConfidence } from "./upper-confidence.ts";
