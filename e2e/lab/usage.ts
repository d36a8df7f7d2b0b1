/** How the commands are called, and the error for calls that do not fit. */

import { DEFAULT_SETTINGS } from '../../src/store/setup.ts';

const { evalSteps, fewShotCount, itemLimit, seed, tuning } = DEFAULT_SETTINGS;

export const USAGE = `Usage: npm run lab -- <command> [options]

  run                      tune and evaluate; prints the result table and a link (no options: the embedded default)
    --model <dir|id>         folder with config.json, tokenizer.json and onnx/; an embedded id (micro/m1-base);
                             or an id of the Hugging Face hub (owner/name, optionally @revision)
    --file <path>            which ONNX file of the model, e.g. onnx/model_fp16.onnx
    --train <file>           benchmark file to tune on; with --test missing it is split by seed
    --test <file>            benchmark file to evaluate on
    --prompt <n>             which of a promptfoo file's prompts asks the questions (the first that is written out)
    --language <en|de>       of questions and answers (as rows and file names tell, else en)
    --no-labels              leaves out the label file beside a benchmark file (train-labels.lst beside train.jsonl)
    --task <closed|open>     which embedded benchmark, where no file is given (closed)
    --conditions <list>      of zero-shot,few-shot,soft-prompt (all three)
    --steps <n>              tuning steps (${tuning.steps})            --batch <n>     examples a step (${tuning.batchSize})
    --tokens <n>             vectors (${tuning.numVirtualTokens})                 --lr <x>        learning rate (${tuning.learningRate})
    --optimizer <name>       adam, adamw, adafactor       --schedule <s>  constant, linear, cosine
    --eval-steps <list>      steps to evaluate at (${evalSteps.join(',')})
    --items <n>              test items, a seeded sample; 0 = all (${itemLimit})
    --seed <n>               one seed for all random choices (${seed})
    --shots <n>              few-shot pairs (${fewShotCount})
    --form <name>            makes the prompts anew and asks for this form: letter (of an option); for open answers
                             also hash, boxed, phrase, json
    --chat-template          use the model's chat template
    --placebo <list>         also tunes on answers without knowledge: of wrong (shuffled), random, and at a tenth
                             of the learning rate wrong-slow, random-slow
    --kernels <name>         computes with this variant of the matrix kernels instead of the fastest
    --export <folder>        writes results.json and sample logs as lm-eval does, curves.csv and table.md
    --json <file>            writes the whole result (the soft prompt included)
    --base <address>         where the link shall point to (an address of the page)
  study                    one benchmark over several models: tables, rankings, swap distance, score gap
                           (no options: the ten embedded models on the closed task)
    --config <file>          JSON with models (names as --model, or {model, file, role, family, chatTemplate}), task or
                             train and test (prompt, language, labels: false), conditions, seeds, itemSeed, items, fewShot, steps, batch, tokens,
                             learningRate, optimizer, schedule, clipNorm, evalSteps; conditions may be zero-shot,
                             few-shot, soft-prompt, placebo-wrong, placebo-random, placebo-wrong-slow, placebo-random-slow
    --models <list>  --task <closed|open>  --items <n>  --steps <n>  --seeds <list>
                             take the place of the config's
    --resume <folder>        keeps every finished step in this folder; the same call goes on after it was cut off,
                             and takes up failed models again
    --json <file>            writes the whole result      --base <address>  as above
  check-model <dir|id...>  compares models with the golden values beside them (case.json, expect.json)
    --table                  ends with what is supported as Markdown: architecture x dialect x dtype
  check-tuning <golden.json> --model <dir|id> [--file <path>]
                           replays a golden tuning sequence; prints the largest relative loss difference
  check-data <file...>     what benchmark files are recognised as, and whether two of them make one benchmark
    --seed <n>               splits a file that comes alone, as the page does (${seed})
    --prompt <n>  --language <en|de>  --no-labels  as above
  help                     this text

Results go to stdout, progress to stderr. Exit code: 0 all well, 1 a check or the run failed, 2 wrong call.
`;

/** A call that does not fit; its message is followed by a pointer to the help. */
export class UsageError extends Error {}
