/** Lets waiting messages be handled: onnxruntime's wasm computes within one task, and a promise alone never ends it. */

export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
