/** Texts of the codes that deriving the backward pass throws. */
export const graphGradientErrors = {
  en: {
    'graph.no-gradient':
      'The operation "{op}" (at {node}) has no derivative here, so this model can be evaluated but not tuned. Choose another export of the model for tuning.',
    'graph.gradient-shape':
      'The gradient of "{node}" has the shape {found} where {expected} is needed. This is a fault of the program; please report it.',
  },
  de: {
    'graph.no-gradient':
      'Die Operation „{op}“ (bei {node}) hat hier keine Ableitung, darum lässt sich dieses Modell auswerten, aber nicht abstimmen. Wählen Sie zum Abstimmen einen anderen Export des Modells.',
    'graph.gradient-shape':
      'Der Gradient von „{node}“ hat die Form {found} statt {expected}. Das ist ein Fehler des Programms; bitte melden Sie ihn.',
  },
} as const;
