/** ONNX graph in, token program out. */

export { embeddingTableFrom, embeddingTableOf } from './embedding-table.ts';
export { type LoweredModel, lowerCausalLM } from './lower-causal-lm.ts';
export type { EmbeddingTable, LoweredFacts } from './types.ts';
