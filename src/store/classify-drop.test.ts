import { describe, expect, it } from 'vitest';
import { LabError } from '../lib/errors.ts';
import { classifyDrop, type DroppedFile } from './classify-drop.ts';

const dropped = (...paths: string[]): DroppedFile[] =>
  paths.map((path) => ({ path, file: new File([], path.split('/').at(-1)!) }));
const codeOf = (action: () => unknown): string | undefined => {
  try {
    action();
    return undefined;
  } catch (thrown) {
    return thrown instanceof LabError ? thrown.code : String(thrown);
  }
};

describe('classifyDrop', () => {
  it('takes a folder with an ONNX file as a model, paths without the folder', () => {
    const drop = classifyDrop(dropped('my-model/config.json', 'my-model/onnx/model.onnx', 'my-model/.git/x'));
    expect(drop).toMatchObject({ kind: 'model', id: 'my-model' });
    expect(drop.files.map((f) => f.path)).toEqual(['config.json', 'onnx/model.onnx']);
  });

  it('takes loose model files as well', () => {
    expect(classifyDrop(dropped('model.onnx', 'config.json'))).toMatchObject({ kind: 'model', id: 'model' });
  });

  it('takes one or two data files', () => {
    expect(classifyDrop(dropped('a.jsonl')).kind).toBe('data');
    expect(classifyDrop(dropped('train.jsonl', 'test.jsonl')).files).toHaveLength(2);
    expect(classifyDrop(dropped('promptfooconfig.yaml')).kind).toBe('data');
  });

  it('takes files of labels beside them', () => {
    const names = ['train.jsonl', 'train-labels.lst', 'valid.jsonl', 'valid-labels.lst'];
    expect(classifyDrop(dropped(...names)).files).toHaveLength(4);
  });

  it('takes files of prompts beside a configuration, and only there', () => {
    const names = ['promptfooconfig.yaml', 'prompts/a.txt', 'prompts/b.md', 'prompts/c.j2'];
    expect(classifyDrop(dropped(...names)).files).toHaveLength(4);
    expect(codeOf(() => classifyDrop(dropped('rows.jsonl', 'README.md')))).toBe('page.unknown-file');
  });

  it.each([
    ['page.too-many-files', ['a.jsonl', 'b.jsonl', 'c.jsonl']],
    ['page.too-many-files', ['a.jsonl', 'b.jsonl', 'c-labels.lst']],
    ['page.unknown-file', ['picture.png']],
    ['page.no-onnx', ['my-model/config.json', 'my-model/model.safetensors']],
  ])('refuses with %s', (code, paths) => {
    expect(codeOf(() => classifyDrop(dropped(...paths)))).toBe(code);
  });
});
