/** Messages about ONNX files (engine/onnx). */
export const onnxErrors = {
  en: {
    'onnx.file-missing': 'The model has no file {file}. Choose another file of the model.',
    'onnx.empty': '{file} is empty (0 bytes). Download it again.',
    'onnx.html':
      '{file} is an HTML page, not an ONNX file: the address is wrong, or the site asks for a login. Check the address and download the file again.',
    'onnx.git-lfs-pointer':
      '{file} is a Git LFS pointer, not the file itself. Run "git lfs pull" in the model folder, or download the file from the website.',
    'onnx.gguf': '{file} is a GGUF file, not an ONNX file. Choose an ONNX version of the model.',
    'onnx.other-format': '{file} is not an ONNX file but {format}. Choose an ONNX version of the model.',
    'onnx.not-onnx': '{file} is not an ONNX file. Choose a file that ends in .onnx.',
    'onnx.truncated':
      '{file} is truncated: it has {found} bytes, its content needs at least {needed}. The download was probably incomplete; download it again.',
    'onnx.malformed': '{file} is damaged at byte {offset}. Download it again.',
    'onnx.no-graph': '{file} holds no graph. Choose another file of the model.',
    'onnx.no-value': '{file} has no value “{value}”. Report this together with the model’s name.',
    'onnx.too-large':
      '{file} has {bytes} bytes; an ONNX file can have at most 2 GiB. Choose a smaller version, or one with external data.',
    'onnx.opset-too-new':
      '{file} uses opset {opset}; the newest supported is {max}. Export the model with an older opset.',
    'onnx.opset-too-old':
      '{file} uses opset {opset}; the oldest supported is {min}. Export the model with a newer opset.',
    'onnx.functions':
      'Node {node} in {file} calls {function}, a function defined in the file itself, which is not supported. Inline the functions (onnx.inliner) and try again.',
    'onnx.sparse-tensor':
      '{file} stores a weight as a sparse tensor, which is not supported. Export the model with dense weights.',
    'onnx.tensor-dims':
      'Tensor {tensor} in {file} has the impossible shape [{dims}]. The file is damaged; download or export it again.',
    'onnx.tensor-size':
      'Tensor {tensor} in {file} has the shape [{dims}] of {dtype}, which takes {needed} bytes, but {found} bytes of data. The file is damaged; download or export it again.',
    'onnx.tensor-dtype':
      'Tensor {tensor} in {file} has the type {dtype}, which is not supported. Choose another version of the model.',
    'onnx.external-outside-folder':
      'Tensor {tensor} in {file} names the location "{location}", which is not a path inside the model folder. It was not read; get the model from a source you trust.',
    'onnx.external-missing':
      'The file {external} is missing; tensor {tensor} in {file} needs it. Add it to the model folder.',
    'onnx.external-too-short':
      'The file {external} has {found} bytes, but tensor {tensor} in {file} needs {needed}. Download it again.',
    'onnx.external-number':
      'Tensor {tensor} in {file} gives "{value}" as {key} of its external data, which is not a number of bytes. The file is damaged; download or export it again.',
  },
  de: {
    'onnx.file-missing': 'Das Modell hat keine Datei {file}. Wähle eine andere Datei des Modells.',
    'onnx.empty': '{file} ist leer (0 Bytes). Lade die Datei noch einmal herunter.',
    'onnx.html':
      '{file} ist eine HTML-Seite, keine ONNX-Datei: Die Adresse ist falsch, oder die Seite verlangt eine Anmeldung. Prüfe die Adresse und lade die Datei noch einmal herunter.',
    'onnx.git-lfs-pointer':
      '{file} ist ein Git-LFS-Verweis, nicht die Datei selbst. Führe „git lfs pull“ im Modellordner aus, oder lade die Datei von der Website.',
    'onnx.gguf': '{file} ist eine GGUF-Datei, keine ONNX-Datei. Wähle eine ONNX-Fassung des Modells.',
    'onnx.other-format':
      '{file} ist keine ONNX-Datei, sondern {format}. Wähle eine ONNX-Fassung des Modells.',
    'onnx.not-onnx': '{file} ist keine ONNX-Datei. Wähle eine Datei, die auf .onnx endet.',
    'onnx.truncated':
      '{file} ist abgeschnitten: Sie hat {found} Bytes, ihr Inhalt braucht mindestens {needed}. Wahrscheinlich wurde sie unvollständig geladen; lade sie noch einmal herunter.',
    'onnx.malformed': '{file} ist bei Byte {offset} beschädigt. Lade die Datei noch einmal herunter.',
    'onnx.no-graph': '{file} enthält keinen Graphen. Wähle eine andere Datei des Modells.',
    'onnx.no-value': '{file} enthält keinen Wert „{value}“. Melde das zusammen mit dem Namen des Modells.',
    'onnx.too-large':
      '{file} hat {bytes} Bytes; eine ONNX-Datei kann höchstens 2 GiB groß sein. Wähle eine kleinere Fassung oder eine mit externen Daten.',
    'onnx.opset-too-new':
      '{file} benutzt Opset {opset}; das neueste unterstützte ist {max}. Exportiere das Modell mit einem älteren Opset.',
    'onnx.opset-too-old':
      '{file} benutzt Opset {opset}; das älteste unterstützte ist {min}. Exportiere das Modell mit einem neueren Opset.',
    'onnx.functions':
      'Knoten {node} in {file} ruft {function} auf, eine in der Datei selbst definierte Funktion; das wird nicht unterstützt. Setze die Funktionen ein (onnx.inliner) und versuche es noch einmal.',
    'onnx.sparse-tensor':
      '{file} speichert ein Gewicht als dünn besetzten Tensor; das wird nicht unterstützt. Exportiere das Modell mit dichten Gewichten.',
    'onnx.tensor-dims':
      'Tensor {tensor} in {file} hat die unmögliche Form [{dims}]. Die Datei ist beschädigt; lade oder exportiere sie noch einmal.',
    'onnx.tensor-size':
      'Tensor {tensor} in {file} hat die Form [{dims}] vom Typ {dtype}, das sind {needed} Bytes, aber {found} Bytes Daten. Die Datei ist beschädigt; lade oder exportiere sie noch einmal.',
    'onnx.tensor-dtype':
      'Tensor {tensor} in {file} hat den Typ {dtype}, der nicht unterstützt wird. Wähle eine andere Fassung des Modells.',
    'onnx.external-outside-folder':
      'Tensor {tensor} in {file} nennt den Ort „{location}“; das ist kein Pfad innerhalb des Modellordners. Er wurde nicht gelesen; hole das Modell aus einer Quelle, der du vertraust.',
    'onnx.external-missing':
      'Die Datei {external} fehlt; Tensor {tensor} in {file} braucht sie. Lege sie in den Modellordner.',
    'onnx.external-too-short':
      'Die Datei {external} hat {found} Bytes, aber Tensor {tensor} in {file} braucht {needed}. Lade sie noch einmal herunter.',
    'onnx.external-number':
      'Tensor {tensor} in {file} gibt „{value}“ als {key} seiner externen Daten an; das ist keine Zahl von Bytes. Die Datei ist beschädigt; lade oder exportiere sie noch einmal.',
  },
} as const;
