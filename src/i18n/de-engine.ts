/** German texts about who computed and how much memory it takes; part of de.ts. */

import type { enEngine } from './en-engine.ts';

export const deEngine: Readonly<Record<keyof typeof enEngine, string>> = {
  'facts.evaluation': 'Ausgewertet von',
  'facts.evaluation.webgpu': 'dem Rechenkern dieses Labors auf WebGPU',
  'facts.evaluation.onnxruntime-wasm': 'onnxruntime auf der CPU',
  'facts.evaluation-trial': '{by}, schneller in einer Probe vor dem Lauf (WebGPU {webgpu}, CPU {wasm})',
  'status.memory-plan': 'GPU-Speicher: bis zu {peak} geplant',
  'status.memory-plan-of': 'GPU-Speicher: bis zu {peak} geplant, {budget} erlaubt',
  'status.recomputed_one': '{count} Schicht wird neu berechnet, um Speicher zu sparen',
  'status.recomputed_other': '{count} Schichten werden neu berechnet, um Speicher zu sparen',
};
