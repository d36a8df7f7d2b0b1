/** German texts of data import, prompts, comparisons, controls and exports. */

import type { enEvaluation } from './en-evaluation.ts';

export const deEvaluation: Readonly<Record<keyof typeof enEvaluation, string>> = {
  'setup.benchmark.duplicates_one': '{count} Testzeile ausgelassen: auch Trainingszeile',
  'setup.benchmark.duplicates_other': '{count} Testzeilen ausgelassen: auch Trainingszeilen',
  'import.reading-file': '{name} wird gelesen: {loaded} von {total}, {rows} Zeilen',
  'import.duplicates_one': '{count} Testzeile ausgelassen, weil ihre Frage auch eine Trainingszeile ist',
  'import.duplicates_other': '{count} Testzeilen ausgelassen, weil ihre Fragen auch Trainingszeilen sind',
  'import.unknown': 'Kein bekannter Benchmark hat diese Felder. Benennen Sie Frage und Antwort:',
  'import.kind-value': '{kind}',
  'import.kind-mapped': 'Felder von Hand benannt',
  'import.mapping': 'Felder selbst benennen',
  'import.mapping-hint':
    'Ohne Optionen ist die Aufgabe offen. Mit Optionen darf die Antwort eine Nummer, ein Buchstabe oder der Text der Option sein.',
  'import.mapping-choose': 'Feld wählen …',
  'import.mapping-none': 'keins: offene Aufgabe',
  'import.mapping-answer': 'Antwort',
  'import.mapping-apply': 'Mit diesen Feldern lesen',
  'import.mapping-undo': 'Wieder selbst erkennen',
  'import.labels': 'Labels',
  'import.labels-count_one': '{count} Label in der Reihenfolge der Zeilen',
  'import.labels-count_other': '{count} Labels in der Reihenfolge der Zeilen',
  'import.prompt': 'Prompt',
  'import.prompt-hint': 'Die Datei hat mehrere; jede Frage wird mit einem davon gestellt.',
  'import.prompt-used': '{number} von {count}',
  'import.language': 'Sprache der Antworten',
  'import.language-hint':
    'Entscheidet, wie Zahlen geschrieben sind, welche Artikel nicht zählen, und die Worte des Prompts.',
  'import.language.auto': 'wie Zeilen und Dateiname sagen, sonst Englisch',
  'import.language.en': 'Englisch',
  'import.language.de': 'Deutsch',
  'import.base': 'Nummern in der Antwort beginnen bei',
  'import.base-hint': 'Eine Antwort „1“ ist die zweite Option, wenn die erste die Nummer 0 hat.',
  'import.base.auto': 'wie die Zeilen es zeigen',
  'import.base.0': '0: die erste Option hat Nummer 0',
  'import.base.1': '1: die erste Option hat Nummer 1',
  'import.lines': 'Antworten aus mehreren Zeilen',
  'import.lines-hint': 'Die verlangte Ausgabe ist eine Zeile.',
  'import.lines.none': 'diese Zeilen auslassen',
  'import.lines.first': 'die erste Zeile nehmen',
  'import.lines.last': 'die letzte Zeile nehmen',
  'import.lines.joined': 'alle Zeilen als eine schreiben',
  'import.lines.json': 'behalten: ein JSON-Objekt mit der Antwort verlangen',

  'prompts.title': 'Prompts',
  'prompts.summary-own': 'wie der Benchmark sie vorgibt',
  'prompts.summary-template': 'nach einer Vorlage',
  'prompts.summary-stated': 'Form genannt',
  'prompts.summary-silent': 'Form nicht genannt',
  'prompts.source': 'Prompt',
  'prompts.source.own': 'Der des Benchmarks',
  'prompts.source.template': 'Nach einer Vorlage',
  'prompts.template': 'Vorlage',
  'prompts.template-hint': 'Eine Zeile, deren Platzhalter alle leer sind, entfällt. Platzhalter: {names}',
  'prompts.needs-question': 'Die Vorlage braucht den Platzhalter für die Frage.',
  'prompts.needs-options': 'Die Vorlage braucht den Platzhalter für die Optionen.',
  'prompts.states-format': 'Im Prompt sagen, welche Form die Antwort haben muss',
  'prompts.form': 'Verlangte Form',
  'prompts.form.own': 'wie der Benchmark sie verlangt',
  'prompts.form.hash': '#### Antwort',
  'prompts.form.boxed': '\\boxed{…}',
  'prompts.form.phrase': 'wenige Wörter',
  'prompts.form.letter': 'der Buchstabe der Option',
  'prompts.form.json': 'JSON mit einem Schlüssel',
  'prompts.form.regex': 'ein eigenes Muster',
  'prompts.form-words': 'Höchstens Wörter',
  'prompts.form-key': 'Schlüssel',
  'prompts.form-pattern': 'Regulärer Ausdruck',
  'prompts.form-pattern-hint': 'Gruppe 1, sonst der ganze Treffer, ist die Antwort.',
  'prompts.fault.too-long': 'Höchstens 300 Zeichen.',
  'prompts.fault.invalid': 'Das ist kein regulärer Ausdruck.',
  'prompts.fault.nested-repetition':
    'Eine wiederholte Gruppe darf nicht selbst wiederholen oder wählen: Das könnte endlos laufen.',
  'prompts.fault.backreference': 'Rückverweise werden nicht unterstützt.',
  'prompts.fault.own-output': 'Das Muster muss die Antwort in der verlangten Ausgabe darunter finden.',
  'prompts.form-output': 'Verlangte Ausgabe',
  'prompts.form-output-hint': 'Der Platzhalter {name} steht für die richtige Antwort.',
  'prompts.per-item': 'Few-Shot-Paare für jede Frage neu ziehen (langsamer)',
  'prompts.preview': 'Was das Modell sehen wird',
  'prompts.preview-item': 'Testeintrag {index} von {count}',
  'prompts.preview-loading': 'Der Prompt wird vorbereitet …',
  'prompts.vectors_one': '{count} getunter Vektor',
  'prompts.vectors_other': '{count} getunte Vektoren',
  'prompts.required': 'Verlangte Antwort',
  'prompts.length': 'Länge',
  'prompts.length-value': '{tokens} Tokens',
  'prompts.length-start': '{tokens} Tokens, davon {start} vom Tokenizer an den Anfang gesetzt',
  'prompts.stop': 'Eine Antwort endet',
  'prompts.stop.newline': 'am Endzeichen, am ersten Zeilenumbruch oder nach {count} Tokens',
  'prompts.stop.text-line':
    'am Endzeichen, am Ende der ersten Zeile mit Text, wo eine neue Frage beginnt, oder nach {count} Tokens',
  'prompts.stop.blank-line':
    'am Endzeichen, an einer Leerzeile, wo eine neue Frage beginnt, oder nach {count} Tokens',
  'prompts.stop.marked-line':
    'am Endzeichen, am Ende der Zeile mit ####, wo eine neue Frage beginnt, oder nach {count} Tokens',
  'prompts.stop-widened':
    '(später, als diese Form braucht, weil ein früherer Halt eine richtige Antwort oder Lösung abschneiden würde)',
  'prompts.stop.new-question': 'am Endzeichen, wo eine neue Frage beginnt, oder nach {count} Tokens',
  'prompts.conflicts_one':
    'Die Stoppregel würde die verlangte Antwort von {count} Trainings- oder Testeintrag abschneiden. So beginnt der Lauf nicht.',
  'prompts.conflicts_other':
    'Die Stoppregel würde die verlangten Antworten von {count} Trainings- oder Testeinträgen abschneiden. So beginnt der Lauf nicht.',

  'controls.wrong': 'Placebo: vertauschte Antworten',
  'controls.random': 'Placebo: zufällige Optionen',
  'controls.wrong-slow': 'Placebo: vertauschte Antworten, niedrige Rate',
  'controls.random-slow': 'Placebo: zufällige Optionen, niedrige Rate',
  'controls.wrong.hint': 'Tunt noch einmal auf vertauschte Antworten: falsch, in der richtigen Form',
  'controls.random.hint':
    'Tunt noch einmal auf zufällige Optionen (offene Aufgaben: Antworten anderer Zeilen) in der richtigen Form',
  'controls.wrong-slow.hint': 'Dasselbe mit einem Zehntel der Lernrate: Die Form kommt zuerst',
  'controls.random-slow.hint': 'Dasselbe mit einem Zehntel der Lernrate: Die Form kommt zuerst',
  'controls.wrong.answers': 'vertauschte Antworten',
  'controls.random.answers': 'zufällige Optionen',
  'controls.wrong-slow.answers': 'vertauschte Antworten, niedrige Rate',
  'controls.random-slow.answers': 'zufällige Optionen, niedrige Rate',

  'compare.title': 'Dieselben Einträge, verglichen',
  'compare.lead':
    'Beide Bedingungen beantworten dieselben {n} Einträge; darum wird Eintrag für Eintrag verglichen: wie viele nur eine von beiden richtig hat, ob eine solche Aufteilung Zufall wäre (exakter McNemar-Test), und der Unterschied mit seinem 95-%-Intervall (gepaartes Bootstrap).',
  'compare.pair': 'Verglichen',
  'compare.metric': 'Maß',
  'compare.difference': 'Unterschied',
  'compare.gains': 'Gewonnen',
  'compare.losses': 'Verloren',
  'compare.p': 'p',
  'compare.to': '{first} → {second}',
  'compare.points': '{value} Punkte',
  'compare.by-formula':
    '* Kein Eintrag unterscheidet sich, oder alle auf dieselbe Weise; das Ziehen findet also keine Streuung; dieses Intervall ist das von Newcombe für gepaarte Raten.',
  'compare.detectable':
    'Mit n\u00a0=\u00a0{n} würde ein Unterschied von {points} Punkten in vier von fünf Fällen gefunden, wenn sich ein Fünftel der Einträge überhaupt unterschiede. Kleinere brauchen mehr Einträge.',
  'compare.detectable-none':
    'Mit n\u00a0=\u00a0{n} würde selbst ein großer Unterschied oft übersehen. Nehmen Sie mehr Einträge, bevor Sie vergleichen.',

  'drift.title': 'Bleibt das Wissen?',
  'drift.equivalent':
    'Bei jedem Schritt weiß das Modell dasselbe wie bei Schritt {first}, innerhalb von ±{margin} Punkten (Gleichwertigkeit durch 90-%-Intervalle gezeigt, n\u00a0=\u00a0{n}).',
  'drift.different':
    'Das Wissen änderte sich um mehr als ±{margin} Punkte bei Schritt {steps}: zuletzt {change} Punkte (90-%-Intervall {interval}, n\u00a0=\u00a0{n}). Das Tuning lehrte nicht nur die Form.',
  'drift.different-many':
    'Das Wissen änderte sich um mehr als ±{margin} Punkte bei den Schritten {steps}: zuletzt {change} Punkte (90-%-Intervall {interval}, n\u00a0=\u00a0{n}). Das Tuning lehrte nicht nur die Form.',
  'drift.undecided':
    'Ob das Wissen innerhalb von ±{margin} Punkten bleibt, lässt sich mit n\u00a0=\u00a0{n} nicht sagen: Bei {count} von {total} späteren Schritten reicht das 90-%-Intervall über die Grenze. Letzter Schritt: {change} Punkte, {interval}.',
  'drift.items':
    'Eintrag für Eintrag, getunt gegen ungetunt: {gains} neu gewusst, {losses} nicht mehr gewusst (exakter Test p = {p}, n\u00a0=\u00a0{n}).',

  'facts.saturation': 'Format gesättigt',
  'facts.saturation-at': 'ab Schritt {step}',
  'facts.saturation-never': 'nicht in diesem Lauf',
  'facts.saturation-interval':
    '95-%-Intervall: {low} bis {high}. Die {n} Aufgaben wurden {draws}-mal neu gezogen (Startwert {seed}); in {never} davon sättigt das Format nicht.',
  'facts.saturation-rule':
    'Der erste ausgewertete Schritt, von dem an jede Formatrate mindestens 95 % der besten der letzten drei erreicht.',

  'scoring.title': 'Andere Wertungsregeln',
  'scoring.lead':
    'Dieselben Ausgaben, gewertet wie in anderen Harnesses. Strict und flexible sind die Filter von lm-evaluation-harness; acc ordnet die Optionen nach Log-Wahrscheinlichkeit, acc_norm teilt durch Zeichen, acc_bytes durch Bytes, acc_mutual_info zieht ab, was eine Option ohne die Frage hat.',
  'scoring.exact': 'Exakter Treffer (unserer)',
  'scoring.exact_match,strict-match': 'Strict Match',
  'scoring.exact_match,flexible-extract': 'Flexible Match',
  'scoring.exact_match,official': 'Treffer nach TriviaQA/SQuAD',
  'scoring.exact_match,option-letter': 'Buchstabe (eigene Regel)',
  'scoring.acc': 'acc',
  'scoring.acc_norm': 'acc_norm',
  'scoring.acc_bytes': 'acc_bytes',
  'scoring.acc_mutual_info': 'acc_mutual_info',
  'scoring.ties': 'Gleichstände',
  'scoring.mass': 'Wahrscheinlichkeit der Optionen',
  'scoring.mass-hint':
    'Gleichstände werden gezählt, nie der ersten Option gegeben. Die Wahrscheinlichkeit der Optionen ist, was das Modell allen genannten Antworten zusammen gibt: weit unter 100 % erwartet es eine andere Form. Sie ist ein Mittel über die n Fragen; wie sie streut, ist nicht aufbewahrt.',

  'generation.title': 'Wie die Antworten endeten',
  'generation.stop-token': 'Endzeichen',
  'generation.stop-rule': 'Stoppregel',
  'generation.length': 'Am Budget abgeschnitten',
  'generation.looping': 'In einer Schleife',
  'generation.hint':
    'Antworten, die am Token-Budget abgeschnitten sind oder in einer Schleife laufen, sagen wenig über das Wissen des Modells; erhöhen Sie die längste Antwort, wo es viele sind.',

  'placebo.title': 'Placebo-Kontrollen',
  'placebo.lead':
    'Dasselbe Tuning auf Antworten, die kein Wissen tragen, in derselben Form. Würde nur die Form gelernt, bliebe das Wissen, wo es ist.',
  'placebo.real': 'Echte Antworten',
  'placebo.format': 'Format',
  'placebo.knowledge': 'Wissen',
  'placebo.table': 'Format und Wissen je Schritt, echte Antworten und Placebo',
  'placebo.step': 'Schritt',
  'placebo.intervals': 'mit 95-%-Intervallen, n\u00a0=\u00a0{n}',
  'placebo.chart': '{metric} je Schritt: echte Antworten neben Placebo',
  'placebo.finding':
    'Getunt auf {name}, erreichte das Format {format} (echte Antworten: {realFormat}), und das Wissen ging von {before} auf {after} (echte Antworten: {realAfter}; n\u00a0=\u00a0{n}, in Klammern 95-%-Intervalle).',
  'placebo.outcome.form-stays':
    'Die Form stieg, während das Wissen innerhalb von ±{margin} Punkten blieb, obwohl die Antworten nichts lehrten: Mit diesen Einstellungen änderten die Vektoren die Form und wenig sonst (n\u00a0=\u00a0{n}).',
  'placebo.outcome.form-falls':
    'Dieselben Vektoren können also lernen, was solche Antworten sagen, ebenso wie die Form (n\u00a0=\u00a0{n}; Änderung des Wissens in Punkten: {interval}). Ein steigendes Format zeigt allein nicht, dass nur Form gelernt wurde; was der echte Lauf mit dem Wissen tat, ist an seiner eigenen Wissenskurve abzulesen.',
  'placebo.outcome.form-rises':
    'Das gemessene Wissen stieg, obwohl die Antworten keines tragen (n\u00a0=\u00a0{n}; in Punkten: {interval}): Ein Teil davon hängt an der Form.',
  'placebo.outcome.form-unsaid':
    'Die Form stieg; ob sich das Wissen änderte oder innerhalb von ±{margin} Punkten blieb, lässt sich mit n\u00a0=\u00a0{n} nicht sagen (Änderung in Punkten: {interval}).',
  'placebo.outcome.no-form-stays':
    'Das Wissen blieb innerhalb von ±{margin} Punkten; ob sich die Form änderte, lässt sich mit n\u00a0=\u00a0{n} nicht sagen.',
  'placebo.outcome.no-form-falls':
    'Das Wissen fiel (in Punkten: {interval}), die Vektoren lernten also, was solche Antworten sagen; ob die Form stieg, lässt sich mit n\u00a0=\u00a0{n} nicht sagen.',
  'placebo.outcome.no-form-rises':
    'Das gemessene Wissen stieg, obwohl die Antworten keines tragen (in Punkten: {interval}); ob die Form stieg, lässt sich mit n\u00a0=\u00a0{n} nicht sagen.',
  'placebo.outcome.no-form-unsaid':
    'Ob sich Form oder Wissen änderten, lässt sich mit n\u00a0=\u00a0{n} nicht sagen (Änderung des Wissens in Punkten: {interval}).',
  'placebo.shape-only':
    '{shape} der Ausgaben waren geschrieben wie eine Option, oft aber wie eine, die nicht dasteht.',
  'placebo.form-first':
    'Die Form kam zuerst: Bei Schritt {step} hatten {shape} der Ausgaben ihre Gestalt, während das Wissen noch bei {knowledge} stand.',
  'placebo.low-rate': 'Niedrige Rate: {low} statt {full}.',
  'placebo.form-too':
    'Das Format stieg mit dem Placebo nicht wie mit echten Antworten; hier hängt die Form also daran, was die Antworten sagen.',
  'placebo.invite':
    'Wird wirklich nur die Form gelernt? Ein Klick tunt noch einmal auf Antworten ohne Wissen.',

  'examples.changed': 'Änderung des Wissens',
  'examples.any-change': 'alle Einträge',
  'examples.gained': 'mit dem Soft Prompt neu gewusst',
  'examples.lost': 'mit dem Soft Prompt nicht mehr gewusst',
  'examples.end.stop-token': 'endete von selbst',
  'examples.end.stop-rule': 'endete durch die Stoppregel',
  'examples.end.length': 'am Token-Budget abgeschnitten',
  'examples.looping': 'läuft in einer Schleife',

  'facts.duplicates': 'Doppelte',
  'facts.prompt': 'Prompts',
  'facts.fields': 'Felder',
  'facts.split': 'Aufteilung',
  'facts.split-value': 'nach Seed {seed}, {share} zum Testen',

  'export.title': 'Für andere Werkzeuge',
  'export.samples': 'Einzelergebnisse (JSONL)',
  'export.results': 'results.json',
  'export.curves': 'Kurven (CSV)',
  'export.markdown': 'Markdown-Tabelle kopieren',
  'export.copied': 'Tabelle kopiert',
  'export.step': 'Schritt',
  'export.hint':
    'Feldnamen wie in lm-evaluation-harness. Jede Datei trägt Modell-Hashes, Daten-Hashes, Seed, Versionen und Adapter.',
  'export.samples-hint':
    'Die Einzelergebnisse enthalten Einträge des Benchmarks; es gibt sie nur vom letzten Lauf dieser Seite.',
};
