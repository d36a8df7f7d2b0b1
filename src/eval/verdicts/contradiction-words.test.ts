/** Each word and mark that takes a mention of the gold back, or keeps two apart, in a sentence of its own. */

import { describe, expect, it } from 'vitest';
import { judgeWords as judge } from './testing/judge-words.ts';

describe('a negation before the answer', () => {
  it.each([
    'There is no Paris',
    'It was never Paris',
    'Neither Paris nor London',
    'Neither London nor Paris',
    'It cannot be Paris',
    'All cities except Paris',
    'France without Paris',
    "It isn't Paris",
    "It wasn't Paris",
    "They aren't Paris",
    "They weren't Paris",
    "They don't really think of Paris",
    "I don't believe it was Paris",
    "It doesn't really believe in Paris",
    "She didn't think of Paris",
    'London rather than Paris',
    'London instead of Paris',
    'Any city other than Paris',
    'Any city apart from Paris',
  ])('%s', (output) => {
    expect(judge('Paris', output)).toBe('no negated');
  });

  it.each([
    'Es ist nicht Wien',
    'Es liegt nicht an Wien',
    'Es gibt kein Wien',
    'Es gibt keine Wien',
    'Es gibt keinen Wien',
    'Es war nie Wien',
    'Es war niemals Wien',
    'Weder Wien noch Graz',
    'Graz anstatt Wien',
    'Graz statt Wien',
    'Alle außer Wien',
  ])('German: %s', (output) => {
    expect(judge('Wien', output, { language: 'de' })).toBe('no negated');
  });

  it.each(
    (
      'in at on by of to from for really actually called named located necessarily think believe it is was be been ' +
      "that it's im am an von zu wirklich ist war es"
    ).split(' '),
  )('reaches over "%s"', (word) => {
    expect(judge('Paris', `not ${word} Paris`)).toBe('no negated');
  });

  it.each(['but', 'London', 'far', 'only'])('does not reach over "%s"', (word) => {
    expect(judge('Paris', `not ${word} Paris`)).toBe('yes found');
  });

  it.each(['.', ';', ':', '!', '?', ',', '\n'])('does not reach over %j', (mark) => {
    expect(judge('Paris', `Not${mark} Paris`)).toBe('yes found');
  });

  it.each(['Donald Paris', "can't Paris", 'than Paris', 'instead Paris', 'apart Paris'])(
    'is none: %s',
    (output) => {
      expect(judge('Paris', output)).toBe('yes found');
    },
  );
});

describe('a correction behind the answer', () => {
  it.each([
    'Paris. No, London',
    'Paris. Nein, London',
    'Paris. Wait, London',
    'Paris. Oh wait, London',
    'Paris. But wait, London',
    'Paris. Scratch that, London',
    'Paris. Correction: London',
    'Paris. I mean London',
    'Paris. Quatsch, London',
    'Paris. Moment, London',
  ])('%s', (output) => {
    expect(judge('Paris', output)).toBe('no taken-back');
  });

  it.each([...',.:;!–—-'])('is "no" before %s', (mark) => {
    expect(judge('Paris', `Paris. No${mark} London`)).toBe('no taken-back');
  });

  it.each([...' ,.:;–—-'])('is "wait" before %j', (mark) => {
    expect(judge('Paris', `Paris. Wait${mark}London`)).toBe('no taken-back');
  });

  it.each([...'.!?,;:–—-'])('follows the points of doubt and %s', (mark) => {
    expect(judge('Paris', `Paris...${mark} no, London`)).toBe('no taken-back');
  });

  it.each(['.', '!', '?', '\n'])('begins its sentence, behind %j', (mark) => {
    expect(judge('Paris', `Paris${mark} I say no, thanks`)).toBe('yes found');
  });

  it.each(['Paris. No doubt', 'Paris. Waiting, London', 'Paris. Wait', 'Paris. He would wait'])(
    'is none: %s',
    (output) => {
      expect(judge('Paris', output)).toBe('yes found');
    },
  );
});

describe('one of two', () => {
  it.each([...`"'*_)]`])('%s may stand between the answer and "or"', (mark) => {
    expect(judge('Paris', `Paris${mark} or London`)).toBe('no several-guesses');
  });

  it.each([...`"'*_([`])('%s may stand between "or" and the answer', (mark) => {
    expect(judge('Paris', `London or ${mark}Paris`)).toBe('no several-guesses');
    expect(judge('Paris', `London or the ${mark}Paris`)).toBe('no several-guesses');
    expect(judge('Paris', `London or ${mark}the Paris`)).toBe('no several-guesses');
  });

  it.each('the a an maybe perhaps possibly even in der die das vielleicht'.split(' '))(
    '"%s" may stand between "or" and the answer',
    (word) => {
      expect(judge('Paris', `London or ${word} Paris`)).toBe('no several-guesses');
    },
  );

  it.each([
    'Paris and/or London',
    'London and/or Paris',
    'Graz oder Paris',
    'Paris oder Graz',
    'Paris bzw. Graz',
    'Graz bzw. Paris',
    'It is either Paris — or is it London',
  ])('%s', (output) => {
    expect(judge('Paris', output)).toBe('no several-guesses');
  });

  it.each(['Paris and London', 'Paris for London', 'Paris – or so they say'])('is none: %s', (output) => {
    expect(judge('Paris', output)).toBe('yes found');
  });

  it.each([
    'Finnish or Swedish',
    'Finnish and/or Swedish',
    'Finnish oder Swedish',
    'Finnish bzw. Swedish',
    'Finnish or the Swedish',
    'Finnish/Swedish',
  ])('both accepted: %s', (output) => {
    expect(judge(['Finnish', 'Swedish'], output)).toBe('yes found');
    expect(judge(['Swedish', 'Finnish'], output)).toBe('yes found');
  });
});

describe('names in a row', () => {
  it.each([
    'Paris; London; Rome; Oslo',
    'Paris, London, Rome, and Oslo',
    'Paris, London, Rome, or Oslo',
    'Paris, London, Rome und Oslo',
    'Paris, London, Rome, und Oslo',
    'Paris, London, Rome, oder Oslo',
    'Paris, London, Rome and Oslo',
    'Paris, 1, 2, 3',
    "Paris, 'London', 'Rome', 'Oslo'",
    'Paris, (London), (Rome), (Oslo)',
    'Paris, London, Rome, Oslo! She knows none of them well enough',
    'Paris, London, Rome, Oslo? She knows none of them well enough',
  ])('%s', (output) => {
    expect(judge('Paris', output)).toBe('no several-guesses');
  });

  it.each(['1.', '1)', 'A.', 'A)', '(A)', '-', '*', '•'])('or lines that begin with %s', (mark) => {
    expect(judge('Paris', `${mark} the city of Paris\n${mark} the town of London`)).toBe(
      'no several-guesses',
    );
    expect(judge('Paris', `${mark}the city of Paris\n${mark}the town of London`)).toBe('yes found');
  });

  it('are small words only where nothing on the line is large', () => {
    expect(judge('gold', 'It is gold, one metal, often yellow, rarely white')).toBe('yes found');
    expect(judge('gold', 'it is gold, one metal, often yellow, rarely white')).toBe('no several-guesses');
    expect(judge('Paris', 'paris, london, rome, oslo\nThe end')).toBe('no several-guesses');
  });
});
