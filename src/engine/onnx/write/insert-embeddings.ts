/**
 * Rewrites a causal LM's file so that embeddings can be handed in: at tokens where `virtual_tokens` is true, the graph
 * takes the row of `inputs_embeds`, elsewhere what it looked up from input_ids.
 *
 * The value that the lookup (and its constant scale) gives is chosen between by one Where; everything else, also what reads
 * the shape of input_ids, stays as it is. Rows are chosen flattened, because some exports carry [batch · tokens, hidden].
 * Nothing is parsed that does not change: the weights are copied as bytes.
 */
import { LabError } from '../../../lib/errors.ts';
import { ProtoReader } from '../proto-reader.ts';
import { ELEMENT_CODE, type ElementType, inputMessage, int64Message, nodeMessage } from './onnx-messages.ts';
import { bytesField, concatenated, type Pieces } from './proto-writer.ts';

export const EMBEDS_INPUT = 'inputs_embeds';
export const VIRTUAL_INPUT = 'virtual_tokens';

export interface EmbeddingValue {
  /** The graph's value that holds the embeddings (ModelDescription.cutValue). */
  readonly name: string;
  /** Its element type. */
  readonly type: Extract<ElementType, 'float32' | 'float16' | 'bfloat16'>;
  readonly hiddenSize: number;
}

/** Names that no exporter uses. */
const own = (what: string) => `soft_prompt_lab/${what}`;

/** ModelProto.graph */
const GRAPH = 7;
/** GraphProto.node, .initializer, .input */
const [NODE, INITIALIZER, INPUT] = [1, 5, 11];
/** NodeProto.output */
const OUTPUT = 2;

interface Range {
  /** Of the field with its tag, in the file. */
  readonly start: number;
  readonly end: number;
  readonly content: Uint8Array;
}

/** Fields of a message in order; other than length-delimited ones have no content. */
function* fields(bytes: Uint8Array, file: string): Generator<Range & { readonly field: number }> {
  const reader = new ProtoReader(bytes, file);
  for (;;) {
    const start = reader.position;
    const field = reader.field();
    if (field === 0) return;
    const content = reader.isBytes ? reader.raw() : new Uint8Array();
    if (!reader.isBytes) reader.skip();
    yield { field, start, end: reader.position, content };
  }
}

/**
 * New bytes with the inputs `inputs_embeds` [batch, tokens, hidden] float32 and `virtual_tokens` [batch, tokens] bool.
 * Throws `onnx.no-graph` {file}, `onnx.no-value` {file, value} where no node gives the value, and what damaged files throw.
 */
export function insertEmbeddings(
  bytes: Uint8Array,
  value: EmbeddingValue,
  file: string,
): Uint8Array<ArrayBuffer> {
  let graph: Range | undefined;
  for (const part of fields(bytes, file)) if (part.field === GRAPH) graph = part;
  if (!graph) throw new LabError('onnx.no-graph', { file });
  const changed = changedGraph(graph.content, value, file);
  return concatenated([
    bytes.subarray(0, graph.start),
    ...bytesField(GRAPH, changed),
    bytes.subarray(graph.end),
  ]);
}

function changedGraph(graph: Uint8Array, value: EmbeddingValue, file: string): Pieces {
  const original = own('looked_up');
  for (const part of fields(graph, file)) {
    if (part.field !== NODE) continue;
    const node = renamedOutput(part.content, value.name, original, file);
    if (!node) continue;
    return [
      graph.subarray(0, part.start),
      ...bytesField(NODE, node),
      ...choosingNodes(original, value).flatMap((message) => bytesField(NODE, message)),
      graph.subarray(part.end),
      ...bytesField(INITIALIZER, int64Message(own('rows'), [-1, value.hiddenSize])),
      ...bytesField(INITIALIZER, int64Message(own('column'), [-1, 1])),
      ...bytesField(INPUT, inputMessage(EMBEDS_INPUT, 'float32', ['batch', 'tokens', value.hiddenSize])),
      ...bytesField(INPUT, inputMessage(VIRTUAL_INPUT, 'bool', ['batch', 'tokens'])),
    ];
  }
  throw new LabError('onnx.no-value', { file, value: value.name });
}

/** The node with its output `from` called `to`; undefined where it has no such output. */
function renamedOutput(node: Uint8Array, from: string, to: string, file: string): Pieces | undefined {
  const decoder = new TextDecoder();
  let found = false;
  const pieces: Uint8Array[] = [];
  for (const { field, start, end, content } of fields(node, file)) {
    if (field === OUTPUT && decoder.decode(content) === from) {
      found = true;
      pieces.push(...bytesField(OUTPUT, to));
    } else {
      pieces.push(node.subarray(start, end));
    }
  }
  return found ? pieces : undefined;
}

function choosingNodes(original: string, value: EmbeddingValue): Pieces[] {
  const flat = (name: string, as: string, shape: string) =>
    nodeMessage('Reshape', [name, own(shape)], own(as));
  return [
    nodeMessage('Shape', [original], own('shape')),
    flat(original, 'looked_up_rows', 'rows'),
    nodeMessage('Cast', [EMBEDS_INPUT], own('cast'), { to: ELEMENT_CODE[value.type] }),
    flat(own('cast'), 'given_rows', 'rows'),
    flat(VIRTUAL_INPUT, 'choice', 'column'),
    nodeMessage('Where', [own('choice'), own('given_rows'), own('looked_up_rows')], own('chosen_rows')),
    nodeMessage('Reshape', [own('chosen_rows'), own('shape')], value.name),
  ];
}
