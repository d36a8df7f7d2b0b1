/** What can go wrong while model files are found, fetched and read, and with onnxruntime. */

export const hubErrors = {
  en: {
    'hub.unreachable':
      'No answer from {url}. Check the connection and try again; embedded models and folders need none.',
    'hub.http': 'The server answered {url} with status {status}. Try again later, or choose another model.',
    'hub.denied':
      'The server refuses {url} (status {status}): the model does not exist, is private, or asks for consent. Choose a public model, or download it and drop its folder here.',
    'hub.incomplete':
      'The download of {url} ended early: {loaded} of {expected} bytes. Try again; what was complete is kept.',
    'hub.file-missing': 'The model {model} has no file {path}. Choose another file of it, or another model.',
    'hub.file-short':
      '{path} has {size} bytes, but {needed} are needed: it was not downloaded or copied completely. Fetch it again.',
    'hub.bad-json': '{path} is not readable JSON. Fetch the file again.',
    'hub.unknown-model':
      'The hub has no model {model} with a config.json. Check the id (owner/name) and the revision.',
    'hub.no-onnx':
      'The model {model} has no ONNX file. Choose a model with an onnx folder (many under onnx-community on the hub), or export it with optimum.',
    'hub.no-tokenizer':
      'The model {model} has no tokenizer.json. Save its fast tokenizer next to config.json (tokenizer.save_pretrained in Python).',
    'hub.bad-tokenizer':
      'The tokenizer of {model} could not be built. It may need a newer tokenizer library than this page has; choose another model.',
    'hub.no-chat-template': 'The model {model} has no chat template. Switch the chat template off for it.',
    'hub.ort-load':
      'onnxruntime could not load {path}. The file may be damaged, too large for this browser, or use an operator it does not know.',
    'hub.ort-input':
      'onnxruntime: the graph asks for an input “{name}” that this lab does not know how to fill. Choose another export of the model.',
    'hub.ort-output': 'onnxruntime: the graph has no output “{name}”. Choose an export for text generation.',
    'hub.ort-soft-prompt':
      'The graph takes token ids only, so onnxruntime cannot run a soft prompt on it. Soft prompts need WebGPU.',
    'hub.ort-cut':
      'onnxruntime cannot take a soft prompt into this file: the precision of “{value}” is not known. The lab’s own engine evaluates instead.',
    'hub.ort-run': 'onnxruntime failed while it computed. Try again with fewer items or a smaller model.',
  },
  de: {
    'hub.unreachable':
      'Keine Antwort von {url}. Prüfen Sie die Verbindung und versuchen Sie es noch einmal; eingebaute Modelle und Ordner brauchen keine.',
    'hub.http':
      'Der Server antwortet auf {url} mit Status {status}. Versuchen Sie es später, oder wählen Sie ein anderes Modell.',
    'hub.denied':
      'Der Server verweigert {url} (Status {status}): Das Modell gibt es nicht, es ist privat oder verlangt Zustimmung. Wählen Sie ein öffentliches Modell, oder laden Sie es herunter und ziehen Sie den Ordner hierher.',
    'hub.incomplete':
      'Der Download von {url} endete zu früh: {loaded} von {expected} Bytes. Versuchen Sie es noch einmal; was vollständig war, bleibt erhalten.',
    'hub.file-missing':
      'Das Modell {model} hat keine Datei {path}. Wählen Sie eine andere seiner Dateien oder ein anderes Modell.',
    'hub.file-short':
      '{path} hat {size} Bytes, gebraucht werden {needed}: Die Datei wurde nicht vollständig geladen oder kopiert. Holen Sie sie noch einmal.',
    'hub.bad-json': '{path} ist kein lesbares JSON. Holen Sie die Datei noch einmal.',
    'hub.unknown-model':
      'Auf dem Hub gibt es kein Modell {model} mit einer config.json. Prüfen Sie die Kennung (Besitzer/Name) und die Revision.',
    'hub.no-onnx':
      'Das Modell {model} hat keine ONNX-Datei. Wählen Sie ein Modell mit einem Ordner onnx (auf dem Hub viele unter onnx-community), oder exportieren Sie es mit optimum.',
    'hub.no-tokenizer':
      'Das Modell {model} hat keine tokenizer.json. Speichern Sie seinen schnellen Tokenizer neben config.json (in Python tokenizer.save_pretrained).',
    'hub.bad-tokenizer':
      'Der Tokenizer von {model} ließ sich nicht bauen. Vielleicht braucht er eine neuere Tokenizer-Bibliothek als diese Seite hat; wählen Sie ein anderes Modell.',
    'hub.no-chat-template':
      'Das Modell {model} hat keine Chat-Vorlage. Schalten Sie die Chat-Vorlage dafür aus.',
    'hub.ort-load':
      'onnxruntime konnte {path} nicht laden. Die Datei ist vielleicht beschädigt, zu groß für diesen Browser oder nutzt einen Operator, den es nicht kennt.',
    'hub.ort-input':
      'onnxruntime: Der Graph verlangt eine Eingabe „{name}“, die dieses Labor nicht zu füllen weiß. Wählen Sie einen anderen Export des Modells.',
    'hub.ort-output':
      'onnxruntime: Der Graph hat keine Ausgabe „{name}“. Wählen Sie einen Export für Textgenerierung.',
    'hub.ort-soft-prompt':
      'Der Graph nimmt nur Token-Nummern, deshalb kann onnxruntime keinen Soft Prompt darauf rechnen. Soft Prompts brauchen WebGPU.',
    'hub.ort-cut':
      'onnxruntime kann in diese Datei keinen Soft Prompt aufnehmen: die Genauigkeit von „{value}“ ist nicht bekannt. Stattdessen wertet der Rechenkern des Labors aus.',
    'hub.ort-run':
      'onnxruntime ist beim Rechnen gescheitert. Versuchen Sie es mit weniger Fragen oder einem kleineren Modell.',
  },
} as const;
