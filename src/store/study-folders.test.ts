import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { reportResult } from '../lab/study/testing/report-study.ts';
import type { DroppedFile } from './classify-drop.ts';
import { assertLinkedFiles, giveFolder, rememberFolder } from './study-folders.ts';
import { studyStore } from './study-store.ts';

const dropped = (folder: string, content: string): DroppedFile[] =>
  ['config.json', 'onnx/model.onnx'].map((path) => ({
    path: `${folder}/${path}`,
    file: new File([`${content} ${path}`], path.split('/').at(-1)!),
  }));
const hashesOf = (content: string) =>
  ['config.json', 'onnx/model.onnx'].map((path) => ({
    path,
    sha256: createHash('sha256').update(`${content} ${path}`).digest('hex'),
  }));
const given = () => studyStore.getState().folders.map(({ id }) => id);
const notice = () => studyStore.getState().notice?.code;

beforeEach(() => studyStore.setState({ folders: [], notice: null }));

describe('a folder that a study asks for again', () => {
  it('is known by its hashes, whatever it is called now', async () => {
    const wanted = { id: 'mine', files: hashesOf('right') };
    await giveFolder(wanted, dropped('mine', 'wrong'));
    expect([given(), notice()]).toEqual([[], 'study.model-changed']);
    await giveFolder(wanted, dropped('renamed', 'right'));
    expect([given(), notice()]).toEqual([['mine'], undefined]);
  });

  it('is known by its name where the study never read it', async () => {
    const wanted = { id: 'mine', files: null };
    await giveFolder(wanted, dropped('another', 'x'));
    expect([given(), notice()]).toEqual([[], 'study.other-folder']);
    await giveFolder(wanted, dropped('mine', 'x'));
    expect(given()).toEqual(['mine']);
  });

  it('must be a model’s', async () => {
    await giveFolder({ id: 'mine', files: null }, [{ path: 'a.jsonl', file: new File(['{}'], 'a.jsonl') }]);
    expect([given(), notice()]).toEqual([[], 'study.other-folder']);
  });

  it('takes the place of one given before', () => {
    rememberFolder({ kind: 'local', id: 'mine', files: [] });
    rememberFolder({ kind: 'local', id: 'mine', files: [{ path: 'a', blob: new Blob() }] });
    expect(studyStore.getState().folders).toMatchObject([{ id: 'mine', files: [{ path: 'a' }] }]);
  });
});

describe('a folder for numbers of a link', () => {
  it('must hold the files the link names', async () => {
    const linked = reportResult();
    const models = linked.models.map((model) => ({ ...model, hashes: hashesOf('right') }));
    const files = (content: string) =>
      dropped('x', content).map(({ path, file }) => ({ path: path.slice(2), blob: file }));
    const check = (content: string) =>
      assertLinkedFiles('micro/m1-base', files(content), { ...linked, models });
    await expect(check('wrong')).rejects.toMatchObject({
      code: 'study.other-files',
      params: { model: 'micro/m1-base', path: 'config.json' },
    });
    await check('right');
  });
});
