/** A closed task with three examples before every question: what sharing the computed prefix saves. */

import { loadCausalLM } from '../../../src/engine/model/causal-lm.ts';
import type { CausalLM } from '../../../src/engine/model/types.ts';
import { createRng } from '../../../src/lib/rng.ts';
import type { Contestant, Prepared } from './contestant.ts';
import type { BenchModel } from './engine.ts';

const SHOT_TOKENS = 56;
const QUESTION_TOKENS = 40;
const OPTION_TOKENS = 3;
const OPTIONS = 4;
const NEW_TOKENS = 8;
/** What an evaluation answers at a time (src/lab/evaluate.ts). */
const ITEMS = 32;

function task(vocabSize: number) {
  const rng = createRng(4, 'bench few-shot');
  const ids = (count: number) => Array.from({ length: count }, () => 3 + rng.int(vocabSize - 3));
  return {
    prefix: ids(3 * SHOT_TOKENS),
    requests: Array.from({ length: ITEMS }, () => ({
      prompt: ids(QUESTION_TOKENS),
      continuations: Array.from({ length: OPTIONS }, () => ids(OPTION_TOKENS)),
    })),
  };
}

type Task = ReturnType<typeof task>;

const options = { maxNewTokens: NEW_TOKENS, stopTokens: [] };

function contestant(
  model: BenchModel,
  name: string,
  ours: boolean,
  evaluate: (lm: CausalLM, work: Task) => Promise<readonly number[]>,
): Contestant {
  return {
    name,
    ours,
    async prepare(): Promise<Prepared> {
      const lm = await loadCausalLM(model);
      const work = task(lm.vocabSize);
      return {
        run: async () => {
          // A prefix left by the round before would cost nothing in this one.
          await lm.releaseScratch();
          return Float32Array.from(await evaluate(lm, work));
        },
        note: `${ITEMS} items`,
        dispose: () => lm.dispose(),
      };
    },
  };
}

export function fewShotContestants(model: BenchModel): Contestant[] {
  return [
    contestant(model, 'prefix once, question once', true, async (lm, { prefix, requests }) => {
      const answers = await lm.answer({ ids: prefix }, requests, options);
      return answers.flatMap(({ scores }) => scores.map(({ logProb }) => logProb));
    }),
    contestant(
      model,
      'prefix with every question, question once',
      false,
      async (lm, { prefix, requests }) => {
        const whole = requests.map((request) => ({ ...request, prompt: [...prefix, ...request.prompt] }));
        const answers = await lm.answer({ ids: [] }, whole, options);
        return answers.flatMap(({ scores }) => scores.map(({ logProb }) => logProb));
      },
    ),
    contestant(model, 'nothing shared', false, async (lm, { prefix, requests }) => {
      const whole = requests.map(({ prompt }) => [...prefix, ...prompt]);
      const single = requests.flatMap(({ continuations }, i) =>
        continuations.map((continuation) => ({ prompt: whole[i]!, continuations: [continuation] })),
      );
      const scores = await lm.score({ ids: [] }, single);
      await lm.generate({ ids: [] }, whole, options);
      return scores.map(([score]) => score!.logProb);
    }),
  ];
}
