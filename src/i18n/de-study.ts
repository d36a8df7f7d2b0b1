/** German texts of studies; part of de.ts. */

import type { enStudy } from './en-study.ts';

export const deStudy: Readonly<Record<keyof typeof enStudy, string>> = {
  'section.label': 'Teile des Labors',
  'section.run': 'Einzelner Lauf',
  'section.study': 'Studie',
  'section.history': 'Verlauf',

  'study.lead':
    'Welches Basismodell wird nach dem Nachtraining das beste sein? Eine Studie lässt einen Benchmark über Basismodelle und ihre nachtrainierten Fassungen laufen, reiht die Basismodelle unter jeder Bedingung und zählt, wie viele Nachbarn tauschen müssen, bis die Reihung die der nachtrainierten Modelle ist.',
  'study.set-up': 'Studie einrichten',
  'study.start': 'Studie starten',
  'study.pause': 'Pause',
  'study.resume': 'Fortsetzen',
  'study.stop': 'Anhalten',
  'study.skip': 'Dieses Modell überspringen',
  'study.retry': 'Gescheiterte und übersprungene noch einmal',
  'study.go-on': 'Weiter',
  'study.models': 'Modelle',
  'study.models-summary_one': '{count} Modell, {pairs}',
  'study.models-summary_other': '{count} Modelle, {pairs}',
  'study.pairs_one': '{count} Paar',
  'study.pairs_other': '{count} Paare',
  'study.model': 'Modell',
  'study.role': 'Rolle',
  'study.role.base': 'Basis',
  'study.role.post-trained': 'nachtrainiert',
  'study.family': 'Paar',
  'study.family-hint':
    'Modelle mit demselben Wort hier sind eine Basis und das, was aus ihr nachtrainiert wurde.',
  'study.chat-template': 'Chat-Vorlage',
  'study.remove': '{model} entfernen',
  'study.remove-all': 'Alle entfernen',
  'study.add-embedded': 'Eingebautes Modell hinzufügen',
  'study.add-embedded-choose': 'Wählen …',
  'study.add-hub': 'Vom Hugging-Face-Hub hinzufügen',
  'study.add': 'Hinzufügen',
  'study.adding': 'Wird nachgesehen …',
  'study.add-folder': 'Ordner hinzufügen …',
  'study.embedded-again': 'Die eingebaute Studie',
  'study.needs-folder': 'braucht seinen Ordner noch einmal',
  'study.needs-files': 'Er muss {files} enthalten.',
  'study.no-pairs':
    'Für Reihungen braucht es mindestens zwei Paare aus einer Basis und ihrem nachtrainierten Modell.',
  'study.settings': 'Einstellungen',
  'study.settings-summary': '{conditions} · {items} · Startwerte {seeds} · {steps} Schritte',
  'study.placebos': 'Placebo-Kontrollen',
  'study.settings-need-webgpu':
    'Soft-Prompts und Placebos werden mit WebGPU getunt, das dieser Browser nicht bietet: Die Studie lässt sie aus und rechnet die übrigen auf der CPU.',
  'study.settings-only-webgpu':
    'Soft-Prompts und Placebos werden mit WebGPU getunt, das dieser Browser nicht bietet; von dieser Studie kann hier nichts laufen. Wählen Sie Zero-Shot oder Few-Shot.',
  'study.seeds': 'Startwerte',
  'study.seeds-hint': 'Jeder fügt je Modell ein Tuning und eine Ziehung der Few-Shot-Beispiele hinzu.',
  'study.seeds-invalid': 'Ganze Zahlen, jede einmal, durch Kommas getrennt.',
  'study.items-hint': 'Eine Stichprobe nach Startwert, dieselbe für alle Modelle; 0 = alle.',

  'study.unfinished': 'Nicht zu Ende',
  'study.unfinished-text':
    'Diese Studie wurde unterbrochen. Sie geht weiter, wo sie stehen blieb, mit denselben Zahlen.',
  'study.folder-wanted':
    'Sie braucht den Ordner von {model} noch einmal: Browser behalten abgelegte Dateien nicht. Ohne ihn bleibt dieses Modell aus.',
  'study.folder-there': 'Der Ordner von {model} ist da.',
  'study.folder-choose': 'Ordner wählen…',
  'study.folder-of': 'Ordner von {model}',
  'run.unfinished-text':
    'Dieser Lauf wurde abgeschnitten. Er geht nach dem letzten fertigen Schritt weiter, mit denselben Zahlen.',
  'run.discard': '{name} wegräumen',
  'run.discard-short': 'Wegräumen',
  'study.started-at': 'begonnen {time}',

  'study.status': 'Fortschritt der Studie',
  'study.status.idle':
    'Bereit. Jeder fertige Schritt bleibt in diesem Browser: Ein geschlossener Tab kostet nur den laufenden.',
  'study.status.starting': 'Der Worker startet …',
  'study.status.running': 'Modell {index} von {count}: {model}',
  'study.status.pausing': 'Pause nach dem laufenden Schritt …',
  'study.status.paused': 'Pause',
  'study.status.resuming': 'Es geht weiter …',
  'study.status.stopping': 'Hält nach dem laufenden Schritt an …',
  'study.status.ending': 'Der Speicher der GPU wird freigegeben …',
  'study.status.stopped': 'Angehalten. Was fertig ist, bleibt; die Studie kann weitergehen.',
  'study.status.done': 'Fertig',
  'study.status.done-in': 'Fertig nach {time}.',
  'study.status.failed': 'Die Studie blieb stehen',
  'study.status.left': 'noch etwa {time}',
  'study.status.seed': 'Startwert {seed}',
  'study.phase.loading': 'wird geladen',
  'study.phase.self-check': 'die Engine wird mit onnxruntime verglichen',
  'study.phase.zero-shot': 'Zero-Shot, {done} von {total} Fragen',
  'study.phase.few-shot': 'Few-Shot, {done} von {total} Fragen',
  'study.phase.tuning': 'Tuning, Schritt {step} von {total}',
  'study.phase.soft-prompt': 'Soft-Prompt bei Schritt {step}, {done} von {total} Fragen',
  'study.phase.done': 'fertig',
  'study.state.waiting': 'wartet',
  'study.state.running': 'läuft',
  'study.state.done': 'fertig',
  'study.state.skipped': 'übersprungen',
  'study.state.failed': 'gescheitert',
  'study.show-own': 'Diese Studie zeigen',

  'study.recorded': 'Aufgezeichnete Studie',
  'study.recorded-note': 'Früher gemacht mit',
  'study.live': 'Läuft',
  'study.own': 'Ihre Studie',
  'study.partial': 'So weit sie kam',
  'study.shared': 'Geteilte Studie',
  'study.shared-note': 'Aus einem Link: Zahlen von jemandem, mit allem, um sie noch einmal zu rechnen.',
  'study.file': 'Studie aus einer Datei',
  'study.kept': 'Aus Ihrem Verlauf',
  'study.heading': '{models} auf {benchmark}',
  'study.heading-seeds_one': 'Startwert {seeds}',
  'study.heading-seeds_other': 'Startwerte {seeds}',
  'study.run-again': 'Dieselbe Studie einrichten',
  'study.empty':
    'Noch keine Studie. Starten Sie die eingebaute: zehn winzige Modelle, die Teil dieser Seite sind.',

  'study.finding':
    'Gereiht {name} brauchen die Basismodelle {swaps} (95\u00a0%: {low}–{high}, n\u00a0=\u00a0{n}), um zu stehen wie nach dem Nachtraining.',
  'study.finding-next': 'Gereiht {name} brauchen sie {swaps} (95\u00a0%: {low}–{high}).',
  'study.finding-none':
    'Gereiht {names} ist bei den Basismodellen keine Reihung zu lesen: Die Werte sind gleich, wie null oder durch Zufall verschieden (n\u00a0=\u00a0{n}).',
  'study.finding-or': ' oder ',
  'study.finding-no-reference':
    'In den Zero-Shot-Werten der nachtrainierten Modelle ist selbst keine Reihung zu lesen (n\u00a0=\u00a0{n}); an ihr lässt sich keine Reihung der Basismodelle messen.',
  'study.finding-name.zero-shot': 'nach Zero-Shot',
  'study.finding-name.few-shot': 'nach Few-Shot',
  'study.finding-name.soft-prompt': 'mit getunten Soft-Prompts',
  'study.finding-name.knowledge.closed': 'nach der ungetunten Log-Likelihood der Optionen, ganz ohne Tuning,',
  'study.finding-name.knowledge.open': 'nach dem, was der Regelrichter in ihren ungetunten Antworten findet,',

  'study.table': 'Exakter Treffer nach Modell und Bedingung',
  'study.table-sub_one':
    '{count} Testfrage. Jede Rate mit ihrem 95-%-Wilson-Intervall: exakter Treffer, darunter was das Modell weiß und wie oft die Form stimmt.',
  'study.table-sub_other':
    '{count} Testfragen. Jede Rate mit ihrem 95-%-Wilson-Intervall: exakter Treffer, darunter was das Modell weiß und wie oft die Form stimmt.',
  'study.table-sub-seeds':
    'Bei {count} Startwerten ist jede ihr Mittel, das nicht sicherer sein soll als einer von ihnen (Mittel ihrer Intervalle); darunter der kleinste und der größte exakte Treffer. Zero-Shot hängt von keinem Startwert ab.',
  'study.seeds-range': 'Startwerte: {range}',
  'study.seeds-done': 'bisher {done} von {total} Startwerten',
  'study.knowledge-short': 'weiß',
  'study.format-short': 'Form',
  'study.not-yet': 'noch nicht',
  'study.failed': 'gescheitert',

  'study.placebo-sub': 'Dasselbe Tuning auf Antworten, die kein Wissen tragen, in derselben Form.',
  'study.placebo-tuned': 'Getunt auf',
  'study.placebo-before': 'ungetunt',
  'study.placebo-real': 'echte Antworten',
  'study.placebo-over_one': 'Ein Modell mit {n} Testfragen, neben jeder Rate ihr 95-%-Intervall.',
  'study.placebo-over_other':
    'Mittel über {count} Modelle mit je {n} Testfragen; daneben der kleinste und der größte Wert dieser Modelle.',
  'study.placebo-outcome.form-stays':
    'Das Wissen blieb innerhalb von ±{margin} Punkten (Änderung in Punkten, 95\u00a0%: {interval}; n\u00a0=\u00a0{n}), obwohl die Antworten nichts lehrten: Mit diesen Einstellungen änderten die Vektoren die Form und wenig sonst.',
  'study.placebo-outcome.form-falls':
    'Das Wissen fiel (Änderung in Punkten, 95\u00a0%: {interval}; n\u00a0=\u00a0{n}): Die Vektoren lernten, was solche Antworten sagen, ebenso wie ihre Form. Dass die Form steigt, zeigt allein noch nicht, dass nur Form gelernt wurde.',
  'study.placebo-outcome.form-rises':
    'Das gemessene Wissen stieg (Änderung in Punkten, 95\u00a0%: {interval}; n\u00a0=\u00a0{n}), obwohl die Antworten keines tragen: Ein Teil davon hängt an der Form.',
  'study.placebo-outcome.form-unsaid':
    'Die Form stieg; ob sich das Wissen änderte oder innerhalb von ±{margin} Punkten blieb, lässt sich nicht sagen (Änderung in Punkten, 95\u00a0%: {interval}; n\u00a0=\u00a0{n}).',
  'study.placebo-outcome.no-form-stays':
    'Das Wissen blieb innerhalb von ±{margin} Punkten (Änderung in Punkten, 95\u00a0%: {interval}; n\u00a0=\u00a0{n}); ob sich die Form änderte, lässt sich nicht sagen.',
  'study.placebo-outcome.no-form-falls':
    'Das Wissen fiel (Änderung in Punkten, 95\u00a0%: {interval}; n\u00a0=\u00a0{n}): Die Vektoren lernten, was solche Antworten sagen. Ob die Form stieg, lässt sich nicht sagen.',
  'study.placebo-outcome.no-form-rises':
    'Das gemessene Wissen stieg (Änderung in Punkten, 95\u00a0%: {interval}; n\u00a0=\u00a0{n}), obwohl die Antworten keines tragen; ob die Form stieg, lässt sich nicht sagen.',
  'study.placebo-outcome.no-form-unsaid':
    'Ob sich Form oder Wissen änderten, lässt sich nicht sagen (Änderung des Wissens in Punkten, 95\u00a0%: {interval}; n\u00a0=\u00a0{n}).',

  'study.rankings': 'Reihungen der Basismodelle gegen die nachtrainierten',
  'study.rankings-sub':
    'Jede Linie ist ein Paar: links der Platz seiner Basis, rechts der seines nachtrainierten Modells. Linien, die sich kreuzen, sind Tausche. Gleiche Werte teilen einen Platz und zählen als halber Tausch.',
  'study.reference': 'Nachtrainierte Modelle unter',
  'study.by': 'Gezeichnet nach',
  'study.by.place': 'Platz',
  'study.by.score': 'Wert',
  'study.base': 'Basis',
  'study.post-trained': 'nachtrainiert',
  'study.swaps-of_one': '{swaps} von {count} Tausch',
  'study.swaps-of_other': '{swaps} von {count} Tauschen',
  'study.swaps-interval': '95\u00a0%: {low}–{high} · n\u00a0=\u00a0{n}',
  'study.best-named': 'Bestes genannt: {share} von {count} Ziehungen',
  'study.alphabetical': 'Gleichstand alphabetisch: {swaps}',
  'study.no-order': 'daraus ist keine Reihung zu lesen',
  'study.ranking.knowledge.closed': 'Log-Likelihood, ungetunt',
  'study.ranking.knowledge.open': 'Wissen, ungetunt',
  'study.ranking': 'Reihung',
  'study.swaps': 'Tausche',
  'study.interval': '95-%-Intervall',
  'study.best-named-head': 'Bestes genannt, von {count} Ziehungen',
  'study.alphabetical-head': 'Gleichstand alphabetisch',
  'study.order': 'Reihenfolge',
  'study.rankings-notes':
    'Intervall und „Bestes genannt“ kommen daher, dass die {n} Testfragen {count}-mal neu gezogen werden (Startwert {seed}). Bestes genannt: in wie vielen der Ziehungen die Basis des besten nachtrainierten Modells oben steht; andere Ziehungen würden das um höchstens ±2,2 Punkte ändern (95 %). Gleichstand alphabetisch aufzulösen gibt eine Zahl, die sicher aussieht und sich ändert, wenn ein Modell umbenannt wird; sie steht hier als Warnung.',
  'study.plot-rankings': 'Steigungsdiagramme, eines je Reihung der Basismodelle: {summary}',
  'study.plot-ranking': '{name}: {swaps} Tausche (95\u00a0%: {low}–{high})',

  'study.compression': 'Reihungen, die keine sind',
  'study.compression-sub':
    'Wo sich Werte bei null oder beieinander drängen, macht der Zufall die Reihenfolge oder die Regel, die Gleichstand auflöst. Verschieden heißen Werte, deren exakter Vorzeichentest auf den {n} Fragen p < 0,05 gibt.',
  'study.compression.none': 'Jede Reihung hier ist weit genug gespreizt, um als eine gelesen zu werden.',
  'study.compression.ties': '{groups} gleichauf',
  'study.compression.zero':
    '{models} nicht von einem Modell zu unterscheiden, das nie richtig liegt, mit n\u00a0=\u00a0{n}',
  'study.compression.unresolved': '{count} von {pairs} Paaren können sich zufällig unterscheiden',

  'study.gaps': 'Abstand: nachtrainiert minus Basis',
  'study.gaps-sub':
    'Punkte beim exakten Treffer unter derselben Bedingung, mit 95-%-Bootstrap-Intervallen über die {n} Testfragen ({count} Ziehungen, Startwert {seed}).',
  'study.gap': 'Abstand',
  'study.mean': 'Mittel',
  'study.points': 'Punkte',
  'study.plot-gaps': 'Abstände: {summary}',
  'study.plot-gap': '{name}: im Mittel {gap} Punkte (95\u00a0%: {low} bis {high})',
  'study.condition': 'Bedingung',

  'study.view': 'Ansicht',
  'study.chart': 'Diagramm',
  'study.as-table': 'Tabelle',
  'study.svg': 'SVG',
  'study.csv': 'CSV',
  'study.table-csv': 'Tabelle als CSV',
  'study.download-svg': '„{title}“ als SVG herunterladen',
  'study.download-csv': '„{title}“ als CSV herunterladen',

  'study.caveats': 'Was das nicht zeigt',
  'study.caveat.recipe':
    'Die Rezepte der eingebauten Modelle bauen Vertrautheit mit dem Format ein, die nicht dem Wissen folgt (m4 am meisten). Die Studie führt den Mechanismus vor; über echte Modelle beweist sie nichts.',
  'study.caveat.likelihood':
    'Nach der ungetunten Log-Likelihood gereiht brauchen die Basismodelle hier nicht mehr Tausche als mit getunten Soft-Prompts: Wo Optionen aufgelistet sind, ist Tuning nicht der einzige Weg zu einer fairen Reihung.',
  'study.caveat.judge':
    'Bei der offenen Aufgabe unterzählt der Regelrichter eine Basis, die abschweift; daher scheint das Wissen mit dem Tuning zu steigen.',
  'study.caveat.gain':
    'Ein Soft-Prompt hebt hier auch die nachtrainierten Modelle, jedes um {range} Punkte im Exact Match (95-%-Intervalle innerhalb von {bounds}, n\u00a0=\u00a0{n}).',
  'study.caveat.strict':
    'Strenges Format sinkt mit dem Wissen: Eine unbekannte Tatsache gibt eine wohlgeformte Antwort, die nicht aufgelistet ist.',
  'study.caveat.seed': 'Ein Startwert: Ein anderer zieht andere Batches und Few-Shot-Beispiele.',
  'study.caveat.noise':
    'Mit Soft-Prompts können sich die Werte dieser Paare von Familien zufällig unterscheiden (n\u00a0=\u00a0{n}), bei den Basismodellen oder den nachtrainierten: {pairs}.',

  'study.facts': 'Hinter den Zahlen',
  'study.facts.items': 'Fragen',
  'study.facts.items-value':
    '{evaluated} von {test} Testzeilen (Auswahl nach Startwert {seed}); {train} Zeilen zum Tunen',
  'study.facts.intervals': 'Intervalle',
  'study.facts.intervals-value':
    '95\u00a0%: nach Wilson für Raten; für Tausche und Abstände Perzentile über {count} Ziehungen der Fragen (Bootstrap, Startwert {seed})',
  'study.facts.seeds': 'Startwerte',
  'study.facts.tuning': 'Tuning',
  'study.facts.tuning-value': '{vectors} Vektoren, {steps} Schritte mit {batch} Zeilen, {optimizer} {rate}',
  'study.facts.time': 'Zeit',
  'study.facts.adapter': 'Adapter',
  'study.facts.hashes': 'Prüfsummen und Versionen',

  'study.share': 'Teilen',
  'study.share-lead':
    'Der Link enthält Tabellen, Reihungen und Einstellungen der Studie und die Prüfsummen aller Dateien; keine Benchmark-Fragen. Ihn zu öffnen braucht weder WebGPU noch ein Modell.',
  'study.share-link': 'Link zu dieser Studie',

  'study.linked': 'Neben den Zahlen des Links',
  'study.linked-waiting': 'Die Zahlen des Links stehen hier neben Ihren, wenn die Studie gelaufen ist.',
  'study.linked-drop': 'Beiseitelegen',
  'study.linked-own': 'Ihre',
  'study.linked-theirs': 'Link',
  'study.linked-difference': 'Unterschied',
  'study.linked-same-files': 'dieselben Dateien',
  'study.linked-other-files': 'andere Dateien',
  'study.linked-unknown-files': 'nicht gelaufen',
  'study.linked-within': 'in beiden Intervallen',
  'study.linked-outside': 'außerhalb eines Intervalls',
};
