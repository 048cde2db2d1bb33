import { describe, expect, test } from 'vitest';
import { commentParts, mentionBefore, mentionedIn } from './comment-parts.ts';

describe('the parts of a comment', () => {
  test('are links without the punctuation of the sentence, mentions, and text', () => {
    expect(commentParts('See https://a.example/x?y=1. @Maya Peeters\nok', ['Maya', 'Maya Peeters'])).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'https://a.example/x?y=1' },
      { kind: 'text', text: '. ' },
      { kind: 'mention', text: '@Maya Peeters' },
      { kind: 'text', text: '\nok' },
    ]);
  });

  test.each(['javascript:alert(1)', '<b>bold</b>', 'ftp://a.example', 'https://', '@Maya'])(
    'of %s without mentions are plain text',
    (text) => {
      expect(commentParts(text, [])).toEqual([{ kind: 'text', text }]);
    },
  );

  test('contain a mention inside a link only as part of the link', () => {
    expect(commentParts('https://a.example/@Maya', ['Maya'])).toEqual([
      { kind: 'link', text: 'https://a.example/@Maya' },
    ]);
  });
});

test.each([
  ['Hello @ma', 9, 'ma'],
  ['@', 1, ''],
  ['a@b', 3, undefined],
  ['@maya p', 7, undefined],
  ['@maya', 3, 'ma'],
])('the name before the caret of %j at %i is %j', (text, caret, expected) => {
  expect(mentionBefore(text, caret)).toBe(expected);
});

test('a mention whose name was removed from the text is omitted', () => {
  const users = [{ name: 'Maya' }, { name: 'Tom' }];
  expect(mentionedIn('Hello @Tom', users)).toEqual([{ name: 'Tom' }]);
});
