/** Texts of the `gpu.*` codes. */
export const gpuErrors = {
  en: {
    'gpu.device-lost':
      'The graphics device was lost ({message}). Close other tabs that use the GPU, then start the run again.',
    'gpu.out-of-memory':
      'The GPU has no memory for "{label}" ({needBytes} bytes). Choose a smaller model, a smaller batch or a smaller weight type.',
    'gpu.validation':
      'The GPU refused a command in "{label}": {message}. This is a fault of the program; please report it with the model and the adapter.',
    'gpu.shader':
      'The GPU program "{label}" does not compile here: {message}. Try another browser or an updated graphics driver.',
  },
  de: {
    'gpu.device-lost':
      'Das Grafikgerät ging verloren ({message}). Schließen Sie andere Tabs, die die GPU nutzen, und starten Sie den Lauf erneut.',
    'gpu.out-of-memory':
      'Die GPU hat keinen Speicher für „{label}“ ({needBytes} Bytes). Wählen Sie ein kleineres Modell, einen kleineren Batch oder kleinere Gewichte.',
    'gpu.validation':
      'Die GPU wies einen Befehl in „{label}“ zurück: {message}. Das ist ein Fehler des Programms; bitte melden Sie ihn mit Modell und Adapter.',
    'gpu.shader':
      'Das GPU-Programm „{label}“ lässt sich hier nicht übersetzen: {message}. Versuchen Sie einen anderen Browser oder einen neueren Grafiktreiber.',
  },
} as const;
