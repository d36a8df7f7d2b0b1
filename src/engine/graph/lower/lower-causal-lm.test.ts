import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readModel } from '../../onnx/read-model.ts';
import { fsFiles } from '../../onnx/testing/fs-files.ts';
import { lowerCausalLM } from './index.ts';

const fixtures = fileURLToPath(new URL('../../../../../shared/fixtures/', import.meta.url));
const names = existsSync(fixtures) ? readdirSync(fixtures).filter((name) => existsSync(`${fixtures}${name}/case.json`)) : [];

describe.runIf(names.length > 0)('every fixture lowers to core ops', () => {
  it.each(names)('%s', async (name) => {
    const info = JSON.parse(readFileSync(`${fixtures}${name}/case.json`, 'utf8'));
    const model = await readModel(fsFiles(`${fixtures}${name}`), info.file);
    const { program, facts } = await lowerCausalLM(model);
    console.log(name, JSON.stringify(facts.fused), facts.dialect, facts.cutValue === info.embedding.cut_value);
    expect(facts.cutValue).toBe(info.embedding.cut_value);
    expect(program.hiddenSize).toBe(info.hidden_size);
    expect(program.vocabSize).toBe(info.vocab_size);
  });
});
