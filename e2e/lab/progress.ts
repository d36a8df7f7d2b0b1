/** Progress of a run on stderr: one line that is written over on a terminal, one line a change elsewhere. */

import type { ModelState, StudyEvent } from '../../src/lab/study/types.ts';
import type { RunEvent } from '../../src/lab/types.ts';
import type { WorkerBatch } from '../../src/worker/protocol.ts';

/** Without a terminal a line is written when the phase changes or this many seconds have passed. */
const QUIET_SECONDS = 15;

function describePhase(event: Extract<RunEvent, { type: 'phase' }>): string {
  const step = event.phase === 'soft-prompt' || event.phase === 'tuning' ? ` step ${event.step}` : '';
  const left = event.secondsLeft === null ? '' : `, about ${Math.ceil(event.secondsLeft)} s left`;
  return `${event.phase}${step}: ${event.done}/${event.total}${left}`;
}

export function createProgress(stream: NodeJS.WriteStream = process.stderr): {
  show(batch: WorkerBatch): void;
  finish(): void;
} {
  let lastKey = '';
  let lastAt = 0;
  let width = 0;
  const write = (key: string, text: string): void => {
    if (stream.isTTY) {
      stream.write(`\r${text.padEnd(width)}`);
      width = text.length;
      return;
    }
    const now = performance.now() / 1000;
    if (key === lastKey && now - lastAt < QUIET_SECONDS) return;
    lastKey = key;
    lastAt = now;
    stream.write(`${text}\n`);
  };
  let states: readonly ModelState[] = [];
  let left = '';
  const showStudy = (event: StudyEvent): void => {
    if (event.type === 'progress') {
      states = event.states;
      left = event.secondsLeft === null ? '' : ` (whole study: about ${Math.ceil(event.secondsLeft)} s left)`;
    } else if (event.type === 'run' && event.event.type === 'phase') {
      const { model, seed, event: phase } = event;
      const text = `model ${model + 1} of ${states.length}, seed ${seed}, ${describePhase(phase)}${left}`;
      write(`${model} ${seed} ${phase.phase}`, text);
    }
  };
  return {
    show(batch) {
      for (const message of batch) {
        if (message.type === 'download') {
          const { file, loaded, total } = message.progress;
          const share = total ? ` ${Math.floor((100 * loaded) / total)} %` : '';
          write(`download ${file}`, `loading ${file}${share}`);
        } else if (message.type === 'run' && message.event.type === 'phase') {
          write(message.event.phase, describePhase(message.event));
        } else if (message.type === 'study') {
          showStudy(message.event);
        }
      }
    },
    finish() {
      if (stream.isTTY && width > 0) stream.write(`\r${' '.repeat(width)}\r`);
    },
  };
}
