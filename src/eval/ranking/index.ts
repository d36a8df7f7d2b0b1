/** Rankings: places with ties, swap distance, compression, bootstrap over items, score gap. Pure. */

export { type Compression, detectCompression, signTestP } from './compression.ts';
export { alphabeticalRanks, averageRanks, rankGroups, tiedGroups } from './ranks.ts';
export { compareRankings, namesBest, type RankingAgreement, resampleTotals } from './resample.ts';
export { type Gap, type PairGap, type ScoreGap, scoreGap } from './score-gap.ts';
export { alphabeticalSwapDistance, largestSwapDistance, swapDistance } from './swap-distance.ts';
export { type ItemCounts, type Scores, totalOf } from './types.ts';
