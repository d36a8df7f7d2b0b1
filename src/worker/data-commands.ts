/** Commands about benchmarks and prompts: reading files, making benchmarks, previews, the sample log. */

import type { Benchmark } from '../eval/types.ts';
import { openTokenizer } from '../hub/open-model.ts';
import type { Site } from '../hub/site.ts';
import { createPreviewer } from '../lab/preview.ts';
import type { LabTokenizer } from '../lab/tokenizer.ts';
import { createDataDesk, type DataDesk } from './data-desk.ts';
import type { ModelSource, WorkerAnswer, WorkerCommand, WorkerEvent } from './protocol.ts';
import { createSampleKeeper, type SampleKeeper } from './sample-log.ts';

type DataCommand = Extract<
  WorkerCommand,
  { type: 'read-data' | 'join-data' | 'fetch-data' | 'preview' | 'sample-log' }
>;
type PreviewCommand = Extract<WorkerCommand, { type: 'preview' }>;

export interface DataCommands {
  readonly desk: DataDesk;
  readonly samples: SampleKeeper;
  answer(command: DataCommand): Promise<WorkerAnswer>;
}

export function createDataCommands(deps: {
  readonly site: Site;
  readonly send: (event: WorkerEvent) => void;
}): DataCommands {
  const desk = createDataDesk();
  const samples = createSampleKeeper();
  /** Tokenizers of the last model, previews of the last configuration: stepping through items asks again and again. */
  let opened: { key: string; source: ModelSource; tokenizer: Promise<LabTokenizer> } | undefined;
  let last: { key: string; benchmark: Benchmark; preview: ReturnType<typeof createPreviewer> } | undefined;

  const tokenizerOf = (source: ModelSource): Promise<LabTokenizer> => {
    const key = JSON.stringify(source.kind === 'hub' ? source : [source.kind, source.id]);
    if (opened?.key !== key) opened = { key, source, tokenizer: openTokenizer(source, { site: deps.site }) };
    return opened.tokenizer;
  };

  const previewOf = async ({ source, benchmark: wanted, config, condition, index }: PreviewCommand) => {
    const benchmark = desk.benchmark(wanted);
    const key = JSON.stringify([
      source.kind,
      source.id,
      config,
      'held' in wanted ? wanted.held : wanted.hashes,
    ]);
    if (last?.key !== key) {
      const tokenizer = await tokenizerOf(source).catch((error) => {
        // A failed download must not stay the answer.
        opened = undefined;
        throw error;
      });
      last = { key, benchmark, preview: createPreviewer(benchmark, config, tokenizer) };
    }
    return last.preview(condition, index);
  };

  return {
    desk,
    samples,
    async answer(command) {
      switch (command.type) {
        case 'read-data':
          return desk.read(command, deps.send);
        case 'join-data':
          return desk.join(command);
        case 'fetch-data':
          return desk.benchmark(command.benchmark);
        case 'preview':
          return previewOf(command);
        case 'sample-log':
          return samples.log(command.condition, command.provenance, command.ofItem);
        default:
          return command satisfies never;
      }
    },
  };
}
