/** Saving a file that is made when it is asked for; why it could not be made is handed out, to be shown. */

import { useState } from 'react';
import { type ErrorData, toErrorData } from '../../lib/errors.ts';
import { saveFile } from '../save-file.ts';

export interface MadeFile {
  readonly name: string;
  readonly blob: Blob;
}

export interface FileSaver {
  readonly failure: ErrorData | null;
  readonly dismiss: () => void;
  save(make: () => Promise<MadeFile>): Promise<void>;
}

export function useMadeFile(): FileSaver {
  const [failure, setFailure] = useState<ErrorData | null>(null);
  return {
    failure,
    dismiss: () => setFailure(null),
    save: async (make) => {
      setFailure(null);
      try {
        const { name, blob } = await make();
        saveFile(name, blob);
      } catch (thrown) {
        setFailure(toErrorData(thrown));
      }
    },
  };
}
