/** German texts of the second opinion by a judge model, and of labelling by hand. */

import type { enJudge } from './en-judge.ts';

export const deJudge: Readonly<Record<keyof typeof enJudge, string>> = {
  'judge.title': 'Zweite Meinung',
  'judge.lead':
    'Die Regel übersieht richtige Antworten in ungewöhnlichen Worten. Ein Richtermodell kann ansehen, was die Regel nicht gelten ließ; wo die Regel ja sagt, bleibt es dabei.',
  'judge.lead-closed':
    'Wissen kommt bei geschlossenen Aufgaben aus Log-Likelihoods und braucht keinen Richter. Ein Richtermodell kann die Form des Geschriebenen ansehen.',
  'judge.from-link':
    'Ein Link trägt Zahlen, keine Ausgaben: Hier gibt es nichts zu urteilen und nichts zu markieren. Öffnen Sie den Lauf im Verlauf des Browsers, der ihn gemacht hat, oder starten Sie ihn noch einmal.',
  'judge.no-items':
    'Diese Ausgaben kamen ohne das, was ein Richter von ihren Fragen wissen muss. Starten Sie noch einmal, dann tragen sie es.',

  'judge.setup': 'Ein Richtermodell fragen',
  'judge.where': 'Wo der Richter läuft',
  'judge.where.endpoint': 'Server',
  'judge.where.hub': 'Hub-Modell, in dieser Seite',
  'judge.where.chosen': 'Oben gewähltes Modell, in dieser Seite',
  'judge.address': 'Adresse',
  'judge.address-hint':
    'OpenAI-kompatibel; Ollama, llama.cpp, vLLM, LM Studio und LiteLLM sprechen das. Die meisten enden auf /v1.',
  'judge.model': 'Modell',
  'judge.model-hint': 'Wie der Server es nennt, z. B. qwen3:8b.',
  'judge.list-models': 'Server fragen',
  'judge.listing': 'Fragt…',
  'judge.models_one': 'Der Server bietet ein Modell an: {first}.',
  'judge.models_other':
    'Der Server bietet {count} Modelle an; das Feld zeigt sie beim Tippen. Das erste: {first}.',
  'judge.models-none': 'Der Server bietet kein Modell an. Laden Sie dort zuerst eines.',
  'judge.key': 'Schlüssel',
  'judge.key-hint': 'Für einen lokalen Server leer lassen.',
  'judge.concurrency': 'Fragen gleichzeitig',
  'judge.max-tokens': 'Tokens je Antwort',
  'judge.max-tokens-hint': 'Modelle, die vor der Antwort nachdenken, brauchen einige Tausend.',
  'judge.number-range': 'Eine ganze Zahl von {min} bis {max}.',
  'judge.hub-id': 'Modell des Hubs',
  'judge.hub-hint':
    'Ein ONNX-Export, der Anweisungen folgt, z. B. onnx-community/Qwen2.5-1.5B-Instruct. Kleine Modelle urteilen schlecht; markieren Sie einige Ausgaben, um zu sehen, wie schlecht.',
  'judge.chosen': 'Richter wird {model}.',
  'judge.itself':
    'Dieses Modell hat die Ausgaben geschrieben. Richter ziehen eigene Antworten vor: Fragen Sie ein anderes, wo Sie können.',
  'judge.leaves':
    'Fragen, anerkannte Antworten und Ausgaben werden an diese Adresse geschickt. Adresse und Schlüssel bleiben in diesem Browser: Kein Link, keine Datei und keine Meldung enthält sie.',
  'judge.stays': 'Wird in diesem Browser gerechnet; nichts wird verschickt.',
  'judge.questions': 'Was gefragt wird',
  'judge.scope': 'Zu welchen Ausgaben',
  'judge.scope.misses': 'was die Regel nicht gelten ließ',
  'judge.scope.all': 'alle, um zu sehen, wie Regel und Richter übereinstimmen',
  'judge.ask_one': 'Eine Frage stellen',
  'judge.ask_other': '{count} Fragen stellen',
  'judge.nothing': 'Die Regel ließ nichts offen: Es gibt keine Frage zu stellen.',
  'judge.busy': 'Ein Lauf ist im Gange; fragen Sie, wenn er zu Ende ist.',
  'judge.cancel': 'Abbrechen',
  'judge.cancelling': 'Hält an …',
  'judge.starting': 'Fragt den Richter…',
  'judge.loading': 'Lädt den Richter: {loaded} von {total}',
  'judge.loading-unknown': 'Lädt den Richter: {loaded}',
  'judge.progress': '{done} von {total} beantwortet',
  'judge.left': 'noch {time}',
  'judge.requests_one': 'eine Anfrage',
  'judge.requests_other': '{count} Anfragen',
  'judge.cached': '{count} aus aufgehobenen Antworten',
  'judge.tokens': '{prompt} + {completion} Tokens',
  'judge.ended': 'Fertig nach {time}: {usage}.',
  'judge.cut_one':
    'Eine Antwort wurde am Tokenbudget abgeschnitten und zählt nicht: Geben Sie mehr Tokens je Antwort, oder nehmen Sie ein Modell, das weniger nachdenkt.',
  'judge.cut_other':
    '{count} Antworten wurden am Tokenbudget abgeschnitten und zählen nicht: Geben Sie mehr Tokens je Antwort, oder nehmen Sie ein Modell, das weniger nachdenkt.',
  'judge.ended-without': '{failed} von {count} Fragen blieben ohne Antwort: {reason}',
  'judge.no-reply':
    'Angehalten: keine Antwort. {failed} von {count} Fragen schlugen fehl ({usage}, {time}). {reason}',
  'judge.broken-off':
    'Angehalten nach {time}: {usage}. {failed} von {count} Fragen blieben ohne Antwort; was beantwortet ist, bleibt erhalten. {reason}',
  'judge.cancelled': 'Angehalten nach {time}: {usage}. Was beantwortet ist, bleibt erhalten.',
  'judge.kept_one':
    'Eine Antwort ist in diesem Browser aufgehoben; noch einmal danach zu fragen kostet nichts.',
  'judge.kept_other':
    '{count} Antworten sind in diesem Browser aufgehoben; noch einmal danach zu fragen kostet nichts.',
  'judge.forget': 'Vergessen',

  'judge.table': 'Regel und Richter',
  'judge.column.rule': 'Regel',
  'judge.column.after': 'Regel, dann Richter',
  'judge.column.found': 'Vom Richter anerkannt',
  'judge.column.agree': 'Richter stimmt der Regel zu',
  'judge.column.unscored': 'Ohne Urteil',
  'judge.of-asked': 'von {count} gefragten',
  'judge.none-asked': 'keine gefragt',
  'judge.agree-of': '{successes} von {n} lesbaren',
  'judge.upper':
    'ohne Urteil zählt als nicht anerkannt; wären alle {count} anerkannt, {rate} ({successes} von {n}, {interval})',
  'judge.unparsable': '{count} unlesbar',
  'judge.failed': '{count} ohne Antwort',
  'judge.facts': 'Richter: {model} ({where}), Fragetexte Version {version}, {scope}.',
  'judge.facts.misses': 'gefragt zu dem, was die Regel nicht gelten ließ',
  'judge.facts.all': 'gefragt zu allen Ausgaben',
  'judge.facts.endpoint': 'hinter einem Server',
  'judge.facts.page': 'in dieser Seite',
  'judge.cost': 'Kosten: {usage}.',

  'judge.prompts': 'Was der Richter liest',
  'judge.prompts-lead':
    'Der genaue Text zu einer Ausgabe, Version {version}. Eine Antwort zählt nur, wenn ihre letzte Urteilszeile eindeutig ist; jede andere bleibt ohne Urteil: In den Raten zählt sie als nicht anerkannt, und was sie hinzufügen könnte, steht daneben.',
  'judge.prompt-text': 'Text für den Richter',
  'judge.question': 'Frage',
  'judge.previous': 'Vorige Ausgabe',
  'judge.next': 'Nächste Ausgabe',

  'label.title': 'Ausgaben selbst markieren',
  'label.lead':
    'Wie weit ist hier Regel und Richter zu trauen? Lesen Sie eine Stichprobe (Ausgaben: {count}; von der Regel anerkannt: {credited}, nicht anerkannt: {missed}) und sagen Sie, was Sie meinen, bevor Sie deren Urteil sehen.',
  'label.condition': 'Ausgaben von',
  'label.begin': 'Beginnen',
  'label.none': 'Diese Bedingung hat nichts geschrieben, das zu markieren wäre.',
  'label.keys':
    'Tasten, solange dieses Feld den Fokus hat: j (oder y) und n beantworten die markierte Frage, ← und → wechseln die Ausgabe. Die Marken bleiben in diesem Browser und stehen in den Einzelergebnissen (JSONL).',
  'label.panel': 'Markieren',
  'label.done': '{done} von {count} markiert',
  'label.context': 'Frage',
  'label.accepted': 'Anerkannte Antworten',
  'label.required': 'Verlangte Ausgabe',
  'label.output': 'Ausgabe',
  'label.knowledge': 'Nennt die Ausgabe die richtige Antwort, in welcher Form auch immer?',
  'label.format': 'Hat die Ausgabe die verlangte Form, was immer sie sagt?',
  'label.yes': 'Ja',
  'label.no': 'Nein',
  'label.previous': 'Vorige Ausgabe',
  'label.next': 'Nächste Ausgabe',
  'label.clear': 'Von vorn',
  'label.reveal-hint': 'Die Übereinstimmung erscheint, wenn alle markiert sind, damit sie Sie nicht leitet.',
  'label.reveal': 'Jetzt zeigen',
  'label.agreement': 'Übereinstimmung mit Ihnen',
  'label.agreement-of': 'Übereinstimmung: {metric}',
  'label.rater.rule': 'Regel',
  'label.rater.judge': 'Richter',
  'label.rater.cascade': 'Regel, dann Richter',
  'label.you-yes': 'Sie: ja',
  'label.you-no': 'Sie: nein',
  'label.rater-yes': '{rater}: ja',
  'label.rater-no': '{rater}: nein',
  'label.agree': '{percent} stimmen überein ({successes} von {n}, {interval})',
  'label.kappa': 'Cohens κ = {value} (95-%-Intervall {low} bis {high})',
  'label.kappa.undefined':
    'κ ist hier nicht bestimmt: Beide gaben durchweg dieselbe Marke, so oft stimmte auch der Zufall überein.',
  'label.kappa.one-label':
    'κ ist hier zwangsläufig 0: Eine Seite gab durchweg dieselbe Marke; das zeigt weder Übereinstimmung noch ihr Fehlen.',
  'label.kappa.no-width':
    'Cohens κ = 1: Alle Marken stimmen überein. Die Formel gibt dazu kein Intervall; {n} Marken sind keine Gewissheit.',
  'label.kappa.opposite':
    'Cohens κ = −1: Keine Marke stimmt überein. Die Formel gibt dazu kein Intervall; {n} Marken sind keine Gewissheit.',
  'label.kappa.empty': 'Nichts zu vergleichen: Zu den markierten Ausgaben gab es kein lesbares Urteil.',
  'label.source':
    'κ nach Cohen (1960), sein Intervall aus dem asymptotischen Standardfehler von Fleiss, Cohen und Everitt (1969). Von den {count} Ausgaben dieser Stichprobe hat die Regel {credited} anerkannt, κ gilt also für diese Stichprobe und nicht für die eigene Mischung des Benchmarks.',
};
