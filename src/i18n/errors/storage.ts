/** Texts of src/storage: the browser's database. */

export const storageErrors = {
  en: {
    'storage.full':
      'The browser has no room left for this page’s results (they take {used} bytes; of the {quota} that it names as its limit, less may be free). Nothing was deleted, and what stands on this page stays until you close it: save it as a file. Export and delete entries of the history to make room, then go on.',
    'storage.unavailable':
      'This browser does not let the page keep results ({reason}). Allow site data for this page, or save results as files.',
    'storage.newer':
      'The kept results were written by a newer version of this page. Reload the page; if that does not help, close its other tabs.',
    'storage.failed': 'The browser’s database failed: {reason}. Reload the page and try again.',
    'storage.missing':
      'This entry of the history is not there any more. It may have been deleted in another tab.',
  },
  de: {
    'storage.full':
      'Der Browser hat keinen Platz mehr für die Ergebnisse dieser Seite (sie belegen {used} Byte; von den {quota}, die er als Grenze nennt, kann weniger frei sein). Es wurde nichts gelöscht, und was auf dieser Seite steht, bleibt, bis Sie sie schließen: Sichern Sie es als Datei. Exportieren und löschen Sie Einträge des Verlaufs, um Platz zu schaffen; dann geht es weiter.',
    'storage.unavailable':
      'Dieser Browser lässt die Seite keine Ergebnisse behalten ({reason}). Erlauben Sie der Seite Websitedaten, oder sichern Sie Ergebnisse als Dateien.',
    'storage.newer':
      'Die aufbewahrten Ergebnisse stammen von einer neueren Fassung dieser Seite. Laden Sie die Seite neu; hilft das nicht, schließen Sie ihre anderen Tabs.',
    'storage.failed':
      'Die Datenbank des Browsers versagte: {reason}. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    'storage.missing':
      'Diesen Eintrag des Verlaufs gibt es nicht mehr. Vielleicht wurde er in einem anderen Tab gelöscht.',
  },
} as const;
