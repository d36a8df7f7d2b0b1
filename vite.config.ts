import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS, findChromium } from './e2e/chromium.mjs';

/** Only the tests start a browser; without one Playwright names what is missing. */
const executablePath = process.env.VITEST ? await findChromium() : undefined;

export default defineConfig({
  base: './',
  plugins: [react()],
  worker: { format: 'es' },
  build: { target: 'es2023', chunkSizeWarningLimit: 1500 },
  // transformers.js asks for the WebGPU build of onnxruntime, which it never runs here: one wasm in the site is enough.
  resolve: { alias: [{ find: /^onnxruntime-web\/webgpu$/, replacement: 'onnxruntime-web/wasm' }] },
  // Known from the start, so that the test server never bundles anew, and reloads, while a test runs.
  optimizeDeps: {
    include: [
      '@cortex-js/compute-engine/latex-syntax',
      '@huggingface/transformers',
      'idb',
      'mathjs',
      'onnxruntime-web/wasm',
      'react',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'valibot',
      'zustand',
      'zustand/vanilla',
    ],
  },
  server: { fs: { allow: ['.', '../shared'] } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          // No test asserts time: a busy machine may be slow.
          testTimeout: 60_000,
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'e2e/**/*.test.ts'],
          exclude: ['src/**/*.gpu.test.ts', 'e2e/tests/**', 'node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'gpu',
          include: ['src/**/*.gpu.test.ts'],
          testTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          fileParallelism: false,
          // One page, and with it one device, for all files: what one compiled the next ones find.
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(executablePath ? { executablePath } : {}), args: CHROMIUM_ARGS },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/tests/**/*.test.ts'],
          globalSetup: ['e2e/tests/site.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          // Compiling shaders keeps one core busy, the rest of a file hardly two.
          maxWorkers: Math.min(2, availableParallelism()),
        },
      },
    ],
  },
});
