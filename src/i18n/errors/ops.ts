/**
 * Sentences of the errors that the ops throw.
 */
export const opsErrors = {
  en: {
    'op.shape':
      'The model does not fit together: op {op} (node {node}) expects {expected} but got {found}. The file may be damaged or exported in a way this app does not know; try another export of the model.',
    'ops.alibi-with-sinks':
      'Node {node} combines position slopes (ALiBi) with attention sinks, which this app does not support. Try another model.',
  },
  de: {
    'op.shape':
      'Das Modell passt nicht zusammen: Op {op} (Knoten {node}) erwartet {expected}, bekam aber {found}. Die Datei ist beschädigt oder auf eine Weise exportiert, die diese App nicht kennt; versuche einen anderen Export des Modells.',
    'ops.alibi-with-sinks':
      'Knoten {node} verbindet Positionssteigungen (ALiBi) mit Attention-Senken; das unterstützt diese App nicht. Versuche ein anderes Modell.',
  },
} as const;
