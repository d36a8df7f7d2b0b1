/** Entry of the worker: connects its messages with the host. */

import { createHost } from './host-commands.ts';
import type { WorkerCommand } from './protocol.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const handle = createHost({
  gpu: scope.navigator.gpu,
  openSite: async (baseUrl, hubUrl) => (await import('../hub/browser-site.ts')).browserSite(baseUrl, hubUrl),
  post: (batch) => scope.postMessage(batch),
});
scope.onmessage = (message: MessageEvent<WorkerCommand>) => handle(message.data);
