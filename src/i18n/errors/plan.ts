/** Texts of the `plan.*` codes. */
export const planErrors = {
  en: {
    'plan.does-not-fit':
      'This needs {needBytes} bytes of GPU memory for "{what}", but {haveBytes} are available. Choose a smaller batch, shorter texts or a smaller weight type.',
    'plan.weight-not-finite':
      'The weight "{tensor}" contains NaN or infinite numbers. The model file is damaged or was exported badly; use another file.',
    'plan.weight-size':
      'The weight "{tensor}" should have {needBytes} bytes but has {haveBytes}. The model file is damaged; download it again.',
    'plan.weight-dtype':
      'The weight "{tensor}" has the number type {dtype}, which cannot be used there. Choose another weight type of the model.',
    'plan.unknown-op':
      'The operation "{op}" (at {node}) is not supported by the engine. Choose another export of the model.',
    'plan.unknown-kernel': 'There is no kernel variant "{name}". Choose one of: {names}.',
    'plan.bad-batch':
      'The engine was given an index that does not fit ({field}[{index}] = {value}). This is a fault of the program; please report it.',
    'plan.cache-layer':
      'Two operations of the model claim the cache of layer {layer} (at {node}). This is a fault of the program; please report it.',
    'plan.missing':
      'The engine lacks the {what} number {id} it needs. This is a fault of the program; please report it.',
    'plan.disposed': 'The model was already unloaded. Start the run again.',
  },
  de: {
    'plan.does-not-fit':
      'Das braucht {needBytes} Bytes GPU-Speicher für „{what}“, verfügbar sind {haveBytes}. Wählen Sie einen kleineren Batch, kürzere Texte oder kleinere Gewichte.',
    'plan.weight-not-finite':
      'Das Gewicht „{tensor}“ enthält NaN oder unendliche Zahlen. Die Modelldatei ist beschädigt oder schlecht exportiert; nehmen Sie eine andere.',
    'plan.weight-size':
      'Das Gewicht „{tensor}“ müsste {needBytes} Bytes haben, hat aber {haveBytes}. Die Modelldatei ist beschädigt; laden Sie sie neu.',
    'plan.weight-dtype':
      'Das Gewicht „{tensor}“ hat den Zahlentyp {dtype}, der dort nicht verwendbar ist. Wählen Sie einen anderen Gewichtstyp des Modells.',
    'plan.unknown-op':
      'Die Operation „{op}“ (bei {node}) beherrscht die Engine nicht. Wählen Sie einen anderen Export des Modells.',
    'plan.unknown-kernel': 'Eine Kernel-Variante „{name}“ gibt es nicht. Wählen Sie eine von: {names}.',
    'plan.bad-batch':
      'Die Engine bekam einen Index, der nicht passt ({field}[{index}] = {value}). Das ist ein Fehler des Programms; bitte melden Sie ihn.',
    'plan.cache-layer':
      'Zwei Operationen des Modells beanspruchen den Cache der Schicht {layer} (bei {node}). Das ist ein Fehler des Programms; bitte melden Sie ihn.',
    'plan.missing':
      'Der Engine fehlt {what} Nummer {id}. Das ist ein Fehler des Programms; bitte melden Sie ihn.',
    'plan.disposed': 'Das Modell wurde schon entladen. Starten Sie den Lauf erneut.',
  },
} as const;
