/** Why a row or a data file was left out; each sentence ends in what to do where there is something to do. */

export const importErrors = {
  en: {
    'import.answers-contradict': 'The fields {field} and {other} name different options; correct the row.',
    'import.answers-or-options':
      'It cannot be told whether the texts in {field} are all right answers or options to choose from; name the right one in a field such as label, or name the fields yourself.',
    'import.array-not-closed':
      'The JSON array is not closed: the file seems to be cut off. Download it again.',
    'import.assertion-refused':
      'The test asks for {type}, which cannot be turned into a right answer; give it an assertion such as equals or contains.',
    'import.assertions-disagree':
      'No single answer passes all assertions of the test; keep the one that names the answer.',
    'import.bad-answer': 'The field {field} is neither a text nor a number.',
    'import.bad-options': 'The field {field} is not a list of texts.',
    'import.binary-file':
      'This is no text but binary data (an image, a document, a database): choose a data file (JSONL, JSON, CSV, TSV, Parquet or YAML).',
    'import.column-count':
      '{found} columns instead of {expected}. A separator or a quotation mark may be missing.',
    'import.cut-cells': 'The page this row was taken from cut its long texts: download the file itself.',
    'import.empty-answer': 'The answer is empty.',
    'import.empty-file': 'The file is empty.',
    'import.empty-option': 'Option {position} is empty.',
    'import.empty-question': 'The field {field} is empty or not a text.',
    'import.found-faulty':
      'The field {field} says that a review found the row faulty ({fault}); correct the row and that field.',
    'import.git-lfs-pointer':
      'This is a Git LFS pointer, not the data: run "git lfs pull" in its repository, or download the file itself.',
    'import.gold-outside-options': 'The answer {gold} is none of the {count} options.',
    'import.gzip-broken': '{name} cannot be unpacked: its gzip data is damaged or cut short.',
    'import.parquet-broken': '{name} cannot be read as Parquet: {reason}.',
    'import.parquet-columns':
      '{name} has two columns named {column}, so that it cannot be told which one is meant: rename or leave out one of them.',
    'import.unreadable': 'The browser could not read {name} to its end. Choose it again.',
    'import.gzip-file': 'This file is gzip-compressed inside; unpack it first.',
    'import.html-page': 'This is a web page, not data: use the download link of the file itself.',
    'import.index-base-unclear':
      'It cannot be told whether the indices in {field} count from 0 or 1; choose it in the import dialogue.',
    'import.json-bad-escape': 'Invalid escape sequence at column {column}.',
    'import.json-control-character':
      'Raw control character inside a string at column {column}; write it as an escape.',
    'import.json-cut-short': 'The JSON text ends too early (column {column}).',
    'import.json-more-text': 'Text after the end of the JSON value, at column {column}: "{found}".',
    'import.json-not-a-number': 'NaN or Infinity at column {column} is not JSON; write null.',
    'import.json-too-large':
      'This is one JSON value of more than {limit} million characters, which cannot be read row by row; save the rows as JSON Lines.',
    'import.json-trailing-comma': 'Comma before a closing bracket at column {column}; remove it.',
    'import.json-unexpected': 'Not JSON: unexpected "{found}" at column {column}.',
    'import.json-unterminated-string': 'A string that begins at column {column} is not closed.',
    'import.judged-answer':
      'The field {field} judges the answer, which may be a wrong one: keep only right answers and remove that field.',
    'import.label-conflict':
      'Line {line} of {name} has the label {own}, the label file {labelsName} says {label}: the files do not belong together. Use {name} without a label file, or choose the one that belongs to it.',
    'import.label-count':
      'The files do not belong together, or one is cut short: rows in {name}: {rows}, labels in {labelsName}: {labels}. Choose the label file of this very data file, or download both again.',
    'import.label-order':
      'On line {line} of {name} a row cannot be read beside others, so that it cannot be told which label is whose; write one row a line (JSON Lines).',
    'import.labels-alone':
      'This file holds labels, one a line (lines: {count}), without the questions they belong to; choose it together with its data file ({data}.jsonl).',
    'import.letter-without-options':
      'The answer {gold} is a letter, and the field {field} could not be read as its options; give the options as a list.',
    'import.letters-misplaced':
      'The answer {gold} is the place of one option and the letter written in front of another; put the options in the order of their letters.',
    'import.multi-line-answer':
      'The answer spans several lines; the required form is one line. Choose in the import dialogue what becomes of such answers.',
    'import.no-answer': 'The field {field} is missing: the row has no gold answer.',
    'import.no-marked-answer': 'The field {field} has no {marker} line with the final answer.',
    'import.no-named-answer': 'No assertion names an answer (scripts and model judgements cannot be used).',
    'import.no-question-variable':
      'It cannot be told which of the variables {names} is the question; add the prompts, or name one of them question.',
    'import.not-an-object': 'The row is not an object with named fields.',
    'import.number-or-text':
      'The answer {gold} is the text of one option and may be the number of another; write the answer as a letter.',
    'import.option-count': 'The text lists {listed} options, the field choices has {choices}.',
    'import.options-not-listed':
      'The field {field} lists no options that can be read for certain, as those of the other rows do.',
    'import.other-file': 'The tests stand in another file ({name}): choose that file itself.',
    'import.other-shape': 'The row does not have the fields of the other rows (it has: {fields}).',
    'import.parquet-file': 'This is a Parquet file; save it as JSON Lines or CSV first.',
    'import.parts-or-answers':
      'It cannot be told whether the {count} texts in {field} are parts of one answer or each a right one; keep one, or list several right ones in a field named answers.',
    'import.no-prompts':
      '{name} has no prompts to choose from; leave that choice out (only promptfoo configurations hold several).',
    'import.no-rows': 'The file has no rows.',
    'import.no-such-prompt': 'There is no prompt number {number}; choose one from 1 to {count}.',
    'import.prompt-file':
      'The prompt stands in another file ({name}): choose that file together with this one (texts only: txt, md, j2), or write its text into the list of prompts.',
    'import.prompt-unasked':
      'The test names the prompts it is for, and the chosen one ({prompt}) is none of them; choose another prompt to use it.',
    'import.quote-not-closed': 'A quotation mark that opens here is never closed.',
    'import.server-message':
      'This is no data but what the server answered: "{found}". Check the address, or download the file itself.',
    'import.several-golds': '{count} answers are marked as right; exactly one can be scored.',
    'import.template-language':
      'The template holds more than variables ("{found}"); write the prompt without it.',
    'import.template-variable': 'The template asks for the variable {found}, which the test does not have.',
    'import.text-after-array': 'There is text after the end of the JSON array ("{found}"); it was not read.',
    'import.too-few-options': '{count} options; at least two are needed.',
    'import.too-many-options': '{count} options; at most {limit} can have a letter.',
    'import.too-many-variants':
      'The lists of values make more than {limit} tests of this one; write them out.',
    'import.unknown-shape':
      'No known benchmark form fits these fields: {fields}. Name question and answer yourself.',
    'import.unanswerable': 'The field {field} says that the question has no answer.',
    'import.unnamed-classes':
      'It cannot be told of which classes {label} in {field} is one; write them as words (entailment, neutral, contradiction).',
    'import.variable-file':
      'A variable of the test stands in another file ({name}), which is not read: write its text into the test.',
    'import.yaml-aliases':
      '{name} was not read: its aliases (*name) refer to each other so often that it would fill the memory.',
    'import.yaml-broken': 'Not YAML: {reason} (column {column}).',
    'import.yaml-too-deep':
      'Nested in more than {limit} levels, which would fill the memory; save the rows as JSON Lines.',
    'import.yaml-too-large': '{name} is too large for YAML (more than {limit} MB); save it as JSON Lines.',
    'import.zip-file': 'This is a zip archive; unpack it and use the data file inside.',
  },
  de: {
    'import.answers-contradict':
      'Die Felder {field} und {other} nennen verschiedene Optionen; berichtigen Sie die Zeile.',
    'import.answers-or-options':
      'Es ist nicht zu erkennen, ob die Texte in {field} alle richtige Antworten oder Auswahloptionen sind; nennen Sie die richtige in einem Feld wie label, oder benennen Sie die Felder selbst.',
    'import.array-not-closed':
      'Die JSON-Liste ist nicht geschlossen: Die Datei scheint abgeschnitten. Laden Sie sie noch einmal herunter.',
    'import.assertion-refused':
      'Der Test verlangt {type}; daraus lässt sich keine richtige Antwort machen. Geben Sie ihm eine Prüfung wie equals oder contains.',
    'import.assertions-disagree':
      'Keine einzelne Antwort besteht alle Prüfungen des Tests; behalten Sie die, die die Antwort nennt.',
    'import.bad-answer': 'Das Feld {field} ist weder Text noch Zahl.',
    'import.bad-options': 'Das Feld {field} ist keine Liste von Texten.',
    'import.binary-file':
      'Das ist kein Text, sondern Binärdaten (ein Bild, ein Dokument, eine Datenbank): Wählen Sie eine Datendatei (JSONL, JSON, CSV, TSV, Parquet oder YAML).',
    'import.column-count':
      '{found} Spalten statt {expected}. Vielleicht fehlt ein Trennzeichen oder ein Anführungszeichen.',
    'import.cut-cells':
      'Die Seite, von der diese Zeile stammt, hat lange Texte abgeschnitten: Laden Sie die Datei selbst herunter.',
    'import.empty-answer': 'Die Antwort ist leer.',
    'import.empty-file': 'Die Datei ist leer.',
    'import.empty-option': 'Option {position} ist leer.',
    'import.empty-question': 'Das Feld {field} ist leer oder kein Text.',
    'import.found-faulty':
      'Das Feld {field} sagt, dass eine Prüfung die Zeile fehlerhaft fand ({fault}); berichtigen Sie die Zeile und dieses Feld.',
    'import.git-lfs-pointer':
      'Das ist ein Git-LFS-Verweis, nicht die Daten: Rufen Sie „git lfs pull“ im Repository auf oder laden Sie die Datei selbst herunter.',
    'import.gold-outside-options': 'Die Antwort {gold} ist keine der {count} Optionen.',
    'import.gzip-broken':
      '{name} lässt sich nicht entpacken: Die gzip-Daten sind beschädigt oder abgeschnitten.',
    'import.parquet-broken': '{name} lässt sich nicht als Parquet lesen: {reason}.',
    'import.parquet-columns':
      '{name} hat zwei Spalten namens {column}, sodass nicht zu erkennen ist, welche gemeint ist: Benennen Sie eine um oder lassen Sie sie weg.',
    'import.unreadable': 'Der Browser konnte {name} nicht zu Ende lesen. Wählen Sie die Datei noch einmal.',
    'import.gzip-file': 'Diese Datei ist gzip-komprimiert; entpacken Sie sie zuerst.',
    'import.html-page': 'Das ist eine Webseite, keine Daten: Nehmen Sie den Download-Link der Datei selbst.',
    'import.index-base-unclear':
      'Es ist nicht zu erkennen, ob die Nummern in {field} bei 0 oder 1 beginnen; wählen Sie es im Importdialog.',
    'import.json-bad-escape': 'Ungültige Escape-Folge in Spalte {column}.',
    'import.json-control-character':
      'Rohes Steuerzeichen in einer Zeichenkette in Spalte {column}; schreiben Sie es als Escape-Folge.',
    'import.json-cut-short': 'Der JSON-Text endet zu früh (Spalte {column}).',
    'import.json-more-text': 'Text nach dem Ende des JSON-Werts in Spalte {column}: „{found}“.',
    'import.json-not-a-number': 'NaN oder Infinity in Spalte {column} ist kein JSON; schreiben Sie null.',
    'import.json-too-large':
      'Das ist ein einziger JSON-Wert mit mehr als {limit} Millionen Zeichen, der sich nicht zeilenweise lesen lässt; speichern Sie die Zeilen als JSON Lines.',
    'import.json-trailing-comma':
      'Komma vor einer schließenden Klammer in Spalte {column}; entfernen Sie es.',
    'import.json-unexpected': 'Kein JSON: unerwartetes „{found}“ in Spalte {column}.',
    'import.json-unterminated-string':
      'Eine Zeichenkette, die in Spalte {column} beginnt, ist nicht geschlossen.',
    'import.judged-answer':
      'Das Feld {field} bewertet die Antwort, die also falsch sein kann: Behalten Sie nur richtige Antworten und entfernen Sie das Feld.',
    'import.label-conflict':
      'Zeile {line} von {name} hat das Label {own}, die Label-Datei {labelsName} nennt {label}: Die Dateien gehören nicht zusammen. Verwenden Sie {name} ohne Label-Datei, oder wählen Sie die, die dazu gehört.',
    'import.label-count':
      'Die Dateien gehören nicht zusammen, oder eine ist abgeschnitten: Zeilen in {name}: {rows}, Labels in {labelsName}: {labels}. Wählen Sie die Label-Datei genau dieser Datendatei, oder laden Sie beide noch einmal herunter.',
    'import.label-order':
      'In Zeile {line} von {name} ist neben anderen ein Datensatz nicht lesbar, sodass nicht zu erkennen ist, welches Label zu welchem gehört; schreiben Sie einen Datensatz pro Zeile (JSON Lines).',
    'import.labels-alone':
      'Diese Datei enthält Labels, eines pro Zeile (Zeilen: {count}), ohne die Fragen, zu denen sie gehören; wählen Sie sie zusammen mit ihrer Datendatei ({data}.jsonl).',
    'import.letter-without-options':
      'Die Antwort {gold} ist ein Buchstabe, das Feld {field} ließ sich aber nicht als Optionen lesen; geben Sie die Optionen als Liste an.',
    'import.letters-misplaced':
      'Die Antwort {gold} ist der Platz einer Option und der Buchstabe, der vor einer anderen steht; bringen Sie die Optionen in die Reihenfolge ihrer Buchstaben.',
    'import.multi-line-answer':
      'Die Antwort geht über mehrere Zeilen; die verlangte Form ist eine Zeile. Wählen Sie im Importdialog, was aus solchen Antworten wird.',
    'import.no-answer': 'Das Feld {field} fehlt: Die Zeile hat keine richtige Antwort.',
    'import.no-marked-answer': 'Das Feld {field} hat keine Zeile {marker} mit der Endantwort.',
    'import.no-named-answer':
      'Keine Prüfung nennt eine Antwort (Skripte und Modellurteile sind nicht verwendbar).',
    'import.no-question-variable':
      'Es ist nicht zu erkennen, welche der Variablen {names} die Frage ist; ergänzen Sie die Prompts, oder nennen Sie eine question.',
    'import.not-an-object': 'Die Zeile ist kein Objekt mit benannten Feldern.',
    'import.number-or-text':
      'Die Antwort {gold} ist der Text einer Option und kann die Nummer einer anderen sein; schreiben Sie die Antwort als Buchstaben.',
    'import.option-count': 'Der Text zählt {listed} Optionen auf, das Feld choices hat {choices}.',
    'import.options-not-listed':
      'Das Feld {field} zählt keine Optionen auf, die sich sicher lesen lassen, wie es die anderen Zeilen tun.',
    'import.other-file': 'Die Tests stehen in einer anderen Datei ({name}): Wählen Sie diese Datei selbst.',
    'import.other-shape': 'Die Zeile hat nicht die Felder der anderen Zeilen (sie hat: {fields}).',
    'import.parquet-file': 'Das ist eine Parquet-Datei; speichern Sie sie zuerst als JSON Lines oder CSV.',
    'import.parts-or-answers':
      'Es ist nicht zu erkennen, ob die {count} Texte in {field} Teile einer Antwort sind oder jeder für sich richtig ist; behalten Sie einen, oder führen Sie mehrere richtige in einem Feld answers auf.',
    'import.no-prompts':
      '{name} hat keine Prompts zur Auswahl; lassen Sie diese Wahl weg (mehrere haben nur promptfoo-Konfigurationen).',
    'import.no-rows': 'Die Datei hat keine Zeilen.',
    'import.no-such-prompt': 'Es gibt keinen Prompt Nummer {number}; wählen Sie einen von 1 bis {count}.',
    'import.prompt-file':
      'Der Prompt steht in einer anderen Datei ({name}): Wählen Sie sie zusammen mit dieser (nur Texte: txt, md, j2), oder schreiben Sie ihren Text in die Liste der Prompts.',
    'import.prompt-unasked':
      'Der Test nennt die Prompts, für die er gilt, und der gewählte ({prompt}) ist nicht dabei; wählen Sie einen anderen Prompt, um ihn zu verwenden.',
    'import.quote-not-closed': 'Ein Anführungszeichen, das hier beginnt, wird nie geschlossen.',
    'import.server-message':
      'Das sind keine Daten, sondern die Antwort des Servers: „{found}“. Prüfen Sie die Adresse oder laden Sie die Datei selbst herunter.',
    'import.several-golds': '{count} Antworten sind als richtig markiert; gewertet werden kann genau eine.',
    'import.template-language':
      'Die Vorlage enthält mehr als Variablen („{found}“); schreiben Sie den Prompt ohne das.',
    'import.template-variable': 'Die Vorlage verlangt die Variable {found}, die der Test nicht hat.',
    'import.text-after-array': 'Nach dem Ende der JSON-Liste steht Text („{found}“); er wurde nicht gelesen.',
    'import.too-few-options': '{count} Optionen; mindestens zwei sind nötig.',
    'import.too-many-options': '{count} Optionen; höchstens {limit} können einen Buchstaben haben.',
    'import.too-many-variants':
      'Die Wertelisten machen aus diesem Test mehr als {limit}; schreiben Sie die Tests einzeln auf.',
    'import.unknown-shape':
      'Keine bekannte Benchmark-Form passt zu diesen Feldern: {fields}. Benennen Sie Frage und Antwort selbst.',
    'import.unanswerable': 'Das Feld {field} sagt, dass die Frage keine Antwort hat.',
    'import.unnamed-classes':
      'Es ist nicht zu erkennen, zu welchen Klassen {label} in {field} gehört; schreiben Sie sie als Wörter (entailment, neutral, contradiction).',
    'import.variable-file':
      'Eine Variable des Tests steht in einer anderen Datei ({name}), die nicht gelesen wird: Schreiben Sie ihren Text in den Test.',
    'import.yaml-aliases':
      '{name} wurde nicht gelesen: Ihre Aliase (*name) verweisen so oft aufeinander, dass sie den Speicher füllen würden.',
    'import.yaml-broken': 'Kein YAML: {reason} (Spalte {column}).',
    'import.yaml-too-deep':
      'In mehr als {limit} Ebenen verschachtelt, was den Speicher füllen würde; speichern Sie die Zeilen als JSON Lines.',
    'import.yaml-too-large':
      '{name} ist zu groß für YAML (mehr als {limit} MB); speichern Sie sie als JSON Lines.',
    'import.zip-file': 'Das ist ein Zip-Archiv; entpacken Sie es und nehmen Sie die Datendatei darin.',
  },
} as const;
