/** What a run asks of a model's tokenizer; types only. The hub builds it. */

export interface ChatPrompt {
  /** The rendered conversation, ready for the assistant's answer. */
  readonly text: string;
  /** What the template puts between that text and an answer. */
  readonly delimiter: string;
}

export interface LabTokenizer {
  /** What the tokenizer itself puts before every text (BOS); not before rendered chats, whose template does it. */
  readonly startIds: readonly number[];
  /** What a text without context stands after (lm-evaluation-harness prefix_token_id): BOS, or EOS where there is none. */
  readonly prefixId: number | undefined;
  /** Every token that ends an answer. */
  readonly eosIds: readonly number[];
  /** The one a trained answer ends in; undefined where the model names none. */
  readonly endId: number | undefined;
  readonly hasChatTemplate: boolean;
  /** Ids of the text alone: no special tokens added. */
  encode(text: string): number[];
  /** Text without special tokens, spaces as they are. */
  decode(ids: readonly number[]): string;
  /** One user turn; throws `hub.no-chat-template` where the model has no template. */
  applyChatTemplate(prompt: string): ChatPrompt;
}
