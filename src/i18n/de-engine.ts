/** German texts about who computed and how much memory it takes; part of de.ts. */

import type { enEngine } from './en-engine.ts';

export const deEngine: Readonly<Record<keyof typeof enEngine, string>> = {
  'facts.evaluation': 'Ausgewertet von',
  'facts.evaluation.webgpu': 'dem Rechenkern dieses Labors auf WebGPU',
  'facts.evaluation.onnxruntime-wasm': 'onnxruntime auf der CPU',
  'facts.evaluation-trial': '{by}, schneller in einer Probe vor dem Lauf (WebGPU {webgpu}, CPU {wasm})',
  'facts.self-check-soft-prompt': 'einer der Prompts stand hinter einem Soft Prompt',
  'facts.self-check-widened': 'onnxruntime rechnete in float32 mit den Gewichten der Datei',
  'facts.self-check-pieces': 'die Datei lief in {pieces} Teilen durch onnxruntime',
  'facts.self-check-own': 'nicht nötig: onnxruntime selbst hat diesen Lauf berechnet',
  'facts.self-check-skipped': 'nicht möglich, deshalb bürgt nichts für diese Zahlen: {reason}',
  'facts.kernels': 'Kernel',
  'kernels.title': 'Kernel',
  'kernels.auto': 'der schnellste nach Messung',
  'kernels.hint':
    'Die Variante der Matrix-Kernel. Beim ersten Lauf für diesen Adapter und dieses Modell gemessen, dann behalten.',
  'kernels.again': 'Neu messen',
  'kernels.asked': 'Der nächste Lauf misst neu.',
  'kernels.pinned': '{name}, festgelegt',
  'kernels.known': '{name}, voreingestellt: für ein Modell dieser Größe auf diesem Gerät nicht gemessen',
  'kernels.measured-rate': '{name}, gemessen {rate} GFLOP/s ({time})',
  'kernels.kept-rate': '{name}, gemessen {rate} GFLOP/s, behalten seit {time}',
  'kernels.pinned-rate': '{name}, festgelegt, gemessen {rate} GFLOP/s ({time})',
  'status.memory-plan': 'GPU-Speicher: bis zu {peak} geplant',
  'status.memory-plan-of': 'GPU-Speicher: bis zu {peak} geplant, {budget} erlaubt',
  'status.recomputed_one': '{count} Schicht wird neu berechnet, um Speicher zu sparen',
  'status.recomputed_other': '{count} Schichten werden neu berechnet, um Speicher zu sparen',
};
