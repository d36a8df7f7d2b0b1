/** What the result area shows: the recorded run at first, a link, a file; and back into the set-up. */

import type { ExampleRecord, RunResult } from '../lab/types.ts';
import { toErrorData } from '../lib/errors.ts';
import { EMBEDDED_MODELS, embeddedTask } from './embedded.ts';
import { labStore } from './lab-store.ts';
import { type AwaitedData, DEFAULT_SETUP, isSameData, type Setup, settingsOf } from './setup.ts';
import type { RecordedRun } from './view.ts';

/**
 * Reads `recorded/default.json`: a result file of this lab with one more key, `command`. It is part of the site, so it
 * is not checked like a file from outside. null where the site has none.
 */
async function fetchRecorded(): Promise<RecordedRun | null> {
  const response = await fetch(new URL('recorded/default.json', document.baseURI));
  if (!response.ok || !response.headers.get('content-type')?.includes('json')) return null;
  const file = (await response.json()) as RunResult & {
    command: string;
    format: string;
    examples?: ExampleRecord[];
  };
  // The tag of the file format and the soft prompt's bytes are no part of what is shown or passed on.
  const { command, examples = [], format: _tag, softPrompt: _bytes, ...result } = file;
  return { command, examples, result };
}

/** Shows the recorded run unless something else came first; without one the page starts empty. */
export async function showRecorded(): Promise<void> {
  const record = await fetchRecorded().catch(() => null);
  if (record && labStore.getState().viewed.origin === 'empty') {
    labStore.setState({ viewed: { origin: 'recorded', record } });
  }
}

/** What came with examples is passed on with them. */
function idsOf(examples: readonly ExampleRecord[]): readonly string[] {
  return examples.map((example) => example.itemId);
}

/** A link that cannot be read leaves the page as it is and says why. */
export async function openLink(hash: string): Promise<void> {
  try {
    const { decodeResult } = await import('../share/permalink.ts');
    const { result, examples } = await decodeResult(hash);
    labStore.setState({
      viewed: { origin: 'shared', result, examples },
      sharedExamples: idsOf(examples),
      notice: null,
    });
  } catch (thrown) {
    labStore.setState({ notice: toErrorData(thrown) });
  }
}

/** The address no longer says what is on screen, so a link goes from it. */
export async function leaveLink(): Promise<void> {
  const { clearLink, readLinkFromLocation } = await import('../share/location.ts');
  if (readLinkFromLocation() !== null) clearLink();
}

/** Back to the run of this page after a look at something else. */
export function showRun(): void {
  labStore.setState({ viewed: { origin: 'live' }, sharedExamples: [] });
  void leaveLink();
}

/** Opens a result file; throws a LabError where it is none. */
export async function openResultFile(name: string, text: string): Promise<void> {
  const { resultFromJson } = await import('../share/json-file.ts');
  const { result, examples } = resultFromJson(text);
  labStore.setState({
    viewed: { origin: 'file', result, examples, name },
    sharedExamples: idsOf(examples),
    notice: null,
  });
  await leaveLink();
}

function setupOf(result: RunResult, current: Setup): { setup: Setup; awaited: AwaitedData | null } {
  const { config, hashes } = result;
  const { modelId, modelFile, benchmarkName } = config;
  const settings = settingsOf(config);
  const task = embeddedTask(benchmarkName);
  const sameData = isSameData(current.benchmark, hashes);
  const benchmark = task
    ? ({ kind: 'embedded', task } as const)
    : sameData
      ? current.benchmark
      : DEFAULT_SETUP.benchmark;
  const file =
    task || sameData
      ? null
      : ({ kind: 'file', name: benchmarkName, hashes: { train: hashes.train, test: hashes.test } } as const);
  if (EMBEDDED_MODELS.some((model) => model.id === modelId)) {
    const source = { kind: 'embedded', id: modelId } as const;
    return { setup: { source, modelFile, benchmark, settings }, awaited: file };
  }
  if (modelId.includes('/')) {
    const source = { kind: 'hub', id: modelId, revision: 'main' } as const;
    return { setup: { source, modelFile, benchmark, settings }, awaited: file };
  }
  const sameFolder = current.source.kind === 'local' && current.source.id === modelId;
  const { source } = sameFolder ? current : DEFAULT_SETUP;
  return {
    setup: { source, modelFile: sameFolder ? modelFile : DEFAULT_SETUP.modelFile, benchmark, settings },
    awaited: file ?? (sameFolder ? null : { kind: 'folder', name: modelId }),
  };
}

/** Fills the set-up with a result's configuration; says which file or folder has to be given again. */
export function fillSetupFrom(result: RunResult): void {
  const { setup, awaited } = setupOf(result, labStore.getState().setup);
  labStore.setState({
    setup,
    awaited,
    drafts: {},
    hubPending: false,
    notice: null,
    wantedData: result.config.data ?? null,
  });
}
