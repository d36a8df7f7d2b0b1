/**
 * A judge that runs in this page: transformers.js on onnxruntime's wasm, greedy, one question at a time. Loaded when a
 * pass begins and disposed of when it ends; nothing leaves the machine but model downloads.
 */

import {
  env,
  InterruptableStoppingCriteria,
  pipeline,
  StoppingCriteriaList,
  type Tensor,
  type TextGenerationPipeline,
} from '@huggingface/transformers';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { cutReply } from '../../eval/index.ts';
import { createModelReader, type ModelReader } from '../../hub/reader.ts';
import type { Site } from '../../hub/site.ts';
import { withLibrary } from '../../hub/transformers-env.ts';
import { dtypeOf, externalDataPaths, listVariants } from '../../hub/variants.ts';
import type { Judge, JudgeReply } from '../../lab/judge/types.ts';
import { LabError } from '../../lib/errors.ts';
import type { DownloadProgress, JudgeSpec } from '../protocol.ts';

type PageJudgeSpec = Extract<JudgeSpec, { kind: 'page' }>;

export interface PageJudgeDeps {
  readonly site: Site;
  readonly signal: AbortSignal;
  readonly onDownload?: (progress: DownloadProgress) => void;
}

/** Room for a reply; a longer one is cut and unscored. */
const MAX_NEW_TOKENS = 256;
/** How it is asked, for what a kept reply belongs to. */
const ASKED = `greedy, ${MAX_NEW_TOKENS} tokens`;
/** Fewer leave no room for `VERDICT: YES`. */
const MIN_NEW_TOKENS = 16;

/** Where a path lies as the library names it: folder, base name without the precision's ending, precision. */
function libraryOptions(path: string): { subfolder: string; model_file_name: string; dtype: string } {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1).replace(/\.onnx$/, '');
  const dtype = dtypeOf(path);
  const ending = dtype === 'q8' ? '_quantized' : dtype === 'fp32' ? '' : `_${dtype}`;
  return {
    subfolder: slash < 0 ? '' : path.slice(0, slash),
    model_file_name: name.endsWith(ending) ? name.slice(0, name.length - ending.length) : name,
    dtype: dtype === 'other' ? 'fp32' : dtype,
  };
}

/** The shared wasm settings: no CDN, no threads (they need headers that a static host does not send). */
function prepareRuntime(): void {
  const wasm = env.backends.onnx.wasm;
  if (!wasm) return;
  wasm.numThreads = 1;
  wasm.proxy = false;
  wasm.wasmPaths = { wasm: new URL(wasmUrl, import.meta.url).href };
}

/** Lets messages in: wasm computes without a break, and nothing could be cancelled. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

async function loadPipeline(
  { source }: PageJudgeSpec,
  { site, signal }: PageJudgeDeps,
  reader: ModelReader,
  path: string,
): Promise<TextGenerationPipeline> {
  const external = source.kind === 'embedded' ? [] : await externalDataPaths(reader, path);
  const { dtype, ...names } = libraryOptions(path);
  prepareRuntime();
  try {
    return await withLibrary(source, reader, site, (id) =>
      pipeline('text-generation', id, {
        ...names,
        dtype: dtype as 'fp32',
        device: 'wasm',
        revision: source.kind === 'hub' ? source.revision : 'main',
        ...(external.length > 0 ? { use_external_data_format: external.length as 1 } : {}),
      }),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof LabError) throw error;
    throw new LabError('judge.model-load', { model: source.id }, { cause: error });
  }
}

/** Newer exports keep the template in a file of its own, which the library does not read. */
async function addTemplate(generator: TextGenerationPipeline, reader: ModelReader): Promise<void> {
  const { tokenizer } = generator;
  if (tokenizer.chat_template || (await reader.size('chat_template.jinja')) === undefined) return;
  const text = await (await reader.blob('chat_template.jinja'))?.text();
  if (text) tokenizer.chat_template = text;
}

/** Positions the model was built for; undefined where its configuration does not say. */
function positionsOf(generator: TextGenerationPipeline): number | undefined {
  const config = generator.model.config as unknown as Record<string, unknown>;
  const limit = config.max_position_embeddings ?? config.n_positions;
  return typeof limit === 'number' ? limit : undefined;
}

/** What the library's tokenizers give. */
interface Encoded {
  readonly input_ids: Tensor;
  readonly attention_mask: Tensor;
}

interface Loaded {
  readonly generator: TextGenerationPipeline;
  readonly chat: boolean;
  readonly limit: number | undefined;
}

