/** Errors of lowering an ONNX graph to a token program. */
export const graphErrors = {
  en: {
    'graph.unsupported-op':
      'The operator {op} (node {node} in {file}) cannot be used: {what}. Try another export of this model, for example with optimum-onnx.',
    'graph.malformed-node':
      'The node {node} ({op}) in {file} lacks inputs or attributes that it must have. The file is damaged; download or export it again.',
    'graph.not-causal-lm':
      '{file} is not a causal language model this page can use: it lacks {missing}. Choose the decoder file of a text-generation model.',
    'graph.pruned-logits':
      '{file} computes the logits of the last position only, so no loss can be taken from it. Export it with logits of all positions.',
    'graph.embeddings-missing':
      '{file} takes inputs_embeds and holds no embedding table. Add embed_tokens.onnx of the same model to its folder.',
    'graph.mask-not-understood':
      'The attention mask at {node} in {file} (from {value}) is neither causal nor a sliding window nor ALiBi. Nothing was guessed; try another export of this model.',
    'graph.weight-type':
      'The weight {tensor} in {file} is stored as {type}, which the engine cannot read. Choose another dtype of this model.',
    'graph.position-table':
      'The value {value} in {file} changes with the length of the sequence, so it cannot be tabulated by position. Try another export of this model.',
    'graph.length-dependent':
      'The node {node} in {file} computes something else for inputs of another length, so it cannot be read once for all. Try another export of this model.',
    'graph.rotary-table':
      'The rotary table {table} has unlike partners within its first {count} rows. Try another export of this model.',
    'graph.positions-exceeded':
      'The model serves {have} positions, but {need} are needed (table {table}). Use shorter prompts, fewer examples or fewer virtual tokens.',
  },
  de: {
    'graph.unsupported-op':
      'Der Operator {op} (Knoten {node} in {file}) lässt sich nicht verwenden: {what}. Versuchen Sie einen anderen Export dieses Modells, etwa mit optimum-onnx.',
    'graph.malformed-node':
      'Dem Knoten {node} ({op}) in {file} fehlen Eingänge oder Attribute, die er haben muss. Die Datei ist beschädigt; laden oder exportieren Sie sie noch einmal.',
    'graph.not-causal-lm':
      '{file} ist kein kausales Sprachmodell, mit dem diese Seite arbeiten kann: Es fehlt {missing}. Wählen Sie die Decoder-Datei eines Textgenerierungsmodells.',
    'graph.pruned-logits':
      '{file} berechnet nur die Logits der letzten Position, daraus lässt sich kein Verlust bilden. Exportieren Sie es mit Logits aller Positionen.',
    'graph.embeddings-missing':
      '{file} erwartet inputs_embeds und enthält keine Embedding-Tabelle. Legen Sie embed_tokens.onnx desselben Modells in den Ordner.',
    'graph.mask-not-understood':
      'Die Aufmerksamkeitsmaske bei {node} in {file} (aus {value}) ist weder kausal noch ein gleitendes Fenster noch ALiBi. Es wurde nichts geraten; versuchen Sie einen anderen Export.',
    'graph.weight-type':
      'Das Gewicht {tensor} in {file} ist als {type} gespeichert, das kann die Engine nicht lesen. Wählen Sie einen anderen Datentyp dieses Modells.',
    'graph.position-table':
      'Der Wert {value} in {file} ändert sich mit der Länge der Sequenz und lässt sich nicht nach Positionen tabellieren. Versuchen Sie einen anderen Export.',
    'graph.length-dependent':
      'Der Knoten {node} in {file} rechnet bei Eingaben anderer Länge etwas anderes und lässt sich nicht ein für alle Mal lesen. Versuchen Sie einen anderen Export dieses Modells.',
    'graph.rotary-table':
      'Die Rotationstabelle {table} hat in ihren ersten {count} Zeilen ungleiche Partner. Versuchen Sie einen anderen Export dieses Modells.',
    'graph.positions-exceeded':
      'Das Modell kennt {have} Positionen, gebraucht werden {need} (Tabelle {table}). Verwenden Sie kürzere Prompts, weniger Beispiele oder weniger virtuelle Tokens.',
  },
} as const;
