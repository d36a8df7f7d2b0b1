/** English texts about who computed and how much memory it takes; part of en.ts. */

export const enEngine = {
  'facts.evaluation': 'Evaluated by',
  'facts.evaluation.webgpu': 'this lab’s engine on WebGPU',
  'facts.evaluation.onnxruntime-wasm': 'onnxruntime on the CPU',
  'facts.evaluation-trial': '{by}, the faster in a trial before the run (WebGPU {webgpu}, CPU {wasm})',
  'facts.self-check-soft-prompt': 'one of the prompts stood behind a soft prompt',
  'facts.self-check-widened': 'onnxruntime computed in float32 with the file’s weights',
  'facts.self-check-pieces': 'the file ran through onnxruntime in {pieces} pieces',
  'facts.self-check-own': 'not needed: onnxruntime itself computed this run',
  'facts.self-check-skipped': 'not possible, so nothing vouches for these numbers: {reason}',
  'facts.kernels': 'Kernels',
  'kernels.title': 'Kernels',
  'kernels.auto': 'the fastest by measurement',
  'kernels.hint':
    'The variant of the matrix kernels. Measured for this adapter and model with the first run, then kept.',
  'kernels.again': 'Measure again',
  'kernels.asked': 'The next run measures anew.',
  'kernels.pinned': '{name}, pinned',
  'kernels.known': '{name}, preset: not measured for a model of this size on this device',
  'kernels.measured-rate': '{name}, measured {rate} GFLOP/s ({time})',
  'kernels.kept-rate': '{name}, measured {rate} GFLOP/s, kept since {time}',
  'kernels.pinned-rate': '{name}, pinned, measured {rate} GFLOP/s ({time})',
  'status.memory-plan': 'GPU memory: up to {peak} planned',
  'status.memory-plan-of': 'GPU memory: up to {peak} planned, {budget} allowed',
  'status.recomputed_one': '{count} layer is recomputed to save memory',
  'status.recomputed_other': '{count} layers are recomputed to save memory',
};
