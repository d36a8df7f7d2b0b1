/** Messages about the structure of a graph (engine/graph/prepare.ts) and its constants (engine/graph/evaluate). */
export const graphEvaluateErrors = {
  en: {
    'graph.no-logits':
      '{file} is not a causal language model: it has no output "logits" (its outputs: {outputs}). Choose a text-generation model.',
    'graph.no-token-input':
      '{file} is not a language model: it has neither an input "input_ids" nor "inputs_embeds" (its inputs: {inputs}). Choose a text-generation model.',
    'graph.input-type':
      'Input {input} of {file} has the type {dtype} [{dims}], which does not fit its name; the exporter probably mixed up the inputs. Export the model again with another exporter.',
    'graph.dangling-input':
      'Node {node} needs the value {value}, which nothing in the file makes. The file is damaged or its exporter has a bug; choose another version of the model.',
    'graph.duplicate-value':
      'Two nodes make the value {value} (one of them is {node}). The file is damaged or its exporter has a bug; choose another version of the model.',
    'graph.cycle':
      'Node {node} depends on its own result. The file is damaged or its exporter has a bug; choose another version of the model.',
    'graph.dynamic-if':
      'Node {node} chooses between two branches by {value}, which is known only while running; this is not supported. Export the model without If nodes.',
    'graph.constant-value':
      'The Constant node {node} in {file} holds no numbers (text or a sparse tensor), which is not supported. Export the model with another exporter.',
    'graph.not-constant':
      'The value {value} should not depend on the text, but it does (through {source}). This kind of graph is not supported; choose another version of the model.',
    'graph.evaluate-unsupported':
      'The constant part of the graph uses the operator {op} (domain "{domain}", node {node}), which is not supported. Choose another version of the model.',
    'graph.evaluate-failed': 'Node {node} ({op}) cannot be computed: {reason}. The file is probably damaged.',
    'graph.evaluate-too-large':
      'Node or tensor {node} would make {elements} numbers while preparing the graph; at most {max} are allowed. Choose another version of the model.',
  },
  de: {
    'graph.no-logits':
      '{file} ist kein kausales Sprachmodell: Die Ausgabe „logits“ fehlt (Ausgaben: {outputs}). Wähle ein Modell zur Texterzeugung.',
    'graph.no-token-input':
      '{file} ist kein Sprachmodell: Es hat weder eine Eingabe „input_ids“ noch „inputs_embeds“ (Eingaben: {inputs}). Wähle ein Modell zur Texterzeugung.',
    'graph.input-type':
      'Die Eingabe {input} von {file} hat den Typ {dtype} [{dims}], der nicht zu ihrem Namen passt; wahrscheinlich hat der Exporter die Eingaben vertauscht. Exportiere das Modell mit einem anderen Exporter.',
    'graph.dangling-input':
      'Knoten {node} braucht den Wert {value}, den nichts in der Datei erzeugt. Die Datei ist beschädigt, oder ihr Exporter hat einen Fehler; wähle eine andere Fassung des Modells.',
    'graph.duplicate-value':
      'Zwei Knoten erzeugen den Wert {value} (einer davon ist {node}). Die Datei ist beschädigt, oder ihr Exporter hat einen Fehler; wähle eine andere Fassung des Modells.',
    'graph.cycle':
      'Knoten {node} hängt von seinem eigenen Ergebnis ab. Die Datei ist beschädigt, oder ihr Exporter hat einen Fehler; wähle eine andere Fassung des Modells.',
    'graph.dynamic-if':
      'Knoten {node} wählt nach {value} zwischen zwei Zweigen; das steht erst beim Rechnen fest und wird nicht unterstützt. Exportiere das Modell ohne If-Knoten.',
    'graph.constant-value':
      'Der Constant-Knoten {node} in {file} enthält keine Zahlen (sondern Text oder einen dünn besetzten Tensor); das wird nicht unterstützt. Exportiere das Modell mit einem anderen Exporter.',
    'graph.not-constant':
      'Der Wert {value} dürfte nicht vom Text abhängen, tut es aber (über {source}). Solche Graphen werden nicht unterstützt; wähle eine andere Fassung des Modells.',
    'graph.evaluate-unsupported':
      'Der konstante Teil des Graphen benutzt den Operator {op} (Domäne „{domain}“, Knoten {node}), der nicht unterstützt wird. Wähle eine andere Fassung des Modells.',
    'graph.evaluate-failed':
      'Knoten {node} ({op}) lässt sich nicht berechnen: {reason}. Wahrscheinlich ist die Datei beschädigt.',
    'graph.evaluate-too-large':
      'Knoten oder Tensor {node} ergäbe {elements} Zahlen beim Vorbereiten des Graphen; erlaubt sind höchstens {max}. Wähle eine andere Fassung des Modells.',
  },
} as const;
