/** What becomes of a drop where it cannot be taken: one clear notice, and the page as it was. */

import { beforeEach, describe, expect, it } from 'vitest';
import { LabError } from '../lib/errors.ts';
import { receiveFiles } from './drop-actions.ts';
import { labStore } from './lab-store.ts';

const dropped = (name: string, text = 'x') => ({ path: name, file: new File([text], name) });

describe('receiveFiles', () => {
  beforeEach(() => labStore.setState(labStore.getInitialState(), true));

  it('hands data files on to the import', async () => {
    await receiveFiles([dropped('a.jsonl')]);
    expect(labStore.getState()).toMatchObject({ importing: [{ name: 'a.jsonl' }], notice: null });
  });

  it('leaves the model and the benchmark of a run that is on', async () => {
    labStore.setState(({ run }) => ({ run: { ...run, status: 'running' } }));
    const before = labStore.getState().setup;
    for (const name of ['a.jsonl', 'model.onnx', 'rows.json']) {
      labStore.setState({ notice: null });
      await receiveFiles([dropped(name)]);
      expect(labStore.getState(), name).toMatchObject({ importing: null, notice: { code: 'page.busy' } });
    }
    expect(labStore.getState().setup).toBe(before);
    await receiveFiles([dropped('other.json', '{"format": "soft-prompt-lab/result", "schemaVersion": 99}')]);
    expect(labStore.getState().notice?.code, 'results may be looked at').toMatch(/^share\./);
  });

  it('tells what a drop could not give', async () => {
    await receiveFiles(Promise.reject(new LabError('page.empty-folder', { name: 'data' })));
    expect(labStore.getState().notice).toMatchObject({ code: 'page.empty-folder', params: { name: 'data' } });
    await receiveFiles([]);
    expect(labStore.getState().notice).toMatchObject({ code: 'page.empty-folder' });
  });
});
