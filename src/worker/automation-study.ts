/** `window.softPromptLab.study`: a whole study without the page's controls; automation.ts has the single runs. */

import type { StudyEvent, StudyModel, StudyResult } from '../lab/study/types.ts';
import type { TuningConfig } from '../lab/types.ts';
import { LabError } from '../lib/errors.ts';
import { MAX_LINK_LENGTH } from '../share/permalink.ts';
import type { BenchmarkChoice } from '../store/setup.ts';
import {
  DEFAULT_STUDY_SETTINGS,
  embeddedStudyModels,
  type StudySettings,
  type StudySetup,
  type StudySetupModel,
  withModels,
  withStudySettings,
} from '../store/study-setup.ts';
import { createStudyFrom, findKeptStudy, runKeptStudy } from '../store/study-start.ts';
import type { ModelSource, WorkerBatch } from './protocol.ts';

export interface AutomationStudyModel {
  readonly source: ModelSource;
  readonly file: string;
  /** What names do not tell, or tell wrongly. */
  readonly known: Partial<Pick<StudyModel, 'role' | 'family' | 'useChatTemplate'>>;
}

export type AutomationStudySettings = Partial<Omit<StudySettings, 'tuning'>> & {
  readonly tuning?: Partial<TuningConfig>;
};

export interface AutomationStudyResult {
  readonly result: StudyResult;
  /** Whether it went on with a study that was kept. */
  readonly resumed: boolean;
  readonly link: string;
  readonly linkTooLong: boolean;
  /** Engine bytes on the GPU after each model, in their order. */
  readonly freed: readonly { readonly model: number; readonly liveBytes: number }[];
}

function toModels(asked: readonly AutomationStudyModel[] | undefined): readonly StudySetupModel[] {
  if (!asked) return embeddedStudyModels();
  const guessed = withModels(
    [],
    asked.map(({ source, file }) => ({ source, file })),
  );
  return guessed.map((model, i) => ({ ...model, ...asked[i]!.known }));
}

/** `resume`: goes on with the same study where this browser has one. Throws `study.*`, `storage.*` and what models and benchmarks throw. */
export async function runStudyInPage(
  models: readonly AutomationStudyModel[] | undefined,
  benchmark: BenchmarkChoice,
  { tuning, ...settings }: AutomationStudySettings,
  resume: boolean,
  onEvents: (batch: WorkerBatch) => void,
): Promise<AutomationStudyResult> {
  const setup: StudySetup = {
    models: toModels(models),
    benchmark,
    settings: withStudySettings(DEFAULT_STUDY_SETTINGS, {
      ...settings,
      tuning: { ...DEFAULT_STUDY_SETTINGS.tuning, ...tuning },
    }),
  };
  const kept = resume ? await findKeptStudy(setup) : undefined;
  const { id, again } = kept ?? { id: (await createStudyFrom(setup, 'study')).id, again: [] };
  const given = setup.models.map(({ source }) => source);
  const freed: { model: number; liveBytes: number }[] = [];
  let result: StudyResult | undefined;
  const take = (event: StudyEvent): void => {
    if (event.type === 'freed') freed.push({ model: event.model, liveBytes: event.liveBytes });
    if (event.type === 'result') result = event.result;
    if (event.type === 'stopped') throw new LabError('worker.cancelled');
    if (event.type === 'failed') throw new LabError(event.error.code, event.error.params);
  };
  await new Promise<void>((resolve, reject) => {
    const listen = (batch: WorkerBatch): void => {
      onEvents(batch);
      try {
        for (const event of batch) if (event.type === 'study') take(event.event);
      } catch (error) {
        reject(error);
      }
      if (batch.some((event) => event.type === 'ended')) resolve();
    };
    runKeptStudy(id, { sources: given }, listen, { given, again }).catch(reject);
  });
  if (!result) throw new LabError('worker.no-result');
  const [{ encodeStudy }, { linkFor }] = await Promise.all([
    import('../share/study-link.ts'),
    import('../share/location.ts'),
  ]);
  const { hash, length } = await encodeStudy(result);
  return {
    result,
    freed,
    resumed: kept !== undefined,
    link: linkFor(hash),
    linkTooLong: length > MAX_LINK_LENGTH,
  };
}
