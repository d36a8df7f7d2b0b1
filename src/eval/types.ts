/**
 * The vocabulary of evaluation: rows become items, items and conditions become prompts, outputs become verdicts,
 * verdicts become rates with n and interval. Pure and synchronous; knows no model.
 */

/** closed: options are listed and the output must be one of them; open: the output must be `#### answer`. */
export type Task = 'closed' | 'open';

/** How a generation ended: its end token, the stop rule, or the token budget. */
export type EndReason = 'stop-token' | 'stop-rule' | 'length';

/** Where a generation ends besides its end token and the budget (prompts/stops.ts). */
export type StopRuleName = 'newline' | 'text-line' | 'blank-line' | 'marked-line' | 'new-question';

/** One benchmark question in normal form. */
export interface Item {
  /** The row's own id, or `<file>:<line>`. */
  readonly id: string;
  readonly task: Task;
  readonly question: string;
  /** Passage or other context before the question, where the benchmark has one. */
  readonly context?: string;
  /** closed: the required outputs, e.g. `* Berlin` or `B. Berlin`, each exactly as it must be written. */
  readonly options?: readonly string[];
  /** closed: index into options. */
  readonly goldIndex?: number;
  /** The required output: the gold option, or `#### answer`. */
  readonly answer: string;
  /** What a knowing answer contains, without format: gold first, then aliases. */
  readonly accepted: readonly string[];
  /** Answers of the same kind that contradict the gold (rule judge, open). */
  readonly competitors?: readonly string[];
  /** The prompt up to and including the cue ("Answer:"), without trailing space; given by the row or made by a template. */
  readonly prompt: string;
  /** Chain of thought before `####` in GSM8K solutions; never part of the tuned answer unless configured. */
  readonly rationale?: string;
  /** closed: the options' bare texts, in the order of `options`, without letter or marker. */
  readonly optionTexts?: readonly string[];
  /** The form the output must have; absent = open `{ kind: 'hash' }`, closed the option as it is listed. */
  readonly form?: RequiredForm;
  /** Language of the question where the file tells (number separators and articles differ); absent = English. */
  readonly language?: Language;
  /** open: how an answer is compared with the gold; absent = as a number where the gold is one, else as words. */
  readonly grading?: 'math';
  /** Subject or category, where the row names one. */
  readonly group?: string;
}

export type Language = 'en' | 'de';

/** What an output must look like (verdicts/open-form.ts reads it); of closed ones only `letter`. */
export type RequiredForm =
  /** `#### answer` on the first line. */
  | { readonly kind: 'hash' }
  /** `\boxed{answer}`, anywhere before a new question. */
  | { readonly kind: 'boxed' }
  /** A first line of at most `maxWords` words. */
  | { readonly kind: 'phrase'; readonly maxWords: number }
  /** The letter of a listed option, alone on the first line. */
  | { readonly kind: 'letter' }
  /** A JSON object with the answer under `key`. */
  | { readonly kind: 'json'; readonly key: string }
  /** A first line that `pattern` matches (group 1 or the whole is the answer); `template` holds {answer}. */
  | { readonly kind: 'regex'; readonly pattern: string; readonly template: string };

/** Why a row was left out; text in i18n by `code`. */
export interface RejectedRow {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
}

export interface FieldGuess extends ReadingChoices {
  readonly question: string;
  /** A field with a list, or several fields as `A, B, C`. */
  readonly options?: string;
  readonly answer: string;
  readonly prompt?: string;
}

/** How answers of several lines become required outputs of one line; `json`: kept whole, in a JSON object. */
export type LineChoice = 'first' | 'last' | 'joined' | 'json';

/** What a person decides where rows cannot tell. */
export interface ReadingChoices {
  /** The recognised shape these choices are for; absent = fields named by hand. */
  readonly kind?: string;
  /** What numbers in the answer count from; absent = as the shape tells, 0 for fields named by hand. */
  readonly base?: 0 | 1;
  /** Absent = rows whose answer has several lines are left out. */
  readonly lines?: LineChoice;
  /** Which of the file's prompts asks the questions, from 0; absent = the first that is written out. */
  readonly promptIndex?: number;
  /** Of questions and answers; absent = as a row or the file's name tells, else English. */
  readonly language?: Language;
}

/** The prompts of a file that has several for the same tests (promptfoo). */
export interface PromptList {
  /** Each by its label, its text, or the file it stands in. */
  readonly names: readonly string[];
  /** Index of the one that asks the questions; undefined where none can. */
  readonly used?: number;
}

/** What a dropped file was recognised as. */
export interface RecognisedFile {
  readonly file: string;
  /** e.g. 'gsm8k', 'multiple-choice', 'arc', 'lab' (rows that carry their own prompt). */
  readonly kind: string;
  readonly task: Task;
  readonly fields: FieldGuess;
  readonly rowCount: number;
  readonly items: readonly Item[];
  readonly rejected: readonly RejectedRow[];
  /** Absent where there is no choice. */
  readonly prompts?: PromptList;
  /** The file with the labels of its rows, where that is another one. */
  readonly labels?: { readonly name: string; readonly count: number };
}

export interface Benchmark {
  readonly name: string;
  readonly task: Task;
  readonly train: readonly Item[];
  readonly test: readonly Item[];
  /** How the split came about, for the result. */
  readonly split:
    | { readonly kind: 'files' }
    | { readonly kind: 'seeded'; readonly seed: number; readonly testShare: number };
  readonly rejected: readonly RejectedRow[];
  /** sha-256 (hex) of the train and test bytes. */
  readonly hashes: { readonly train: string; readonly test: string };
  /** Test items left out because their question is also in the train split. */
  readonly duplicates?: number;
}

export type Condition = 'zero-shot' | 'few-shot' | 'soft-prompt';

/** correct: knows and in form; uncaptured: knows, wrong form; wrong: does not show the knowledge. */
export type Outcome = 'correct' | 'uncaptured' | 'wrong';

export interface Verdict {
  readonly itemId: string;
  readonly exactMatch: boolean;
  readonly knowledge: boolean;
  readonly format: boolean;
  /** closed: right shape, listed or not (format additionally asks for a listed option). */
  readonly shape: boolean;
  readonly outcome: Outcome;
  /** What the model wrote, cut at the first stop. */
  readonly output: string;
  /** Text the strict rule looked at (first line). */
  readonly answerLine: string;
  /** closed: summed log-likelihood of each option. */
  readonly optionLogProbs?: readonly number[];
  /** closed, last evaluation of a condition: the same without the question (for mutual information). */
  readonly unconditionalLogProbs?: readonly number[];
  /** Codes of the rules that decided, readable through i18n, e.g. 'judge.contradicted'. */
  readonly reasons: readonly string[];
  /** How the generation ended, and whether its text runs in a loop; absent where that was not recorded. */
  readonly generation?: { readonly end: EndReason; readonly looping: boolean };
}

/** A rate with its n and 95 % Wilson score interval, all as shares in [0, 1]. */
export interface Rate {
  readonly successes: number;
  readonly n: number;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

export interface Metrics {
  readonly exactMatch: Rate;
  readonly knowledge: Rate;
  readonly format: Rate;
  readonly shape: Rate;
}
