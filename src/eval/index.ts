/**
 * The evaluation room's public face. Everything here is pure and synchronous.
 *
 * judgeItem is not here: it brings the libraries that read and compute LaTeX (180 KB packed), which only the worker needs,
 * so it is imported from verdicts/judge-item.ts.
 */

export { checkData, type DataSummary, type FileSummary } from './check-data.ts';
export { type Control, withControlAnswers } from './controls.ts';
export {
  type ConditionRates,
  type ResultsInput,
  resultsJson,
  type SampleInput,
  sampleLog,
} from './export/lm-eval.ts';
export { curveCsv, markdownTable, rateText } from './export/tables.ts';
export { binaryKind, createTextStream, decodeText, detectEncoding } from './formats/decode-text.ts';
export { rowsIn } from './formats/inner-rows.ts';
export { fieldAt, mappedShape } from './formats/mapped.ts';
export { createRowParser, noDataCode, parseRows } from './formats/parse-rows.ts';
export { createPromptFiller } from './formats/promptfoo-config.ts';
export {
  chooseShape,
  createFileReader,
  createRecogniser,
  isKnownRow,
  isMappedRow,
  recogniseFile,
  recogniseText,
  unwrapped,
} from './formats/recognise.ts';
export { isRowObject, type Row, type RowObject } from './formats/row.ts';
export { SHAPES } from './formats/shapes.ts';
export { cacheText, isJudged, type JudgeScope, judgeReason, questionFor } from './llm-judge/cascade.ts';
export {
  type KappaStanding,
  LABEL_COUNT,
  type LabelAgreement,
  type LabelCandidate,
  labelAgreement,
  labelSample,
} from './llm-judge/labels.ts';
export {
  JUDGE_PROMPT_VERSION,
  type JudgedItem,
  type JudgeQuestion,
  judgedItem,
  judgePrompt,
} from './llm-judge/prompts.ts';
export { cutReply, parseReply } from './llm-judge/reply.ts';
export {
  countJudged,
  type JudgedCounts,
  type JudgedEntry,
  type JudgedRates,
  judgedRates,
} from './llm-judge/summary.ts';
export { bootstrapMean, type PairedDifference, pairedBootstrap } from './metrics/bootstrap.ts';
export {
  EQUIVALENCE_MARGIN,
  type Equivalence,
  type EquivalenceVerdict,
  equivalenceOf,
} from './metrics/equivalence.ts';
export { type Agreement, agreement } from './metrics/kappa.ts';
export { fairBinomialP, type McNemar, mcnemar } from './metrics/mcnemar.ts';
export {
  type DifferenceInterval,
  type PairedCounts,
  pairedCounts,
  pairedInterval,
} from './metrics/paired-interval.ts';
export { minimumDetectableDifference } from './metrics/power.ts';
export { metricsOf, rateOf } from './metrics/rates.ts';
export { type SaturationInterval, saturationInterval, saturationStep } from './metrics/saturation.ts';
export { wilson } from './metrics/wilson.ts';
export { contentKey, normaliseText } from './normalise.ts';
export {
  answerContinuation,
  fewShotPrefix,
  optionContinuations,
  pickFewShot,
  pickFewShotFor,
} from './prompts/few-shot.ts';
export { promptPrefix, renderPrompt } from './prompts/render.ts';
export { requiredOutput } from './prompts/required-form.ts';
export { chooseStopRule, cutAtStop, isStopped, type StopChoice } from './prompts/stops.ts';
export {
  basePrompt,
  DEFAULT_TEMPLATES,
  formatSentence,
  type TemplateOptions,
  withBasePrompt,
  withForm,
} from './prompts/templates.ts';
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
export { diagnoseZero, type ZeroDiagnosis } from './verdicts/diagnosis.ts';
export { type GenerationCounts, isLooping } from './verdicts/generation.ts';
export { type HarnessMatch, harnessMatch } from './verdicts/harness-match.ts';
export { type OptionRankings, rankOptions } from './verdicts/option-ranking.ts';
export { outcomeOf } from './verdicts/outcome.ts';
export { patternFault } from './verdicts/safe-pattern.ts';
