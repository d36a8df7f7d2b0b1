/**
 * A tokenizer as SentencePiece models have them on the hub (Llama, Gemma), of some hundred tokens: spaces are `▁` in front
 * of words, BOS is put before every text by a template. As the files of a dropped folder.
 */

import type { ModelSource } from '../../worker/protocol.ts';

export interface SmallTokenizer {
  /** How `▁` comes in front of the first word: by Metaspace (Llama 3's tokenizers and later), or by a normalizer (Llama 2). */
  readonly spaces: 'metaspace-always' | 'metaspace-first' | 'metaspace-never' | 'normalizer';
  /** Whether the tokenizer itself puts BOS before a text. */
  readonly addsBos: boolean;
  readonly chatTemplate?: string;
  /** Whether `:▁A` is a token: it spans the join of `Answer:` and ` A`. */
  readonly spans?: boolean;
}

export const SPECIALS = { unk: 0, bos: 1, eos: 2, user: 3, assistant: 4 } as const;
const SPECIAL_TEXTS = ['<unk>', '<s>', '</s>', '<|user|>', '<|assistant|>'];
const CHARACTERS = [...'▁\nABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:?*#<>|/()'];
/** Tokens made letter by letter, so that each has its merges. */
const SPANNING = [':▁A'];
const WORDS = ['▁Answer', 'Answer', '▁Paris', 'Paris', '▁Rome', '▁A', '▁B', '▁Question', '▁Capital'];

function vocabulary(words: readonly string[]): {
  readonly tokens: string[];
  readonly merges: [string, string][];
} {
  const tokens = [...SPECIAL_TEXTS, ...CHARACTERS];
  const merges: [string, string][] = [];
  for (const word of words) {
    const letters = [...word];
    for (let length = 2; length <= letters.length; length++) {
      const token = letters.slice(0, length).join('');
      if (tokens.includes(token)) continue;
      tokens.push(token);
      merges.push([letters.slice(0, length - 1).join(''), letters[length - 1]!]);
    }
  }
  return { tokens, merges };
}

/** Merges of earlier words come first. */
const PLAIN = vocabulary(WORDS);
const SPANNED = vocabulary([...SPANNING, ...WORDS]);

/** A token's text by its id, `▁` and all. */
export function tokenText(id: number, spans = false): string {
  return (spans ? SPANNED : PLAIN).tokens[id]!;
}

const SPACES = { type: 'Replace', pattern: { String: ' ' }, content: '▁' };

function tokenizerJson({ spaces, addsBos, spans }: SmallTokenizer): object {
  const { tokens, merges } = spans ? SPANNED : PLAIN;
  const byNormalizer = spaces === 'normalizer';
  const bos = { SpecialToken: { id: '<s>', type_id: 0 } };
  const text = (id: 'A' | 'B') => ({ Sequence: { id, type_id: 0 } });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL_TEXTS.map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: byNormalizer
      ? { type: 'Sequence', normalizers: [{ type: 'Prepend', prepend: '▁' }, SPACES] }
      : null,
    pre_tokenizer: byNormalizer
      ? null
      : {
          type: 'Metaspace',
          replacement: '▁',
          prepend_scheme: spaces.replace('metaspace-', ''),
          split: false,
        },
    post_processor: addsBos
      ? {
          type: 'TemplateProcessing',
          single: [bos, text('A')],
          pair: [bos, text('A'), bos, text('B')],
          special_tokens: { '<s>': { id: '<s>', ids: [SPECIALS.bos], tokens: ['<s>'] } },
        }
      : null,
    decoder: {
      type: 'Sequence',
      decoders: [
        { type: 'Replace', pattern: { String: '▁' }, content: ' ' },
        { type: 'Fuse' },
        ...(spaces === 'metaspace-never' ? [] : [{ type: 'Strip', content: ' ', start: 1, stop: 0 }]),
      ],
    },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: '<unk>',
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: true,
      byte_fallback: false,
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
      merges,
    },
  };
}

/** The folder with these files, as if it had been dropped. */
export function smallTokenizerSource(tokenizer: SmallTokenizer): ModelSource {
  const files = {
    'tokenizer.json': tokenizerJson(tokenizer),
    'tokenizer_config.json': {
      tokenizer_class: 'PreTrainedTokenizerFast',
      bos_token: '<s>',
      eos_token: '</s>',
      unk_token: '<unk>',
      ...(tokenizer.chatTemplate === undefined ? {} : { chat_template: tokenizer.chatTemplate }),
    },
  };
  return {
    kind: 'local',
    id: 'small',
    files: Object.entries(files).map(([path, json]) => ({ path, blob: new Blob([JSON.stringify(json)]) })),
  };
}
