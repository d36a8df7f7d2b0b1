/** What can stop a run besides model and files. */

export const labErrors = {
  en: {
    'lab.bad-config': 'A run cannot have {field} = {value}. Correct it in the settings and start again.',
    'lab.too-long':
      'The longest text under “{condition}” takes {longest} positions, the model has {limit}. Use fewer examples or virtual tokens, fewer new tokens, or a benchmark with shorter questions.',
    'lab.tuning-needs-webgpu':
      'Tuning a soft prompt needs WebGPU, which this browser does not offer. Zero-shot and few-shot work without it: leave the soft prompt out, or use a current Chrome, Edge, Firefox or Safari.',
    'lab.no-control-rows':
      'The placebo control cannot be run: no train row has another answer that could be put in its place.',
    'lab.stop-in-answer':
      'The stop rule would cut a right answer of {count} train or test items (first: {item}). Choose another required form or leave these rows out.',
    'lab.too-few-shots':
      'Few-shot with {asked} pairs is not possible: the train rows give {have}. Ask for {have} in the settings, leave few-shot out, or add train rows.',
    'lab.not-finite':
      'The run stopped at step {step}: “{tensor}” is not a finite number any more. Try a lower learning rate, clipping, or the fp32 file of the model.',
    'lab.memory':
      'A tuning step needs {needBytes} bytes of GPU memory, {haveBytes} may be used here, even with one example at a time and every layer recomputed. Use a smaller model, a smaller file of it (fp16 or q4), or shorter examples.',
    'lab.self-check-failed':
      'The engine and onnxruntime disagree on this model: the largest logit difference is {difference}, allowed is {tolerance}. The run was stopped because its numbers could not be trusted. Choose another file of the model (fp32 is the safest) or another browser.',
  },
  de: {
    'lab.bad-config':
      'Ein Lauf kann nicht {field} = {value} haben. Berichtigen Sie die Einstellung und starten Sie noch einmal.',
    'lab.too-long':
      'Der längste Text unter „{condition}“ braucht {longest} Positionen, das Modell hat {limit}. Nehmen Sie weniger Beispiele oder virtuelle Tokens, weniger neue Tokens oder einen Benchmark mit kürzeren Fragen.',
    'lab.tuning-needs-webgpu':
      'Einen Soft Prompt zu tunen braucht WebGPU, und dieser Browser bietet es nicht. Zero-Shot und Few-Shot gehen ohne: Lassen Sie den Soft Prompt weg, oder nehmen Sie einen aktuellen Chrome, Edge, Firefox oder Safari.',
    'lab.no-control-rows':
      'Die Placebo-Kontrolle ist nicht möglich: Keine Trainingszeile hat eine andere Antwort, die an ihre Stelle treten könnte.',
    'lab.stop-in-answer':
      'Die Stoppregel würde eine richtige Antwort von {count} Trainings- oder Testeinträgen abschneiden (zuerst: {item}). Wählen Sie eine andere verlangte Form, oder lassen Sie diese Zeilen weg.',
    'lab.too-few-shots':
      'Few-Shot mit {asked} Paaren ist nicht möglich: Die Trainingszeilen geben {have} her. Verlangen Sie {have} in den Einstellungen, lassen Sie Few-Shot weg, oder fügen Sie Trainingszeilen hinzu.',
    'lab.not-finite':
      'Der Lauf hielt bei Schritt {step} an: „{tensor}“ ist keine endliche Zahl mehr. Versuchen Sie eine kleinere Lernrate, Clipping oder die fp32-Datei des Modells.',
    'lab.memory':
      'Ein Tuning-Schritt braucht {needBytes} Bytes GPU-Speicher, hier dürfen {haveBytes} benutzt werden, auch mit einem Beispiel nach dem anderen und neu berechneten Schichten. Nehmen Sie ein kleineres Modell, eine kleinere Datei davon (fp16 oder q4) oder kürzere Beispiele.',
    'lab.self-check-failed':
      'Engine und onnxruntime sind sich bei diesem Modell nicht einig: Der größte Logit-Unterschied ist {difference}, erlaubt sind {tolerance}. Der Lauf wurde angehalten, weil seinen Zahlen nicht zu trauen wäre. Wählen Sie eine andere Datei des Modells (am sichersten fp32) oder einen anderen Browser.',
  },
} as const;
