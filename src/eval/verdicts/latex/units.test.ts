/** Units do not change an answer, whatever their word: 5 km is 5 kilometres and 5. */

import { describe, expect, it } from 'vitest';
import { sameMath } from './equivalence.ts';

const UNITS = {
  length: `cm mm km m ft in foot feet inch inches yard yards mile miles meter meters metre metres centimeter centimeters
    centimetre centimetres kilometer kilometers kilometre kilometres`,
  mass: 'g kg lb lbs pound pounds ounce ounces gram grams kilogram kilograms',
  time: `s h hr hour hours min minute minutes second seconds day days week weeks month months year years`,
  money: 'dollar dollars cent cents',
  volume: 'liter liters litre litres gallon gallons',
  others: 'mph unit units degree degrees percent point points',
};
const WORDS = Object.values(UNITS).flatMap((list) => list.split(/\s+/));
const PHRASES = ['square feet', 'sq ft', 'cubic inches', 'cu in', 'miles per hour', 'km/h', 'sq. ft.'];

describe('a number with a unit', () => {
  it.each([...WORDS, ...PHRASES])('5 %s is 5', (unit) => {
    expect(sameMath(`5 ${unit}`, '5')).toBe(true);
    expect(sameMath(`\\frac{1}{2}\\text{ ${unit}}`, '0.5')).toBe(true);
    expect(sameMath(`5 ${unit}`, '6')).toBe(false);
  });

  it.each(WORDS)('5 %s before more is 5, too', (unit) => {
    expect(sameMath(`5\\text{ ${unit}} + 1`, '6')).toBe(true);
    expect(sameMath(`5\\text{ ${unit.toUpperCase()}} + 1`, '6')).toBe(true);
  });

  it.each(['text', 'mbox', 'mathrm', 'textrm', 'textbf', 'hbox'])('may have it in \\%s', (command) => {
    expect(sameMath(`5\\${command}{ cm} + 1`, '6')).toBe(true);
    expect(sameMath(`5\\${command}{ cm}^2 + 1`, '6')).toBe(true);
    expect(sameMath(`5\\${command}{ cm}^{3} + 1`, '6')).toBe(true);
  });

  it('loses every unit', () => {
    expect(sameMath('5\\text{ cm} + 3\\text{ cm} + 1', '9')).toBe(true);
  });

  it.each(['cats', 'apples', 'x', 'feeting'])('%s is no unit', (word) => {
    expect(sameMath(`5 ${word}`, '5')).toBe(false);
    expect(sameMath(`5\\text{ ${word}} + 1`, '6')).toBe(false);
  });

  it.each(['5 cm^2', '5 cm^3', '5 cm^{2}', '5 cm^{3}', '5 cm.', '5 CM'])('%s is 5', (text) => {
    expect(sameMath(text, '5')).toBe(true);
  });
});

describe('counted things', () => {
  it.each(['text', 'mbox', 'mathrm', 'textrm'])('may stand in \\%s', (command) => {
    expect(sameMath(`8\\${command}{ meals}`, '8')).toBe(true);
    expect(sameMath(`8\\${command}{ Meals}`, '8')).toBe(true);
    expect(sameMath(`\\frac{1}{2}\\${command}{ meals}`, '0.5')).toBe(true);
  });

  it.each(['\\,', '\\;', '\\:', '\\!', '\\ ', ' '])('may stand behind %j', (space) => {
    expect(sameMath(`8${space}\\text{meals}`, '8')).toBe(true);
  });

  it.each(['am', 'pm', 'AM', ' pm '])('are no hours: %j', (word) => {
    expect(sameMath(`8\\text{${word}}`, '8')).toBe(false);
  });
});

describe('numbers in words', () => {
  it.each([
    ['thousand', '1000'],
    ['million', '1000000'],
    ['billion', '1000000000'],
    ['trillion', '1000000000000'],
  ])('3 %s', (word, factor) => {
    const value = `3 \\cdot ${factor}`;
    for (const text of [`3 ${word}`, `3 ${word}s`, `3 ${word.toUpperCase()}`, `3~${word}`]) {
      expect([text, sameMath(text, value)]).toEqual([text, true]);
    }
    for (const command of ['text', 'mbox', 'mathrm', 'textrm']) {
      expect(sameMath(`3\\${command}{ ${word}}`, value)).toBe(true);
      expect(sameMath(`3\\${command}{ ${word} dollars}`, value)).toBe(true);
    }
    for (const space of ['\\,', '\\;', '\\:', '\\!', '\\ ']) {
      expect(sameMath(`3${space}\\text{${word}}`, value)).toBe(true);
    }
    expect(sameMath(`\\frac{3}{1} ${word}`, value)).toBe(true);
    expect(sameMath(`3 ${word}th`, value)).toBe(false);
  });
});
