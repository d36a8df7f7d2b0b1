/** Messages of the room engine/model and of the checks over it. Rows are counted from 0 in parameters. */
export const modelErrors = {
  en: {
    'model.aborted': 'Stopped on request.',
    'model.not-finite':
      'The {what} is not a finite number; the first affected tensor is {tensor}. Lower the learning rate or clip the gradient; if it happens without tuning, the model file holds broken weights.',
    'model.too-long':
      'Row {row} needs {need} positions, but this model has only {have}. Use shorter prompts, fewer examples in the prompt or fewer virtual tokens.',
    'model.bad-token':
      'Row {row} holds token {id}, but the embedding table of this model has {vocabSize} rows. The tokenizer probably belongs to another model.',
    'model.empty-prompt': 'Row {row} has no tokens to predict from. Give it a prompt.',
    'model.empty-continuation': 'Row {row} has an answer option without tokens. Remove it or give it a text.',
    'model.soft-prompt-shape':
      'A soft prompt of {length} numbers does not consist of vectors of this model, which have {hiddenSize}. Use a soft prompt made for this model.',
    'model.bad-example':
      'Training example {row} labels {answerTokens} of its {tokens} tokens. At least one token must be labelled, and something must stand before the first label.',
    'model.kv-budget':
      'The key-value cache needs {needBytes} bytes, but only {haveBytes} are available. Use shorter prompts or a smaller model.',
    'model.disposed': 'The model was already unloaded. Load it again.',
    'model.check-format':
      'This file is no check of the expected format: {what}. Use the file that belongs to the fixture.',
  },
  de: {
    'model.aborted': 'Auf Wunsch angehalten.',
    'model.not-finite':
      'Eine Zahl ist nicht endlich ({what}); der erste betroffene Tensor ist {tensor}. Senken Sie die Lernrate oder begrenzen Sie den Gradienten; tritt es ohne Tuning auf, enthält die Modelldatei kaputte Gewichte.',
    'model.too-long':
      'Zeile {row} braucht {need} Positionen, dieses Modell hat aber nur {have}. Verwenden Sie kürzere Prompts, weniger Beispiele im Prompt oder weniger virtuelle Tokens.',
    'model.bad-token':
      'Zeile {row} enthält Token {id}, die Embedding-Tabelle dieses Modells hat aber {vocabSize} Zeilen. Der Tokenizer gehört wahrscheinlich zu einem anderen Modell.',
    'model.empty-prompt':
      'Zeile {row} hat keine Tokens, aus denen etwas vorhergesagt werden kann. Geben Sie ihr einen Prompt.',
    'model.empty-continuation':
      'Zeile {row} hat eine Antwortmöglichkeit ohne Tokens. Entfernen Sie sie oder geben Sie ihr einen Text.',
    'model.soft-prompt-shape':
      'Ein Soft-Prompt aus {length} Zahlen besteht nicht aus Vektoren dieses Modells, die {hiddenSize} haben. Verwenden Sie einen Soft-Prompt, der für dieses Modell gemacht ist.',
    'model.bad-example':
      'Trainingsbeispiel {row} bewertet {answerTokens} seiner {tokens} Tokens. Mindestens ein Token muss bewertet werden, und vor dem ersten muss etwas stehen.',
    'model.kv-budget':
      'Der Key-Value-Cache braucht {needBytes} Bytes, verfügbar sind nur {haveBytes}. Verwenden Sie kürzere Prompts oder ein kleineres Modell.',
    'model.disposed': 'Das Modell wurde bereits entladen. Laden Sie es neu.',
    'model.check-format':
      'Diese Datei ist keine Prüfung im erwarteten Format: {what}. Verwenden Sie die Datei, die zum Testmodell gehört.',
  },
} as const;
