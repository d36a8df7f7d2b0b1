/** Every row shape, the more specific before the more general: the first that fits is taken. */

import { agiEval, agiEvalCloze } from './agi-eval.ts';
import { alpaca } from './alpaca.ts';
import { aqua } from './aqua.ts';
import { arc } from './arc.ts';
import { bigBench, bigBenchOpen } from './big-bench.ts';
import { boolQ } from './bool-q.ts';
import { coqa } from './coqa.ts';
import { distractors } from './distractors.ts';
import { drop } from './drop.ts';
import { storyCloze, swag } from './endings.ts';
import { entailment } from './entailment.ts';
import { foundryChoice, foundrySchema } from './foundry.ts';
import { gsm8k } from './gsm8k.ts';
import { hellaSwag } from './hella-swag.ts';
import { helm } from './helm.ts';
import { labClosed, labOpen } from './lab-rows.ts';
import { lambada } from './lambada.ts';
import { listedOptions } from './listed-options.ts';
import { math } from './math.ts';
import { chatMessages, openAiEvals } from './messages.ts';
import { mgsm } from './mgsm.ts';
import { mmluCsv } from './mmlu-csv.ts';
import { multiArith } from './multi-arith.ts';
import { multipleChoice } from './multiple-choice.ts';
import { narrativeQa, naturalQuestions } from './natural-questions.ts';
import { nqOpen } from './nq-open.ts';
import { numberedColumns } from './numbered-columns.ts';
import { passageChoices } from './passage-choices.ts';
import { plain } from './plain.ts';
import { promptfoo } from './promptfoo.ts';
import { pubMedQa } from './pubmed-qa.ts';
import { race } from './race.ts';
import type { RowShape } from './row.ts';
import { squad } from './squad.ts';
import { asDiv, svamp, svampCsv } from './svamp.ts';
import { triviaQa } from './trivia-qa.ts';
import { truthfulQa } from './truthful-qa.ts';
import { abductiveNli, copa, kobestCopa, piqa, winoGrande } from './two-choices.ts';
import { winograd } from './winograd.ts';

export const SHAPES: readonly RowShape[] = [
  labClosed,
  labOpen,
  gsm8k,
  mgsm,
  svampCsv,
  svamp,
  asDiv,
  multiArith,
  math,
  aqua,
  agiEval,
  agiEvalCloze,
  arc,
  race,
  passageChoices,
  listedOptions,
  foundryChoice,
  foundrySchema,
  hellaSwag,
  swag,
  storyCloze,
  piqa,
  winoGrande,
  copa,
  kobestCopa,
  abductiveNli,
  winograd,
  pubMedQa,
  entailment,
  boolQ,
  truthfulQa,
  distractors,
  bigBench,
  bigBenchOpen,
  mmluCsv,
  triviaQa,
  naturalQuestions,
  narrativeQa,
  squad,
  drop,
  coqa,
  chatMessages,
  openAiEvals,
  helm,
  promptfoo,
  multipleChoice,
  numberedColumns,
  nqOpen,
  alpaca,
  lambada,
  plain,
];
