/** What the study section shows: the recorded study at first, a link, a file, one of the history; and passing it on. */

import type { Task } from '../eval/types.ts';
import type { StudyResult } from '../lab/study/types.ts';
import { toErrorData } from '../lib/errors.ts';
import { labStore } from './lab-store.ts';
import { showSection } from './section.ts';
import type { MadeLink } from './share-actions.ts';
import { studyStore } from './study-store.ts';
import { leaveLink } from './view-actions.ts';

/** The embedded study's real run on each task: part of the site, so it is not checked like a file from outside. */
const RECORDED: Readonly<Record<Task, string>> = {
  closed: 'recorded/study.json',
  open: 'recorded/study-open.json',
};

/** null where the site has none. */
async function fetchRecorded(task: Task): Promise<{ result: StudyResult; command: string } | null> {
  const response = await fetch(new URL(RECORDED[task], document.baseURI));
  if (!response.ok || !response.headers.get('content-type')?.includes('json')) return null;
  const {
    command,
    format: _tag,
    ...result
  } = (await response.json()) as StudyResult & {
    command: string;
    format: string;
  };
  return { command, result };
}

/** Shows the recorded study of an embedded task unless something else than a recorded one came first. */
export async function showRecordedStudy(task: Task): Promise<void> {
  const replaceable = () => {
    const { viewed } = studyStore.getState();
    if (viewed.origin === 'recorded') return viewed.result.config.task !== task;
    return viewed.origin === 'empty';
  };
  if (!replaceable()) return;
  const record = await fetchRecorded(task).catch(() => null);
  if (record && replaceable()) {
    studyStore.setState({ viewed: { origin: 'recorded', ...record } });
  }
}

/** A link that cannot be read leaves the page as it is and says why. */
export async function openStudyLink(hash: string): Promise<void> {
  try {
    const { decodeStudy } = await import('../share/study-link.ts');
    studyStore.setState({ viewed: { origin: 'shared', result: await decodeStudy(hash) }, notice: null });
    showSection('study');
  } catch (thrown) {
    labStore.setState({ notice: toErrorData(thrown) });
  }
}

/** Opens a study's file; throws a LabError where it is none. */
export async function openStudyFile(name: string, text: string): Promise<void> {
  const { studyFromJson } = await import('../share/study-file.ts');
  const { result } = studyFromJson(text);
  studyStore.setState({ viewed: { origin: 'file', result, name }, notice: null });
  showSection('study');
  await leaveLink();
}

/** Opens a finished study of the history. */
export function showKeptStudy(name: string, result: StudyResult): void {
  studyStore.setState({ viewed: { origin: 'kept', result, name } });
  showSection('study');
  void leaveLink();
}

/** Back to the study of this visit after a look at something else. */
export function showStudySession(): void {
  studyStore.setState({ viewed: { origin: 'live' } });
  void leaveLink();
}

export async function makeStudyLink(result: StudyResult): Promise<MadeLink> {
  const [{ encodeStudy }, { linkFor }, { MAX_LINK_LENGTH }] = await Promise.all([
    import('../share/study-link.ts'),
    import('../share/location.ts'),
    import('../share/permalink.ts'),
  ]);
  const { hash, length } = await encodeStudy(result);
  return { url: linkFor(hash), length, tooLong: length > MAX_LINK_LENGTH };
}

/** `study-micro-closed-10-models.json` */
export function studyFileName({ config }: StudyResult, ending: string): string {
  const parts = ['study', config.benchmarkName, `${config.models.length}-models`];
  return `${parts.join('-').replace(/[^\w.-]+/g, '_')}${ending}`;
}

export async function makeStudyFile(result: StudyResult): Promise<{ name: string; blob: Blob }> {
  const { studyToJson } = await import('../share/study-file.ts');
  const blob = new Blob([studyToJson(result)], { type: 'application/json' });
  return { name: studyFileName(result, '.json'), blob };
}
