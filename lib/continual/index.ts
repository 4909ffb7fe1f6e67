/**
 * Continual release: answers at every step of a stream of data: running sums of records that arrive one by one, learning from them,
 * and noticing when their law changes.
 *
 * Running sums: `treeSum`, `refinedTreeSum` and, where the length is not known, `doublingTreeSum`; with Gaussian noise
 * `squareRootSum`, `bandedSum` and `bufferedSum` err less; `freshNoiseSum` and `noisyRecordsSum` are the naive ones.
 * `countingErrorBounds` says what none can beat.
 * Learning: `privateFollowTheLeader`, `privateRegularisedLeader` (DP-FTRL) and their twin without privacy, `followTheLeader`;
 * `regret` judges them.
 * Bandits: `privateElimination` and `privateUpperConfidence`, with their twins without privacy, `successiveElimination` and
 * `upperConfidence`; `banditRegret` plays them, `banditLowerBound` says what none can beat. `changepoint` says where the law of a
 * list of records changed, `onlineChangepoint` raises an alarm when it does; `changepointError`, `alarmThresholdFor` and
 * `alarmDelay` say how good they are.
 */

export {
  type BanditInformation,
  type BanditLowerBoundParameters,
  banditLowerBound,
} from "./bandits/bandit-lower-bound.ts";
export { type BanditRegret, type BanditRegretParameters, banditRegret } from "./bandits/bandit-regret.ts";
export { laiRobbinsRate } from "./bandits/lai-robbins-rate.ts";
export type {
  AnyBandit,
  Bandit,
  BanditParameters,
  BanditSession,
  PrivateBandit,
  PrivateBanditParameters,
  PrivateBanditSession,
  RewardTable,
} from "./bandits/private-bandit.ts";
export { type PrivateElimination, privateElimination } from "./bandits/private-elimination.ts";
export { type PrivateUpperConfidence, privateUpperConfidence } from "./bandits/private-upper-confidence.ts";
export { type Batch, successiveElimination } from "./bandits/successive-elimination.ts";
export { upperConfidence } from "./bandits/upper-confidence.ts";
export { alarmDelay, alarmNoiseTail, alarmThresholdFor } from "./changepoints/alarm-noise.ts";
export { type ChangepointParameters, changepoint } from "./changepoints/changepoint.ts";
export { changepointError, changepointTail } from "./changepoints/changepoint-error.ts";
export {
  type Alarm,
  type AlarmAnswer,
  type ChangepointSession,
  type OnlineChangepoint,
  type OnlineChangepointParameters,
  type OwnOnlineChangepoint,
  onlineChangepoint,
} from "./changepoints/online-changepoint.ts";
export type {
  BernoulliShift,
  KnownShift,
  NormalShift,
  OwnShift,
  PoissonShift,
  ShiftModel,
  TableShift,
} from "./changepoints/shift-model.ts";
export { type BandedSumParameters, bandedSum } from "./counters/banded-sum.ts";
export { type BufferedSumParameters, bufferedSum } from "./counters/buffered-sum.ts";
export { type BufferedParameters, type BufferedToeplitz, bufferedToeplitz } from "./counters/buffered-toeplitz.ts";
export { type CountingErrorBounds, countingErrorBounds } from "./counters/counting-error-bounds.ts";
export { type DoublingTreeParameters, doublingTreeSum } from "./counters/doubling-tree-sum.ts";
export { freshNoiseSum } from "./counters/fresh-noise-sum.ts";
export { noisyRecordsSum } from "./counters/noisy-records-sum.ts";
export { type BandsParameters, optimalBands } from "./counters/optimal-bands.ts";
export type { RecordOf, RecordRange, ScalarRange, StreamNeighbours, VectorRange } from "./counters/record-range.ts";
export { refinedTreeSum } from "./counters/refined-tree-sum.ts";
export type {
  Measured,
  RunningSum,
  RunningSumOf,
  RunningSumParameters,
  RunningSumSession,
  StreamMechanism,
  StreamNoise,
} from "./counters/running-sum.ts";
export { squareRootCoefficients, squareRootSum } from "./counters/square-root-sum.ts";
export { treeLevels, treeSum } from "./counters/tree-sum.ts";
export {
  type BoxParameters,
  box,
  type ConvexSet,
  type EuclideanBallParameters,
  euclideanBall,
} from "./learning/convex-set.ts";
export { type FollowTheLeaderParameters, followTheLeader } from "./learning/follow-the-leader.ts";
export { type LeaderRegretBoundParameters, leaderRegretBound } from "./learning/leader-regret-bound.ts";
export type { LeaderSession, PrivateLeaderSession } from "./learning/leader-session.ts";
export {
  type LossOrGradient,
  type OnlineLoss,
  type QuadraticOnlineLossParameters,
  quadraticOnlineLoss,
} from "./learning/online-loss.ts";
export {
  type PrivateFollowTheLeader,
  type PrivateFollowTheLeaderParameters,
  privateFollowTheLeader,
} from "./learning/private-follow-the-leader.ts";
export {
  type PrivateRegularisedLeader,
  type PrivateRegularisedLeaderParameters,
  privateRegularisedLeader,
} from "./learning/private-regularised-leader.ts";
export {
  type QuadraticRegretParameters,
  quadraticRegret,
  type Regret,
  type RegretParameters,
  regret,
} from "./learning/regret.ts";
