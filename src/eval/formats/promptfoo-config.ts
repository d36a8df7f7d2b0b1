/**
 * promptfoo's configuration (`promptfooconfig.yaml`: `{prompts, tests, defaultTest, scenarios}`) as rows: each test with
 * the configuration's prompts, default test and assertion templates beside it. Tests in other files become rows that say so.
 */

import { type TextOf, withPromptFiles } from './promptfoo-prompts.ts';
import { isRowObject, type RowObject } from './row.ts';

/** The field in which a row carries what its configuration says of all tests, or the file where the tests are. */
export const CONFIG = 'promptfooconfig';

const SIGNS = ['prompts', 'providers', 'targets', 'defaultTest', 'scenarios'];

/** Whether an object is such a configuration, which is no row itself. */
export function isPromptfooConfig(value: unknown): value is RowObject {
  if (!isRowObject(value) || !('tests' in value || 'scenarios' in value)) return false;
  return SIGNS.some((name) => name in value);
}

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** More tests than this are not made of one scenario. */
export const MAXIMUM_SCENARIO = 10_000;

/** Each set of variables of a scenario with each of its tests; the test's own variables count. */
function ofScenario(scenario: unknown): readonly unknown[] {
  if (!isRowObject(scenario)) return [scenario];
  if (listOf(scenario.config).length * listOf(scenario.tests).length > MAXIMUM_SCENARIO) {
    return [{ [CONFIG]: { tooMany: MAXIMUM_SCENARIO } }];
  }
  return listOf(scenario.config).flatMap((config) =>
    listOf(scenario.tests).map((test) => {
      // Either may stand in another file.
      if (!isRowObject(test)) return test;
      if (!isRowObject(config)) return config;
      const merged = {
        ...(isRowObject(config.vars) ? config.vars : {}),
        ...(isRowObject(test.vars) ? test.vars : {}),
      };
      return { ...config, ...test, vars: merged };
    }),
  );
}

/** Puts the prompts that stand in files into the rows of a configuration; other rows stay as they are. */
export function createPromptFiller(textOf: TextOf): (row: unknown) => unknown {
  // All rows of a file share one list of prompts.
  const known = new Map<unknown, unknown>();
  return (row) => {
    const config = isRowObject(row) ? row[CONFIG] : undefined;
    if (!isRowObject(row) || !isRowObject(config)) return row;
    const { prompts } = config;
    if (!known.has(prompts)) known.set(prompts, withPromptFiles(prompts, textOf));
    return { ...row, [CONFIG]: { ...config, prompts: known.get(prompts) } };
  };
}

/** The tests of a configuration as rows, in their order. */
export function configRows(config: RowObject): readonly RowObject[] {
  const { prompts, defaultTest, assertionTemplates } = config;
  const tests = [...listOf(config.tests), ...listOf(config.scenarios).flatMap(ofScenario)];
  return tests.map((test) => {
    if (!isRowObject(test)) return { [CONFIG]: { file: test } };
    if (CONFIG in test) return test;
    return 'path' in test && !('vars' in test)
      ? { [CONFIG]: { file: test.path } }
      : { ...test, [CONFIG]: { prompts, defaultTest, assertionTemplates } };
  });
}
