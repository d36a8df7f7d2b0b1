/** Addresses as people write them, and what a server's words must not repeat. */

import { describe, expect, it } from 'vitest';
import { assertKey, judgeUrls, scrubbed, secretsOf } from './address.ts';

const HTTP = 'http://lab.example/';
const HTTPS = 'https://lab.example/';
const base = (address: string, page = HTTP) =>
  judgeUrls(address, page).completions.replace('/chat/completions', '');

describe('the address of a judge', () => {
  it.each([
    ['http://localhost:11434', 'http://localhost:11434/v1'],
    ['http://localhost:11434/', 'http://localhost:11434/v1'],
    [' http://localhost:11434/v1 ', 'http://localhost:11434/v1'],
    ['http://localhost:11434/v1//', 'http://localhost:11434/v1'],
    ['http://localhost:11434/v1/chat/completions', 'http://localhost:11434/v1'],
    ['http://localhost:11434/v1/chat/completions/', 'http://localhost:11434/v1'],
    ['http://localhost:11434/v1/models', 'http://localhost:11434/v1'],
    ['https://api.example/chat/completions', 'https://api.example'],
    ['https://api.example/models/v1', 'https://api.example/models/v1'],
    ['https://api.example/chat/completions/x', 'https://api.example/chat/completions/x'],
    ['https://api.example/my-models', 'https://api.example/my-models'],
    ['https://api.example/a//b/', 'https://api.example/a//b'],
    ['HTTPS://API.example:443/v1#part', 'https://api.example/v1'],
  ])('%j is %s', (written, wanted) => {
    expect(judgeUrls(written, HTTP).completions).toBe(`${wanted}/chat/completions`);
  });

  it('has its models and its search beside it', () => {
    expect(judgeUrls('https://api.example/v1/?v=2#x', HTTPS)).toEqual({
      completions: 'https://api.example/v1/chat/completions?v=2',
      models: 'https://api.example/v1/models?v=2',
      origin: 'https://api.example',
    });
  });

  it.each([
    '',
    'localhost:11434/v1',
    'localhost',
    'ftp://localhost/v1',
    'xhttp://localhost',
    'https+unix://localhost',
    'file:///v1',
    'http://me@localhost/v1',
    'http://:word@localhost/v1',
    'http://me:word@localhost/v1',
  ])('%j is none', (written) => {
    expect(() => judgeUrls(written, HTTP)).toThrow('judge.bad-address');
  });

  it.each([
    'http://judge.example/v1',
    'http://localhost.example/v1',
    'http://my-localhost/v1',
    'http://192.168.1.5/v1',
    'http://127.example/v1',
    'http://10.127.0.0.1.example/v1',
    'http://[::2]/v1',
    'http://[1::1]/v1',
  ])('%j is not for a page of https', (written) => {
    expect(() => judgeUrls(written, HTTPS)).toThrow('judge.mixed-content');
    expect(base(written)).toBe(written);
  });

  it.each([
    'http://localhost:1/v1',
    'http://judge.localhost/v1',
    'http://127.0.0.1/v1',
    'http://127.200.30.4/v1',
    'http://[::1]/v1',
    'https://judge.example/v1',
  ])('%j is for any page', (written) => {
    expect(base(written, HTTPS)).toBe(written);
  });
});

describe('a key', () => {
  it.each(['', 'sk-abc_DEF', '!~'])('may be %j', (key) => {
    expect(() => assertKey(key)).not.toThrow();
  });

  it.each([' ', 'a b', 'a\n', '\ta', 'schlüssel', '\u007f'])('is not %j', (key) => {
    expect(() => assertKey(key)).toThrow('judge.bad-key');
  });
});

describe('what a server says', () => {
  const secrets = secretsOf('https://judge.example:8443/v1?key=SEC/RET&v=1&flag1', 'sk-"a+b"');

  it.each([
    ['no sk-"a+b" here', 'no … here'],
    ['no SK-"A+B" here', 'no … here'],
    ['no sk-\\"a+b\\" here', 'no … here'],
    ['no sk-%22a%2Bb%22 here', 'no … here'],
    ['no sk-%22a+b%22 here', 'no … here'],
    ['at https://judge.example:8443/v1?key=SEC/RET&v=1&flag1 it', 'at … it'],
    ['at judge.example:8443 it', 'at … it'],
    ['at judge.example it', 'at … it'],
    ['SEC/RET and SEC%2FRET and flag1', '… and … and …'],
    // What is too short hides nothing.
    ['v=1', 'v=1'],
    ['sk-xaxbx', 'sk-xaxbx'],
  ])('is told as %j -> %j', (said, told) => {
    expect(scrubbed(said, secrets)).toBe(told);
  });

  it('is told on one line, and not at length', () => {
    expect(scrubbed(' a\n\n  b\t', [])).toBe('a b');
    for (const secret of [[], ['secret']]) expect(scrubbed('x'.repeat(301), secret)).toBe('x'.repeat(300));
    expect(scrubbed(`${'x'.repeat(299)}secret`, ['secret'])).toBe(`${'x'.repeat(299)}…`);
    // A secret at the edge is gone before the rest is cut.
    expect(scrubbed(`${'x'.repeat(298)}secret`, ['secret'])).toBe(`${'x'.repeat(298)}…`);
  });

  it('loses a secret in every way of writing it', () => {
    const told = (said: string, url: string, key = '') => scrubbed(said, secretsOf(url, key));
    const url = 'https://judge.example/v1';
    expect(told('no s%65cret!', `${url}?a=1&key=s%65cret!`)).toBe('no …');
    expect(told('no secret!', `${url}?a=1&key=s%65cret!`)).toBe('no …');
    expect(told('no secret%21', `${url}?a=1&key=s%65cret!`)).toBe('no …');
    expect(told('no s%65cret', `${url}?s%65cret`)).toBe('no …');
    expect(told('no sk-%28a%29%7Eb', url, 'sk-(a)~b')).toBe('no …');
    // Not a letter more.
    expect(told('key=secret-1&', `${url}?key=secret-1`)).toBe('key=…&');
    expect(told('=key=1', url, 'key=1')).toBe('=…');
  });

  it('stays whole where what it repeats hides nothing', () => {
    const told = (said: string, url: string, key = '') => scrubbed(said, secretsOf(url, key));
    expect(told('max text', 'http://localhost/v1', 'x')).toBe('max text');
    expect(told('GPU out of memory at gpu:80', 'http://gpu:8000/v1')).toBe('GPU out of memory at gpu:80');
    expect(told('at gpu:8000', 'http://gpu:8000/v1')).toBe('at …');
    expect(told('no none', 'http://gpu:8000/v1', 'none')).toBe('no …');
  });

  it('loses the longest secret first', () => {
    expect(scrubbed('key-part', ['key', 'key-part'])).toBe('…');
    expect(scrubbed('key-part', ['key-part', 'key'])).toBe('…');
  });

  it('keeps nothing of a secret that is written over lines', () => {
    expect(secretsOf('https://j.example/v1?q=a+b%0Ac++d', '')).toContain('a b c d');
    // Nothing between the letters of a message is one.
    expect(secretsOf('https://j.example/v1?q=%20%20%20%20', '').every((secret) => secret.length > 3)).toBe(
      true,
    );
    expect(secretsOf('https://j.example/v1?abc=123&abcd=', '')).not.toContain('123');
    expect(secretsOf('https://j.example/v1?abc=1234&abcd=', '')).toEqual(
      expect.arrayContaining(['1234', 'abcd']),
    );
  });
});
