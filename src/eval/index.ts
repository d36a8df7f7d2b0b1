/** The evaluation room's public face. Everything here is pure and synchronous. */

export { checkData, type DataSummary, type FileSummary } from './check-data.ts';
export { binaryKind, createTextStream, decodeText, detectEncoding } from './formats/decode-text.ts';
export { parseRows } from './formats/parse-rows.ts';
export { chooseShape, createFileReader, recogniseFile, recogniseText } from './formats/recognise.ts';
export { SHAPES } from './formats/shapes.ts';
export { bootstrapMean, type PairedDifference, pairedBootstrap } from './metrics/bootstrap.ts';
export { type McNemar, mcnemar } from './metrics/mcnemar.ts';
export { metricsOf, outcomeCounts, rateOf } from './metrics/rates.ts';
export { saturationStep } from './metrics/saturation.ts';
export { wilson } from './metrics/wilson.ts';
export { contentKey, normaliseText } from './normalise.ts';
export { answerContinuation, fewShotPrefix, optionContinuations, pickFewShot } from './prompts/few-shot.ts';
export { longestAnswer, promptPrefix, renderPrompt } from './prompts/render.ts';
export { cutAtStop, type StopRule, stopConflicts, stopRule } from './prompts/stops.ts';
export { basePrompt, formatSentence, withBasePrompt } from './prompts/templates.ts';
export * from './ranking/index.ts';
export {
  assignRoles,
  buildBenchmark,
  detectSplit,
  type SplitFile,
  type SplitRole,
  sampleTest,
  splitBySeed,
} from './splits.ts';
export type * from './types.ts';
export type { ModelAnswer } from './verdicts/closed.ts';
export { judgeItem } from './verdicts/judge-item.ts';
export { outcomeOf } from './verdicts/outcome.ts';
