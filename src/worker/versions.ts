/** Versions a result records; equal to package.json (a test holds it). */

export const VERSIONS = {
  'soft-prompt-lab': '0.1.0',
  '@huggingface/transformers': '4.3.2',
  'onnxruntime-web': '1.30.0',
} as const;
