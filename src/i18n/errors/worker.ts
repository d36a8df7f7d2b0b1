/** What can go wrong between the page and its worker. */

export const workerErrors = {
  en: {
    'worker.busy': 'A run is still on. Wait for it to end or cancel it, then start the next one.',
    'worker.crashed':
      'The part of the page that computes stopped unexpectedly: {message} Start the run again; if it happens again, choose a smaller model.',
    'worker.no-result': 'The run ended without a result. Start it again.',
    'worker.cancelled': 'The run was cancelled. Start it again.',
    'worker.data-gone': 'The benchmark file is no longer in memory. Choose it again.',
    'worker.no-samples':
      'There is no sample log of “{condition}”: it is made from the last run of this page. Run again, then export.',
    'worker.disposed': 'The run was ended because the page closed its worker. Start it again.',
    'worker.webgpu-needed':
      'This needs WebGPU, and this browser offers none ({reason}). Use a current Chrome, Edge, Firefox or Safari on a machine with a graphics driver.',
  },
  de: {
    'worker.busy':
      'Ein Lauf ist noch im Gange. Warten Sie, bis er endet, oder brechen Sie ihn ab, und starten Sie dann den nächsten.',
    'worker.crashed':
      'Der rechnende Teil der Seite ist unerwartet stehen geblieben: {message} Starten Sie den Lauf noch einmal; geschieht es wieder, wählen Sie ein kleineres Modell.',
    'worker.no-result': 'Der Lauf endete ohne Ergebnis. Starten Sie ihn noch einmal.',
    'worker.cancelled': 'Der Lauf wurde abgebrochen. Starten Sie ihn noch einmal.',
    'worker.data-gone': 'Die Benchmark-Datei ist nicht mehr im Speicher. Wählen Sie sie noch einmal.',
    'worker.no-samples':
      'Es gibt keine Einzelergebnisse zu „{condition}“: Sie entstehen aus dem letzten Lauf dieser Seite. Starten Sie noch einmal und exportieren Sie dann.',
    'worker.disposed':
      'Der Lauf endete, weil die Seite ihren Worker geschlossen hat. Starten Sie ihn noch einmal.',
    'worker.webgpu-needed':
      'Dafür wird WebGPU gebraucht, und dieser Browser bietet keines ({reason}). Nehmen Sie einen aktuellen Chrome, Edge, Firefox oder Safari auf einem Gerät mit Grafiktreiber.',
  },
} as const;
