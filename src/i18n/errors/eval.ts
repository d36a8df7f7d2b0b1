/** Errors of the evaluation room, and the reasons that verdicts carry (closed.*, format.*, judge.*). */

export const evalErrors = {
  en: {
    'eval.bad-pattern':
      'The pattern {pattern} cannot be used ({fault}). Use a simple one without nested repetition.',
    'eval.empty-split': 'The {split} split of {name} has no usable rows. Add rows or choose another file.',
    'eval.mixed-tasks': 'Some of these files list options and some do not: {files}. Use files of one task.',
    'eval.no-items': 'No usable row was found in {name}. See the list of rejected rows.',
    'eval.no-options': 'Item {item} has no options, but the task is closed.',
    'eval.option-score-nan': 'An option of item {item} has no valid log-likelihood (NaN). Check the model.',
    'eval.option-scores-missing': 'Item {item} has {found} option scores instead of {expected}.',
    'eval.split-unclear': 'Which file is train and which is test? {files}: name their splits.',
    'eval.template-without-options': 'The template needs {options}: the task lists options.',
    'eval.template-without-question': 'The template needs {question}.',
    'eval.zero-both':
      'Hardly any exact match: the outputs show neither the answers ({known} of {n}) nor the form. Most frequent: {reason} ({count} of {n}).',
    'eval.zero-format':
      'Hardly any exact match, although {known} of {n} outputs show the answer: the form is missing. Most frequent: {reason} ({count} of {n}).',
    'eval.zero-knowledge':
      'Hardly any exact match: the form is there, the answers are not ({known} of {n}). Most frequent: {reason} ({count} of {n}).',

    'closed.gold-ranked-first': 'The right option has the highest log-likelihood.',
    'closed.other-ranked-first': 'Another option has a higher log-likelihood than the right one.',
    'closed.tie': 'Several options share the highest log-likelihood; a tie is not credited.',
    'closed.tie-same-text': 'The options that share the highest log-likelihood are the same text.',

    'format.empty': 'The first line is empty.',
    'format.gold-option': 'The output is exactly the right option.',
    'format.json-not-first': 'There is a JSON object, but other text before it.',
    'format.json-without-key': 'The JSON object does not have the required key with a text or number.',
    'format.marker-alone': 'There is #### but no answer after it on the first line.',
    'format.marker-not-first': 'There is #### on the first line, but not at its beginning.',
    'format.marker-without-space': 'After #### there must be exactly one space and the answer.',
    'format.no-box': 'There is no \\boxed{} with an answer.',
    'format.no-json': 'There is no complete JSON object.',
    'format.no-marker': 'The first line does not begin with ####.',
    'format.no-match': 'The first line does not match the pattern.',
    'format.no-option': 'The output is not written as the options are.',
    'format.other-option': 'The output is exactly one listed option, but not the right one.',
    'format.required-form': 'The output has the required form.',
    'format.too-many-words': 'The first line has more words than allowed.',
    'format.unlisted-option': 'The output is written as an option is, but is none of the listed ones.',

    'judge.contradicted': 'The right answer is there, and so is another answer that contradicts it.',
    'judge.empty': 'There is no text before the next question.',
    'judge.expression': 'The number is part of a calculation whose result is not stated.',
    'judge.found': 'The right answer is there as whole words.',
    'judge.gold-not-final': 'The right number occurs, but is not the number stated as the answer.',
    'judge.last-number': 'The last number was taken as the answer.',
    'judge.last-math': 'The last expression in math signs was taken as the answer.',
    'judge.marked-boxed': 'The boxed answer was judged.',
    'judge.marked-hash': 'What stands after #### was judged.',
    'judge.marked-phrase': 'What stands after "the answer is" was judged.',
    'judge.math-equal': 'The stated expression equals the right one.',
    'judge.negated': 'The right answer occurs, but is negated.',
    'judge.no-math': 'No expression is marked as the answer.',
    'judge.no-number': 'There is no number.',
    'judge.not-found': 'The right answer does not occur.',
    'judge.number-equal': 'The stated number equals the right one.',
    'judge.opening-number': 'The number at the beginning was taken as the answer.',
    'judge.other-answer': 'Another answer of the same kind is stated.',
    'judge.other-math': 'Another expression is stated.',
    'judge.other-number': 'Another number is stated.',
    'judge.several-guesses': 'Several different answers are offered.',
    'judge.taken-back': 'The right answer is stated and then taken back.',
  },
  de: {
    'eval.bad-pattern':
      'Das Muster {pattern} ist nicht verwendbar ({fault}). Nehmen Sie ein einfaches ohne geschachtelte Wiederholung.',
    'eval.empty-split':
      'Der Teil {split} von {name} hat keine brauchbaren Zeilen. Fügen Sie Zeilen hinzu oder wählen Sie eine andere Datei.',
    'eval.mixed-tasks':
      'Einige dieser Dateien nennen Optionen, andere nicht: {files}. Nehmen Sie Dateien einer einzigen Aufgabe.',
    'eval.no-items':
      'In {name} wurde keine brauchbare Zeile gefunden. Siehe die Liste der ausgelassenen Zeilen.',
    'eval.no-options': 'Eintrag {item} hat keine Optionen, die Aufgabe verlangt sie aber.',
    'eval.option-score-nan':
      'Eine Option von Eintrag {item} hat keine gültige Log-Wahrscheinlichkeit (NaN). Prüfen Sie das Modell.',
    'eval.option-scores-missing': 'Eintrag {item} hat {found} Optionswerte statt {expected}.',
    'eval.split-unclear': 'Welche Datei ist Train, welche Test? {files}: Benennen Sie die Teile.',
    'eval.template-without-options': 'Die Vorlage braucht {options}: Die Aufgabe nennt Optionen.',
    'eval.template-without-question': 'Die Vorlage braucht {question}.',
    'eval.zero-both':
      'Kaum ein genauer Treffer: Die Ausgaben zeigen weder die Antworten ({known} von {n}) noch die Form. Am häufigsten: {reason} ({count} von {n}).',
    'eval.zero-format':
      'Kaum ein genauer Treffer, obwohl {known} von {n} Ausgaben die Antwort zeigen: Es fehlt die Form. Am häufigsten: {reason} ({count} von {n}).',
    'eval.zero-knowledge':
      'Kaum ein genauer Treffer: Die Form ist da, die Antworten nicht ({known} von {n}). Am häufigsten: {reason} ({count} von {n}).',

    'closed.gold-ranked-first': 'Die richtige Option hat die höchste Log-Wahrscheinlichkeit.',
    'closed.other-ranked-first':
      'Eine andere Option hat eine höhere Log-Wahrscheinlichkeit als die richtige.',
    'closed.tie':
      'Mehrere Optionen teilen sich die höchste Log-Wahrscheinlichkeit; ein Gleichstand zählt nicht.',
    'closed.tie-same-text':
      'Die Optionen mit der gleichen höchsten Log-Wahrscheinlichkeit sind derselbe Text.',

    'format.empty': 'Die erste Zeile ist leer.',
    'format.gold-option': 'Die Ausgabe ist genau die richtige Option.',
    'format.json-not-first': 'Es gibt ein JSON-Objekt, aber davor anderen Text.',
    'format.json-without-key': 'Das JSON-Objekt hat den verlangten Schlüssel nicht mit Text oder Zahl.',
    'format.marker-alone': 'Nach #### steht auf der ersten Zeile keine Antwort.',
    'format.marker-not-first': '#### steht auf der ersten Zeile, aber nicht an ihrem Anfang.',
    'format.marker-without-space': 'Nach #### müssen genau ein Leerzeichen und die Antwort stehen.',
    'format.no-box': 'Es gibt kein \\boxed{} mit einer Antwort.',
    'format.no-json': 'Es gibt kein vollständiges JSON-Objekt.',
    'format.no-marker': 'Die erste Zeile beginnt nicht mit ####.',
    'format.no-match': 'Die erste Zeile passt nicht zum Muster.',
    'format.no-option': 'Die Ausgabe ist nicht so geschrieben wie die Optionen.',
    'format.other-option': 'Die Ausgabe ist genau eine der Optionen, aber nicht die richtige.',
    'format.required-form': 'Die Ausgabe hat die verlangte Form.',
    'format.too-many-words': 'Die erste Zeile hat mehr Wörter als erlaubt.',
    'format.unlisted-option': 'Die Ausgabe ist geschrieben wie eine Option, ist aber keine der genannten.',

    'judge.contradicted': 'Die richtige Antwort steht da, aber auch eine andere, die ihr widerspricht.',
    'judge.empty': 'Vor der nächsten Frage steht kein Text.',
    'judge.expression': 'Die Zahl gehört zu einer Rechnung, deren Ergebnis nicht dasteht.',
    'judge.found': 'Die richtige Antwort steht da, als ganze Wörter.',
    'judge.gold-not-final': 'Die richtige Zahl kommt vor, ist aber nicht die als Antwort genannte.',
    'judge.last-number': 'Als Antwort galt die letzte Zahl.',
    'judge.last-math': 'Als Antwort galt der letzte Ausdruck in Mathematikzeichen.',
    'judge.marked-boxed': 'Beurteilt wurde die eingerahmte Antwort.',
    'judge.marked-hash': 'Beurteilt wurde, was nach #### steht.',
    'judge.marked-phrase': 'Beurteilt wurde, was nach „die Antwort ist“ steht.',
    'judge.math-equal': 'Der genannte Ausdruck ist gleich dem richtigen.',
    'judge.negated': 'Die richtige Antwort kommt vor, wird aber verneint.',
    'judge.no-math': 'Kein Ausdruck ist als Antwort gekennzeichnet.',
    'judge.no-number': 'Es kommt keine Zahl vor.',
    'judge.not-found': 'Die richtige Antwort kommt nicht vor.',
    'judge.number-equal': 'Die genannte Zahl ist gleich der richtigen.',
    'judge.opening-number': 'Als Antwort galt die Zahl am Anfang.',
    'judge.other-answer': 'Eine andere Antwort derselben Art wird genannt.',
    'judge.other-math': 'Ein anderer Ausdruck wird genannt.',
    'judge.other-number': 'Eine andere Zahl wird genannt.',
    'judge.several-guesses': 'Mehrere verschiedene Antworten werden angeboten.',
    'judge.taken-back': 'Die richtige Antwort wird genannt und dann zurückgenommen.',
  },
} as const;
