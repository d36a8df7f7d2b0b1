/** Errors without a room: the unforeseen, and what the page itself can run into. */

export const internalErrors = {
  en: {
    'internal.unexpected':
      'Something went wrong that the lab did not foresee. Try again; the details below help in a bug report.',
    'page.load-failed': 'A part of the page could not be loaded. Check the connection, then reload the page.',
    'page.unreadable-file': '“{name}” could not be read. Choose the file again.',
    'page.unknown-file':
      '“{name}” is neither a benchmark (JSONL, JSON, CSV, TSV, Parquet or YAML), nor a model folder with an ONNX file, nor a result of this lab. Nothing was changed.',
    'page.no-onnx':
      'The folder “{name}” holds no ONNX file. Export the model first (for example with optimum), then drop the folder that holds config.json, tokenizer.json and onnx/.',
    'page.file-missing':
      '“{name}” could not be fetched from this site (HTTP {status}). Reload the page; if it stays, the copy of the site is incomplete.',
    'page.busy':
      'A run is on, and files would change what it works with. Wait for it to end or cancel it, then drop them again. Nothing was changed.',
    'page.empty-folder': 'There is no file in the folder “{name}”. Nothing was changed.',
    'page.too-many-files':
      'Drop at most two benchmark files: one to tune on, one to test on. Nothing was changed.',
  },
  de: {
    'internal.unexpected':
      'Etwas Unvorhergesehenes ist schiefgegangen. Versuchen Sie es noch einmal; die Einzelheiten unten helfen bei einer Fehlermeldung.',
    'page.load-failed':
      'Ein Teil der Seite konnte nicht geladen werden. Prüfen Sie die Verbindung und laden Sie die Seite neu.',
    'page.unreadable-file': '„{name}“ konnte nicht gelesen werden. Wählen Sie die Datei noch einmal.',
    'page.unknown-file':
      '„{name}“ ist weder ein Benchmark (JSONL, JSON, CSV, TSV, Parquet oder YAML) noch ein Modellordner mit ONNX-Datei noch ein Ergebnis dieses Labors. Nichts wurde geändert.',
    'page.no-onnx':
      'Im Ordner „{name}“ liegt keine ONNX-Datei. Exportieren Sie das Modell zuerst (etwa mit optimum) und ziehen Sie dann den Ordner mit config.json, tokenizer.json und onnx/ hierher.',
    'page.file-missing':
      '„{name}“ war auf dieser Seite nicht abrufbar (HTTP {status}). Laden Sie die Seite neu; bleibt es dabei, ist die Kopie der Seite unvollständig.',
    'page.busy':
      'Ein Lauf ist im Gang, und Dateien würden ändern, womit er arbeitet. Warten Sie sein Ende ab oder brechen Sie ihn ab, und ziehen Sie sie dann noch einmal hierher. Nichts wurde geändert.',
    'page.empty-folder': 'Im Ordner „{name}“ liegt keine Datei. Nichts wurde geändert.',
    'page.too-many-files':
      'Höchstens zwei Benchmark-Dateien: eine zum Tunen, eine zum Testen. Nichts wurde geändert.',
  },
} as const;
