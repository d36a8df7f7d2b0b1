import { describe, expect, it } from 'vitest';
import { EMBEDDED_MODELS } from './embedded.ts';
import { guessModels } from './study-models.ts';

const roles = (...ids: string[]) => guessModels(ids).map(({ role, family }) => `${family}: ${role}`);

describe('guessModels', () => {
  it('pairs the embedded models', () => {
    const guessed = guessModels(EMBEDDED_MODELS.map(({ id }) => id));
    expect(guessed.map(({ role }) => role)).toEqual(EMBEDDED_MODELS.map(({ kind }) => kind));
    expect(guessed.map(({ family }) => family)).toEqual([
      'm1',
      'm1',
      'm2',
      'm2',
      'm3',
      'm3',
      'm4',
      'm4',
      'm5',
      'm5',
    ]);
  });

  it.each([
    ['HuggingFaceTB/SmolLM2-135M', 'HuggingFaceTB/SmolLM2-135M-Instruct', 'SmolLM2-135M'],
    ['onnx-community/Qwen3-0.6B-Base-ONNX', 'onnx-community/Qwen3-0.6B-ONNX', 'Qwen3-0.6B'],
    ['onnx-community/gemma-3-270m-ONNX', 'onnx-community/gemma-3-270m-it-ONNX', 'gemma-3-270m'],
    ['google/gemma-2-2b-pt', 'google/gemma-2-2b-it', 'gemma-2-2b'],
    ['meta-llama/Llama-2-7b-hf', 'meta-llama/Llama-2-7b-chat-hf', 'Llama-2-7b'],
    ['mistralai/Mistral-7B-v0.3', 'mistralai/Mistral-7B-Instruct-v0.3', 'Mistral-7B-v0.3'],
    ['allenai/OLMo-2-0425-1B', 'allenai/OLMo-2-0425-1B-SFT', 'OLMo-2-0425-1B'],
    ['my_model_base', 'My_Model_chat', 'my-model'],
  ])('%s and %s are a pair', (base, chat, family) => {
    expect(roles(base, chat)).toEqual([`${family}: base`, `${family}: post-trained`]);
  });

  it('keeps sizes and strangers apart', () => {
    expect(roles('a/SmolLM2-135M', 'a/SmolLM2-360M-Instruct')).toEqual([': base', ': post-trained']);
    expect(roles('gpt2')).toEqual([': base']);
    // "it" and "base" count as whole parts only.
    expect(roles('a/bitnet', 'a/database-1b')).toEqual([': base', ': base']);
    expect(roles('a/Base', 'a/Chat')).toEqual([': base', ': post-trained']);
  });
});
