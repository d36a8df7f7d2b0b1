/** ONNX graph in, token program out. */
export { type LoweredModel, lowerCausalLM } from './lower-causal-lm.ts';
export type { LoweredFacts } from './types.ts';
