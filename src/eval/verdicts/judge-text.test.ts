/** Open answers in words: what is credited, what is not, and by which rule. */

import { describe, expect, it } from 'vitest';
import { judgeWords as judge } from './testing/judge-words.ts';

describe('names', () => {
  it.each([
    // whole tokens, case, punctuation, articles
    ['Paris', 'Paris', 'yes found'],
    ['Paris', ' Paris.', 'yes found'],
    ['Paris', 'PARIS!', 'yes found'],
    ['Paris', '"Paris"', 'yes found'],
    ['Paris', '**Paris**', 'yes found'],
    ['Paris', "It's Paris's centre", 'yes found'],
    ['Paris', 'It is Paris, France.', 'yes found'],
    ['Paris', 'I think it is Paris.', 'yes found'],
    ['Paris', 'Maybe Paris', 'yes found'],
    ['Paris', 'No, Paris.', 'yes found'],
    ['Paris', 'No. Paris.', 'yes found'],
    ['Paris', 'Parisian food', 'no not-found'],
    ['Paris', 'Comparison', 'no not-found'],
    ['Paris', 'P a r i s', 'no not-found'],
    ['A', 'None of the above', 'no not-found'],
    ['B', 'None of the above', 'no not-found'],
    ['The Beatles', 'Beatles', 'yes found'],
    ['Beatles', 'The Beatles', 'yes found'],
    ['Lord of the Rings', 'lord of rings', 'yes found'],
    ['Lord of Rings', 'the lord of the rings', 'yes found'],
    ['Vitamin A', 'vitamin C', 'no not-found'],
    ['Vitamin A', 'vitamin A deficiency', 'yes found'],
    ['New York', 'York, new', 'no not-found'],
    ['New York', 'New\nYork', 'yes found'],
    ['Spider-Man', 'spider man', 'yes found'],
    ['Simon & Garfunkel', 'Simon and Garfunkel', 'yes found'],
    ['Simon and Garfunkel', 'Simon & Garfunkel', 'yes found'],
    ['U.S.A.', 'the USA', 'yes found'],
    ['Washington DC', 'Washington D.C.', 'yes found'],
    ['St. Petersburg', 'The answer is St. Petersburg', 'yes found marked-phrase'],
    ['C++', 'C', 'no not-found'],
    ['C', 'C++', 'no not-found'],
    ['C#', 'C#.', 'yes found'],
    ['São Paulo', 'Sao Paulo', 'yes found'],
    ['Sao Paulo', 'São Paulo', 'yes found'],
    ['Ünal', 'Unal', 'yes found'],
    ['Straße', 'STRASSE', 'no not-found'],
    ['ﬁne art', 'fine art', 'yes found'],
    ['🐎', 'It is a 🐎', 'yes found'],
    ['🐎', 'horse', 'no not-found'],
    ['🐎', '____', 'no not-found'],
    [' 🐎 ', 'It is 🐎', 'yes found'],
    ['+43', 'Dial +43.', 'yes found'],
    ['+43', 'Dial 43.', 'no not-found'],
    ['+4', 'Dial +43.', 'no not-found'],
    ['007', 'Agent 007', 'yes found'],
    ['007', 'Agent 7', 'no not-found'],
    ['Apollo 11', 'Apollo 11', 'yes found'],
    ['Apollo 11', 'Apollo 12', 'no not-found'],
    ['東京', '東京', 'yes found'],
    ['Москва', 'Это Москва.', 'yes found'],
    ['Paris', '', 'no empty'],
    ['Paris', '____', 'no not-found'],
    // before any new question
    ['Paris', 'London\n\nQuestion: France?\nAnswer: Paris', 'no not-found'],
    ['Paris', 'Paris\n\nQuestion: England?\nAnswer: London', 'yes found'],
    ['Paris', '\nQ: France? Paris', 'no empty'],
    ['Paris', 'London\nQuiz: France? Paris', 'no not-found'],
    ['Paris', 'London<|endoftext|>Paris', 'no not-found'],
    ['Paris', 'London\n<|user|>Paris', 'no not-found'],
    ['Paris', 'The Question: is hard, Paris', 'yes found'],
    // negation
    ['Mark Twain', 'not Mark Twain', 'no negated'],
    ['Mark Twain', 'It is not Mark Twain.', 'no negated'],
    ['Mark Twain', "It isn't Mark Twain.", 'no negated'],
    ['Mark Twain', 'It isn’t really Mark Twain.', 'no negated'],
    ['Mark Twain', "I don't think it is Mark Twain.", 'no negated'],
    ['Mark Twain', 'It is Mark Twain. Or is it not Mark Twain?', 'no negated'],
    ['Mark Twain', 'Neither Mark Twain nor Poe', 'no negated'],
    ['Mark Twain', 'Poe rather than Mark Twain', 'no negated'],
    ['Mark Twain', 'Poe instead of Mark Twain', 'no negated'],
    ['Mark Twain', 'Anyone other than Mark Twain', 'no negated'],
    ['Mark Twain', 'It was never Mark Twain', 'no negated'],
    ['Mark Twain', 'It was written without Mark Twain', 'no negated'],
    ['Mark Twain', 'Not Poe but Mark Twain', 'yes found'],
    ['Diego de la Vega', 'Don Diego de la Vega', 'yes found'],
    ['a cow', "Don't have a cow", 'yes found'],
    ['not Mark Twain', 'Not Mark Twain', 'yes found'],
    ['Horse or pig', 'horse or pig', 'yes found'],
    ['Mark Twain', 'Not only Mark Twain', 'yes found'],
    ['Mark Twain', "I don't know. Mark Twain", 'yes found'],
    ['Mark Twain', 'Why not? Mark Twain', 'yes found'],
    ['Mark Twain', 'Mark Twain, not Poe', 'yes found'],
    ['Mark Twain', 'Mark Twain did not live there', 'yes found'],
    // taken back
    ['Paris', 'Paris. No, London.', 'no taken-back'],
    ['Paris', 'Paris, no, London', 'no taken-back'],
    ['Paris', 'Paris... wait, London', 'no taken-back'],
    ['Paris', 'Paris, I mean London', 'no taken-back'],
    ['Paris', 'Paris - correction: London', 'no taken-back'],
    ['London', 'Paris. No, London.', 'yes found'],
    ['Paris', 'Paris, no doubt', 'yes found'],
    ['Paris', 'Paris? No, wait, Paris!', 'yes found'],
    // alternatives and lists
    ['Paris', 'Paris or London', 'no several-guesses'],
    ['Paris', 'London or Paris', 'no several-guesses'],
    ['Paris', 'either Paris or London', 'no several-guesses'],
    ['Paris', 'London or maybe Paris', 'no several-guesses'],
    ['Paris', 'Paris/London', 'no several-guesses'],
    ['Paris', 'London / Paris', 'no several-guesses'],
    ['Paris', 'Paris, or London', 'no several-guesses'],
    ['Paris', 'London, Paris, Berlin, Rome', 'no several-guesses'],
    ['Paris', 'london, paris, berlin and rome', 'no several-guesses'],
    ['Paris', '1. Paris\n2. London', 'no several-guesses'],
    ['Paris', '- London\n- Paris\n- Rome', 'no several-guesses'],
    ['Paris', 'A. Paris\nB. London', 'no several-guesses'],
    ['Paris', 'Paris. Paris or London', 'no several-guesses'],
    ['Paris', '- Paris', 'yes found'],
    ['Paris', '1. Paris', 'yes found'],
    ['Paris', 'Paris, Texas, USA', 'yes found'],
    ['Paris', 'Paris, the capital, a big city, in France', 'yes found'],
    ['Paris', 'Paris, which is known for art, food or fashion', 'yes found'],
    ['Trick or Treat', 'Trick or Treat', 'yes found'],
    ['Red, Green, Blue, Black', 'Red, Green, Blue, Black', 'yes found'],
    // marked answers
    ['Paris', '#### Paris', 'yes found marked-hash'],
    ['Paris', '#### The city of Paris', 'yes found marked-hash'],
    ['Paris', '#### London', 'no not-found marked-hash'],
    ['Paris', '#### London\nParis', 'no not-found marked-hash'],
    ['Paris', 'London. #### Paris', 'yes found marked-hash'],
    ['Paris', '#### Paris\n#### London', 'no several-guesses marked-hash'],
    ['Paris', '#### Paris\n#### paris', 'yes found marked-hash'],
    ['Paris', '####\nParis', 'yes found'],
    ['Paris', 'The answer is London. Many think Paris.', 'no not-found marked-phrase'],
    ['Paris', 'Many think London. The answer is Paris.', 'yes found marked-phrase'],
    ['Paris', 'The answer is not Paris.', 'no negated marked-phrase'],
    ['Paris', 'The answer is as follows: it must be Paris', 'yes found'],
    ['Paris', 'Answer: Paris', 'yes found marked-phrase'],
    ['Paris', 'Answer:Paris', 'yes found marked-phrase'],
    ['Paris', 'The answer is Paris, given below', 'yes found marked-phrase'],
  ] as const)('gold %s, output %j: %s', (gold, output, verdict) => {
    expect(judge(gold, output)).toBe(verdict);
  });

  it.each([
    [['Finnish', 'Swedish'], 'Swedish', 'yes found'],
    [['Finnish', 'Swedish'], 'Finnish or Swedish', 'yes found'],
    [['Finnish', 'Swedish'], 'Finnish and Swedish', 'yes found'],
    [['Finnish', 'Swedish'], 'Finnish or Danish', 'no several-guesses'],
    [['Finnish', 'Swedish'], '- Finnish\n- Swedish', 'yes found'],
    [['Finnish', 'Swedish'], '- Finnish\n- Danish', 'no several-guesses'],
    [['Onion', 'Bulb onion'], 'a bulb onion', 'yes found'],
    [['Red', 'Red or Blue'], 'Red or Blue', 'yes found'],
    [['percent', '%'], 'It is not percent (%).', 'no negated'],
    [['percent', '%'], 'It is %.', 'yes found'],
  ] as const)('aliases %j, output %j: %s', (golds, output, verdict) => {
    expect(judge(golds, output)).toBe(verdict);
  });

  it.each([
    ['Euro', 'Euro', 'yes found'],
    ['Euro', 'Euro and Dollar', 'no contradicted'],
    ['Euro', 'Dollar. Euro is used elsewhere', 'no contradicted'],
    ['Euro', 'Dollar', 'no other-answer'],
    ['Euro', 'Euro, not Dollar', 'yes found'],
    ['Euro', 'Not Dollar but Euro', 'yes found'],
    ['Euro', 'Euro, the real thing', 'yes found'],
    ['Euro', 'Euro and Real', 'no contradicted'],
    ['Real', 'It is a Real', 'yes found'],
    ['Króna', 'Krona', 'no other-answer'],
    ['Krona', 'Króna', 'no other-answer'],
  ])('competitors, gold %s, output %j: %s', (gold, output, verdict) => {
    const all = ['Euro', 'Dollar', 'Real', 'Krona', 'Króna'];
    expect(judge(gold, output, { competitors: all.filter((one) => one !== gold) })).toBe(verdict);
  });

  it('a competitor that the question names does not contradict', () => {
    const more = { question: 'Is it Rome or Paris?', competitors: ['Rome', 'Oslo'] };
    expect(judge('Paris', 'Of Rome and Paris, it is Paris', more)).toBe('yes found');
    expect(judge('Paris', 'Of Oslo and Paris, it is Paris', more)).toBe('no contradicted');
  });

  it('a name inside a longer one is that one only', () => {
    const guinea = { competitors: ['Guinea'] };
    expect(judge('Papua New Guinea', 'It is Papua New Guinea.', guinea)).toBe('yes found');
    const more = { competitors: ['Guinea', 'Fiji'] };
    expect(judge('Papua New Guinea', 'Papua New Guinea and Fiji', more)).toBe('no contradicted');
    expect(judge('Guinea', 'It is Papua New Guinea.', { competitors: ['Papua New Guinea'] })).toBe(
      'no other-answer',
    );
    const papua = { competitors: ['Papua New Guinea'] };
    expect(judge('Guinea', 'It is Guinea.', papua)).toBe('yes found');
    expect(judge('Guinea', 'Guinea lies far from Papua New Guinea', papua)).toBe('no contradicted');
    expect(judge('Papua', 'It is Papua New Guinea', papua)).toBe('no other-answer');
    expect(judge('Papua New Guinea', 'Papua New Guinea, yes, Papua New Guinea', guinea)).toBe('yes found');
    expect(judge('Beatles', 'It is the Beatles', { competitors: ['The Beatles'] })).toBe('yes found');
  });

  it('a competitor counts as it is written', () => {
    expect(judge('Nokia', 'Nokia and iPhone', { competitors: ['iPhone'] })).toBe('no contradicted');
    expect(judge('Euro', 'Euro, the real thing, says Ann', { competitors: ['Real'] })).toBe('yes found');
    expect(judge('Krona', 'Króna', { competitors: ['Króna'] })).toBe('no other-answer');
  });

  it.each([
    ['Wien', 'Die Antwort ist Wien.', 'yes found marked-phrase'],
    ['Wien', 'Antwort: Graz. Viele denken Wien.', 'no not-found marked-phrase'],
    ['Wien', 'Es ist nicht Wien.', 'no negated'],
    ['Wien', 'Graz statt Wien', 'no negated'],
    ['Wien', 'Wien oder Graz', 'no several-guesses'],
    ['Wien', 'Wien. Nein, Graz.', 'no taken-back'],
    ['der Rhein', 'Rhein', 'yes found'],
    ['Rhein', 'Das ist der Rhein.', 'yes found'],
    ['Wien', 'Graz\nFrage: Hauptstadt? Wien', 'no not-found'],
  ])('German, gold %s, output %j: %s', (gold, output, verdict) => {
    expect(judge(gold, output, { language: 'de' })).toBe(verdict);
  });
});
