/** A hidden file input, with what opens it handed in; knows not what the files are for. */

import { type ReactNode, useRef } from 'react';

export interface PickedFile {
  /** Below the folder that was chosen, where one was. */
  readonly path: string;
  readonly file: File;
}

interface FileInputProps {
  label: string;
  testId: string;
  /** Asks for a whole folder. */
  folder?: boolean;
  multiple?: boolean;
  accept?: string;
  onFiles: (files: readonly PickedFile[]) => void;
  /** The button that opens it. */
  children: (open: () => void) => ReactNode;
}

export function FileInput({ label, testId, folder, multiple, accept, onFiles, children }: FileInputProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={label}
        data-testid={testId}
        {...(folder ? { webkitdirectory: '' } : {})}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // So that the same files can be chosen again.
          event.target.value = '';
          onFiles(files.map((file) => ({ path: file.webkitRelativePath || file.name, file })));
        }}
      />
    </>
  );
}
