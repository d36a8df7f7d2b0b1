/** Turns a promise that reports progress through a callback into an async generator of those reports. */

/** Yields what `work` reports until it is done, then returns its result; a rejection is thrown after the last report. */
export async function* reports<R, T>(
  work: (report: (value: R) => void) => Promise<T>,
): AsyncGenerator<R, T, undefined> {
  const queue: R[] = [];
  let wake: () => void = () => undefined;
  let settled = false;
  const result = work((value) => {
    queue.push(value);
    wake();
  }).finally(() => {
    settled = true;
    wake();
  });
  // The rejection is taken up by the await at the end; until then it must not count as unhandled.
  result.catch(() => undefined);
  for (;;) {
    while (queue.length > 0) yield queue.shift()!;
    if (settled) return await result;
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (settled || queue.length > 0) resolve();
    });
  }
}
