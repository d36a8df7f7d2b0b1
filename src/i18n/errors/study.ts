/** Texts of src/lab/study and of the worker's side of studies. */

export const studyErrors = {
  en: {
    'study.no-models': 'A study needs at least one model. Add one and start again.',
    'study.same-model': 'The model “{model}” is in the study twice. Take one of the two out.',
    'study.placebo-alone':
      'A placebo is tuned beside the soft prompt it controls, and this study has none. Choose the soft prompt as well.',
    'study.needs-webgpu':
      'Soft prompts and their placebos are tuned on WebGPU, which this browser does not offer. Choose zero-shot or few-shot, or open the page in a browser with WebGPU.',
    'study.no-conditions': 'A study needs at least one condition. Choose one and start again.',
    'study.bad-seeds': 'Seeds must be whole numbers, each only once. Correct them and start again.',
    'study.no-last-step':
      'Soft prompts are compared after the last tuning step ({steps}), so it must be among the evaluated steps.',
    'study.model-changed':
      'The files of “{model}” are not those it began with, so the numbers kept of it do not belong to them. Give it the files of before, or start it anew.',
    'study.files-needed':
      'The folder of “{model}” is needed again: browsers do not keep dropped files. Choose the folder, then go on.',
    'study.other-files':
      'The folder of “{model}” is not the one the link was made with: “{path}” is missing or different. Choose the right folder, or drop the link’s numbers to run with this one.',
    'study.other-folder':
      'The study needs the folder “{model}”, and this one is “{name}”. Choose the right one.',
    'study.no-result': 'The runs of “{model}” ended without a result. Retry it; what it finished is kept.',
    'study.running-elsewhere':
      'This is running in another tab or window of this browser. Go on there, or close it first.',
  },
  de: {
    'study.no-models':
      'Eine Studie braucht mindestens ein Modell. Nehmen Sie eines auf, und starten Sie noch einmal.',
    'study.same-model': 'Das Modell „{model}“ ist zweimal in der Studie. Nehmen Sie eines der beiden heraus.',
    'study.placebo-alone':
      'Ein Placebo wird neben dem Soft-Prompt getunt, den es kontrolliert; diese Studie hat keinen. Wählen Sie auch den Soft-Prompt.',
    'study.needs-webgpu':
      'Soft-Prompts und ihre Placebos werden mit WebGPU getunt, das dieser Browser nicht bietet. Wählen Sie Zero-Shot oder Few-Shot, oder öffnen Sie die Seite in einem Browser mit WebGPU.',
    'study.no-conditions':
      'Eine Studie braucht mindestens eine Bedingung. Wählen Sie eine, und starten Sie noch einmal.',
    'study.bad-seeds':
      'Startwerte müssen ganze Zahlen sein, jeder nur einmal. Berichtigen Sie sie, und starten Sie noch einmal.',
    'study.no-last-step':
      'Soft Prompts werden nach dem letzten Tuning-Schritt ({steps}) verglichen; er muss daher unter den ausgewerteten Schritten sein.',
    'study.model-changed':
      'Die Dateien von „{model}“ sind nicht die, mit denen es begann; die aufbewahrten Zahlen gehören nicht zu ihnen. Geben Sie die früheren Dateien, oder beginnen Sie von vorn.',
    'study.files-needed':
      'Der Ordner von „{model}“ wird noch einmal gebraucht: Browser behalten abgelegte Dateien nicht. Wählen Sie den Ordner, dann geht es weiter.',
    'study.other-files':
      'Der Ordner von „{model}“ ist nicht der, mit dem der Link entstand: „{path}“ fehlt oder ist anders. Wählen Sie den richtigen Ordner, oder legen Sie die Zahlen des Links beiseite, um mit diesem zu rechnen.',
    'study.other-folder':
      'Die Studie braucht den Ordner „{model}“, und dieser heißt „{name}“. Wählen Sie den richtigen.',
    'study.no-result':
      'Die Läufe von „{model}“ endeten ohne Ergebnis. Nehmen Sie es noch einmal auf; was fertig war, ist aufbewahrt.',
    'study.running-elsewhere':
      'Dies läuft in einem anderen Tab oder Fenster dieses Browsers. Machen Sie dort weiter, oder schließen Sie es zuerst.',
  },
} as const;