async function load(
  spec: PageJudgeSpec,
  deps: PageJudgeDeps,
  reader: ModelReader,
  path: string,
): Promise<Loaded> {
  const generator = await loadPipeline(spec, deps, reader, path);
  if (spec.source.kind !== 'embedded') await addTemplate(generator, reader);
  const { model, tokenizer } = generator;
  const forward = model.forward.bind(model);
  model.forward = async (inputs) => {
    await nextTask();
    return forward(inputs);
  };
  return { generator, chat: Boolean(tokenizer.chat_template), limit: positionsOf(generator) };
}

/** What the model reads: its chat template around the prompt, where it has one. */
function render({ generator, chat }: Loaded, prompt: string): string {
  if (!chat) return `${prompt}\n\n`;
  const options = { tokenize: false, add_generation_prompt: true, enable_thinking: false };
  return generator.tokenizer.apply_chat_template(
    [{ role: 'user', content: prompt }],
    options as object,
  ) as unknown as string;
}

interface Written {
  readonly text: string;
  readonly tokens: NonNullable<JudgeReply['tokens']>;
}

/**
 * What the model writes after the text, from its own ids: the library's pipeline would cut a long prompt at the length its
 * tokenizer names without a word, and finds the reply by the length of the prompt's text.
 */
async function generate(
  { generator: { model, tokenizer }, chat }: Loaded,
  text: string,
  room: number,
  criteria: InterruptableStoppingCriteria,
): Promise<Written> {
  // A template holds what stands before a text; where there is none, the tokenizer puts it there.
  const { input_ids, attention_mask } = tokenizer(text, { add_special_tokens: !chat }) as Encoded;
  const stopping_criteria = new StoppingCriteriaList();
  stopping_criteria.push(criteria);
  const sequences = (await model.generate({
    input_ids,
    attention_mask,
    max_new_tokens: room,
    // A model's own settings for chatting are not those for judging.
    do_sample: false,
    repetition_penalty: 1,
    stopping_criteria,
  } as Parameters<typeof model.generate>[0])) as Tensor;
  const prompt = input_ids.dims.at(-1)!;
  const ids = (sequences.tolist()[0] as bigint[]).slice(prompt);
  const reply = tokenizer.decode(ids, { skip_special_tokens: true });
  return {
    text: ids.length < room ? reply : cutReply(reply),
    tokens: { prompt, completion: ids.length },
  };
}

/** Throws `judge.too-long` {tokens, limit}, `judge.model-run` {model}; the signal's reason when it was aborted. */
async function write(
  loaded: Loaded,
  model: string,
  prompt: string,
  signal: AbortSignal,
): Promise<JudgeReply> {
  const { generator, chat, limit } = loaded;
  const text = render(loaded, prompt);
  const tokens = generator.tokenizer.encode(text, { add_special_tokens: !chat }).length;
  const room = limit === undefined ? MAX_NEW_TOKENS : Math.min(MAX_NEW_TOKENS, limit - tokens);
  if (room < MIN_NEW_TOKENS) throw new LabError('judge.too-long', { tokens, limit: limit ?? 0 });
  const criteria = new InterruptableStoppingCriteria();
  const stop = (): void => criteria.interrupt();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const written = await generate(loaded, text, room, criteria);
    signal.throwIfAborted();
    return written;
  } catch (error) {
    signal.throwIfAborted();
    throw new LabError('judge.model-run', { model }, { cause: error });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/**
 * The judge, with its files looked up; they are loaded with the first question, so that a pass answered by kept replies
 * loads nothing. Throws `hub.*`; `ask` throws `judge.model-load`, `judge.too-long` and `judge.model-run`.
 */
export async function openPageJudge(spec: PageJudgeSpec, deps: PageJudgeDeps): Promise<Judge> {
  const { source } = spec;
  const reader = createModelReader(source, {
    site: deps.site,
    signal: deps.signal,
    ...(deps.onDownload ? { onProgress: deps.onDownload } : {}),
  });
  const path = (await listVariants(source, reader, deps.site)).preselected;
  const bytes = await reader.size(path);
  const revision = source.kind === 'hub' ? source.revision : '';
  let loading: Promise<Loaded> | undefined;
  return {
    identity: ['page', source.kind, source.id, revision, path, String(bytes ?? ''), ASKED].join('\n'),
    concurrency: 1,
    async ask(prompt, signal) {
      signal.throwIfAborted();
      loading ??= load(spec, deps, reader, path);
      return write(await loading, source.id, prompt, signal);
    },
    dispose: async () => {
      const loaded = await loading?.catch(() => undefined);
      await loaded?.generator.dispose();
    },
  };
}
