/**
 * A model's tokenizer and chat template, by @huggingface/transformers, with what evaluation asks of them.
 *
 * The library finds the files and builds the tokenizer; the bytes come through the model's reader, so that progress,
 * cancelling and the cache are the same for every file. Does not decide what a prompt is.
 */

import { AutoTokenizer, type PreTrainedTokenizer } from '@huggingface/transformers';
import type { LabTokenizer } from '../lab/tokenizer.ts';
import { LabError } from '../lib/errors.ts';
import type { ModelSource } from '../worker/protocol.ts';
import type { ModelReader } from './reader.ts';
import type { Site } from './site.ts';
import { withLibrary } from './transformers-env.ts';

/** Fields of config.json and generation_config.json that matter here. */
export interface ModelConfig {
  readonly eos_token_id?: number | readonly number[] | null;
  readonly max_position_embeddings?: number;
  readonly n_positions?: number;
  readonly [key: string]: unknown;
}

async function loadLibraryTokenizer(
  source: ModelSource,
  reader: ModelReader,
  site: Site,
): Promise<PreTrainedTokenizer> {
  if (!(await reader.blob('tokenizer.json'))) throw new LabError('hub.no-tokenizer', { model: source.id });
  const revision = source.kind === 'hub' ? source.revision : 'main';
  try {
    return await withLibrary(source, reader, site, (id) => AutoTokenizer.from_pretrained(id, { revision }));
  } catch (error) {
    if (error instanceof LabError || (error as Error).name === 'AbortError') throw error;
    throw new LabError('hub.bad-tokenizer', { model: source.id }, { cause: error });
  }
}

/** Templates have moved out of tokenizer_config.json into a file of their own; the library does not read it yet. */
async function addTemplateFile(tokenizer: PreTrainedTokenizer, reader: ModelReader): Promise<void> {
  if (tokenizer.chat_template) return;
  if ((await reader.size('chat_template.jinja')) === undefined) return;
  const text = await (await reader.blob('chat_template.jinja'))?.text();
  if (text) tokenizer.chat_template = text;
}

const asList = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is number => Number.isInteger(id));

/** Special tokens before and after a text, found by encoding one with and without them. */
function leadingSpecials(tokenizer: PreTrainedTokenizer): number[] {
  const plain = tokenizer.encode('a', { add_special_tokens: false });
  const full = tokenizer.encode('a', { add_special_tokens: true });
  const first = full.findIndex((_, at) => plain.every((id, i) => full[at + i] === id));
  return first > 0 ? full.slice(0, first) : [];
}

/**
 * Reads tokenizer and template of a model.
 *
 * Errors: `hub.no-tokenizer`, `hub.bad-tokenizer`, and those of the reader.
 */
export async function loadTokenizer(
  source: ModelSource,
  reader: ModelReader,
  site: Site,
  config: ModelConfig,
  generationConfig: ModelConfig,
): Promise<LabTokenizer> {
  const tokenizer = await loadLibraryTokenizer(source, reader, site);
  // The site's own models keep it in tokenizer_config.json: no request that must fail.
  if (source.kind !== 'embedded') await addTemplateFile(tokenizer, reader);
  const eosIds = [
    ...new Set(
      [tokenizer.eos_token_id, generationConfig.eos_token_id, config.eos_token_id].flatMap((ids) =>
        asList(ids),
      ),
    ),
  ];
  return createLabTokenizer(tokenizer, source.id, eosIds);
}

function createLabTokenizer(
  tokenizer: PreTrainedTokenizer,
  model: string,
  eosIds: readonly number[],
): LabTokenizer {
  const render = (messages: { role: string; content: string }[], add_generation_prompt: boolean): string =>
    tokenizer.apply_chat_template(messages, { tokenize: false, add_generation_prompt });

  return {
    startIds: leadingSpecials(tokenizer),
    prefixId: asList(tokenizer.bos_token_id)[0] ?? asList(tokenizer.eos_token_id)[0] ?? eosIds[0],
    eosIds,
    endId: eosIds[0],
    hasChatTemplate: tokenizer.chat_template !== null && tokenizer.chat_template !== undefined,
    encode: (text) => (text === '' ? [] : tokenizer.encode(text, { add_special_tokens: false })),
    decode: (ids) =>
      ids.length === 0
        ? ''
        : tokenizer.decode([...ids], { skip_special_tokens: true, clean_up_tokenization_spaces: false }),
    applyChatTemplate: (prompt) => {
      if (!tokenizer.chat_template) throw new LabError('hub.no-chat-template', { model });
      const user = { role: 'user', content: prompt };
      const text = render([user], true);
      return { text, delimiter: templateDelimiter(text, render, user) };
    },
  };
}

/**
 * What stands between the generation prompt and an answer, read off the template itself by rendering an answered
 * conversation; templates that insert more than space there (thinking blocks) get what their last character asks for.
 */
function templateDelimiter(
  text: string,
  render: (messages: { role: string; content: string }[], generation: boolean) => string,
  user: { role: string; content: string },
): string {
  const probe = 'ANSWER';
  const answered = render([user, { role: 'assistant', content: probe }], false);
  const between = answered.startsWith(text)
    ? answered.slice(text.length, answered.indexOf(probe, text.length))
    : undefined;
  if (between !== undefined && between.trim() === '') return between;
  return /\s$/.test(text) ? '' : ' ';
}
