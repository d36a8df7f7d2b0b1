/** The state of an import: files are read by the worker, roles and split decide the benchmark; nothing else changes. */

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldGuess } from '../../eval/types.ts';
import { type Companions, groupDataFiles } from '../../lib/data-files.ts';
import { type ErrorData, toErrorData } from '../../lib/errors.ts';
import { forgetData, joinDataFiles, readDataFile, suggestRoles } from '../../store/benchmarks.ts';
import type { DataFile, FileBenchmark } from '../../store/setup.ts';
import type { DataProgress, FileFacts } from '../../worker/protocol.ts';

export type Role = 'train' | 'test';
export type ReadFile = DataFile & { readonly facts: FileFacts };

export interface Reading extends DataProgress {
  readonly name: string;
}

const idsOf = (files: readonly ReadFile[]) => files.map(({ facts }) => facts.id);

/**
 * Reads the files, again when the mapping changes; the worker stops and forgets them when the dialog is gone. What was read
 * before stays on screen meanwhile, but is not `current`.
 */
export function useReadFiles(files: readonly File[], mapping: FieldGuess | null) {
  const [known, setKnown] = useState<{
    readonly read: readonly ReadFile[];
    readonly mapping: FieldGuess | null;
  } | null>(null);
  const [roles, setRoles] = useState<readonly Role[]>([]);
  const [reading, setReading] = useState<Reading | null>(null);
  const [error, setError] = useState<ErrorData | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const all: ReadFile[] = [];
    const readAll = async () => {
      for (const pair of groupDataFiles(files.map(({ name }) => name))) {
        const file = files[pair.data]!;
        const labelFile = pair.labels === undefined ? undefined : files[pair.labels]!;
        const named = (one: File) => ({ name: one.name, blob: one });
        const companions: Companions = {
          ...(labelFile ? { labels: named(labelFile) } : {}),
          ...(pair.prompts ? { prompts: pair.prompts.map((at) => named(files[at]!)) } : {}),
        };
        const facts = await readDataFile(file.name, file, {
          ...(mapping ? { mapping } : {}),
          ...companions,
          onProgress: (progress) => !stop.signal.aborted && setReading({ name: file.name, ...progress }),
          signal: stop.signal,
        });
        all.push({ name: file.name, blob: file, ...companions, facts });
        if (stop.signal.aborted) return void forgetData(idsOf(all));
      }
      const suggested = await suggestRoles(all.map(({ name }) => name));
      if (stop.signal.aborted) return;
      setRoles((chosen) => (chosen.length === suggested.length ? chosen : suggested));
      setKnown({ read: all, mapping });
      setReading(null);
    };
    setError(null);
    readAll().catch((thrown) => {
      if (!stop.signal.aborted) setError(toErrorData(thrown));
    });
    return () => {
      stop.abort();
      if (all.length > 0) void forgetData(idsOf(all));
    };
  }, [files, mapping]);
  const isCurrent = known !== null && known.mapping === mapping;
  return { read: known?.read ?? null, isCurrent, roles, setRoles, reading, error };
}

export interface JoinWish {
  readonly read: readonly ReadFile[] | null;
  readonly roles: readonly Role[];
  readonly testPercent: number;
  readonly seed: number;
  readonly mapping: FieldGuess | null;
}

interface Joined {
  readonly benchmark: FileBenchmark | null;
  readonly error: ErrorData | null;
}

const NOT_YET: Joined = { benchmark: null, error: null };

/** The benchmark as it would be used; null while it is made or unclear, with the reason where there is one. */
export function useBenchmark({ read, roles, testPercent, seed, mapping }: JoinWish) {
  const wish = useMemo(
    () => ({ read, roles, testPercent, seed, mapping }),
    [read, roles, testPercent, seed, mapping],
  );
  const [state, setState] = useState<Joined & { readonly wish?: JoinWish }>(NOT_YET);
  const taken = useRef(false);
  useEffect(() => {
    const { read, roles, testPercent, seed, mapping } = wish;
    if (!read) return;
    let current = true;
    let made: FileBenchmark | undefined;
    const files = read.map((file, i) => (read.length === 1 ? file : { ...file, role: roles[i] ?? 'train' }));
    const options = { seed, testShare: testPercent / 100, ...(mapping ? { mapping } : {}) };
    joinDataFiles(files, options).then(
      (benchmark) => {
        made = benchmark;
        if (current) setState({ wish, benchmark, error: null });
        else void forgetData([benchmark.held]);
      },
      (thrown) => current && setState({ wish, benchmark: null, error: toErrorData(thrown) }),
    );
    return () => {
      current = false;
      // One that is in use stays with the worker.
      if (made && !taken.current) void forgetData([made.held]);
    };
  }, [wish]);
  const take = useCallback(() => {
    taken.current = true;
  }, []);
  // What was made for another wish is no answer to this one.
  const { benchmark, error } = state.wish === wish ? state : NOT_YET;
  return { benchmark, error, take };
}
