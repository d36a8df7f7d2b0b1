import { describe, expect, it } from 'vitest';
import { decodeResult } from '../../src/share/permalink.ts';
import { changeSettings, linkOf, runButton, SHORT_RUN, waitForStatus, withBrowser } from './harness.ts';

/** Chromium on Linux offers no WebGPU adapter unless it is told to use the software one. */
const { visit } = withBrowser(['--no-sandbox', '--disable-gpu', '--disable-features=Vulkan,WebGPU']);

describe('without WebGPU', () => {
  it('says what still works, and runs zero-shot and few-shot on the CPU', async () => {
    const { page } = await visit();
    await page.getByTestId('capability').getByText('still work here (on the CPU)').waitFor();
    await changeSettings(page, SHORT_RUN);
    await runButton(page).click();
    await waitForStatus(page, 'done');
    const { result } = await decodeResult(new URL(await linkOf(page)).hash);
    expect(result.backend).toBe('onnxruntime-wasm');
    expect(result.points.map(({ condition }) => condition)).toEqual(['zero-shot', 'few-shot']);
    expect(result.losses).toEqual([]);
  });
});
