/** A handler lowers one ONNX node whose inputs are (partly) on the path. */
import type { OnnxNode } from '../../../onnx/types.ts';
import type { Lowering } from '../lowering.ts';

export type Handler = (node: OnnxNode, L: Lowering) => Promise<void>;
