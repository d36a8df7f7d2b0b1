import { describe, expect, it } from 'vitest';
import { optionContinuations } from './few-shot.ts';
import { basePrompt, type PromptParts } from './templates.ts';

const closed: PromptParts = {
  task: 'closed',
  question: ' What? ',
  context: 'Text.',
  options: ['A. x', 'B. y'],
};

describe('basePrompt', () => {
  it('states the format, or does not', () => {
    expect(basePrompt(closed)).toBe(
      'Answer with one of the options, exactly as it is listed.\nText.\nQuestion: What?\nA. x\nB. y\nAnswer:',
    );
    expect(basePrompt(closed, { statesFormat: false })).toBe('Text.\nQuestion: What?\nA. x\nB. y\nAnswer:');
  });

  it('leaves out lines that would be empty, and keeps empty lines of the template', () => {
    const open: PromptParts = { task: 'open', question: 'What?' };
    expect(basePrompt(open, { statesFormat: false })).toBe('Question: What?\nAnswer:');
    expect(
      basePrompt(open, { statesFormat: true, template: '{format}\n\nQ: {question}\n{context}\nA: ' }),
    ).toBe('Answer with #### followed by the final answer.\n\nQ: What?\nA:');
  });

  it('keeps a line where one of its placeholders is filled, and no blanks around a context', () => {
    const template = '{context} {question}';
    expect(basePrompt({ task: 'open', question: 'What?' }, { statesFormat: true, template })).toBe(' What?');
    expect(basePrompt({ ...closed, context: ' \nText. ' }, { statesFormat: false })).toMatch(/^Text\.\n/);
  });

  it('is German for German items', () => {
    expect(basePrompt({ task: 'open', question: 'Was?', language: 'de' })).toBe(
      'Antworte mit #### und der endgültigen Antwort.\nFrage: Was?\nAntwort:',
    );
  });

  it('asks for an option in the language of the item', () => {
    expect(basePrompt({ ...closed, language: 'de' })).toBe(
      'Antworte mit einer der Optionen, genau wie sie dasteht.\nText.\nFrage: What?\nA. x\nB. y\nAntwort:',
    );
  });

  it('does not fill placeholders that come from the row', () => {
    const parts: PromptParts = { task: 'open', question: 'What is {context} and $&?', context: 'C' };
    expect(basePrompt(parts, { statesFormat: false })).toBe(
      'C\nQuestion: What is {context} and $&?\nAnswer:',
    );
  });

  it('refuses templates that leave out the question or the options', () => {
    const options = (template: string) => ({ statesFormat: true, template });
    expect(() => basePrompt(closed, options('{options}'))).toThrow('eval.template-without-question');
    expect(() => basePrompt(closed, options('{question}'))).toThrow('eval.template-without-options');
  });
});

describe('optionContinuations', () => {
  it('puts one space before each option', () => {
    const item = { id: 'x', answer: 'A. x', accepted: ['x'], prompt: '', ...closed };
    expect(optionContinuations(item)).toEqual([' A. x', ' B. y']);
    const { options: _, ...bare } = item;
    expect(optionContinuations(bare)).toEqual([]);
  });
});
