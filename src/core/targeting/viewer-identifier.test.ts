import { describe, expect, test } from 'vitest';
import { foldedMember, identifierRule, isIdentifier, memberIdentifier } from './viewer-identifier.ts';

describe('memberIdentifier', () => {
  test.each([
    ['case', 'aB+1x', 'Ab+1x'],
    ['punctuation', 'aB+1x', 'aB-1x'],
    ['accents', 'Jose', 'José'],
    ['Unicode normalisation', 'e\u0301', '\u00e9'],
  ])('keeps identifiers apart that differ in %s', (_, one, other) => {
    expect(memberIdentifier('ui', one)).not.toBe(memberIdentifier('ui', other));
  });

  test('trims the identifier and folds the kind', () => {
    expect(memberIdentifier('ID5-Sync.com', '  User-7\t')).toBe('id5_sync_com:User-7');
  });

  test('keeps kinds apart whose identifiers contain a colon', () => {
    expect(memberIdentifier('a:b', 'c')).not.toBe(memberIdentifier('a', 'b:c'));
  });
});

describe('foldedMember', () => {
  test('returns the form of erasures that predate exact comparison of identifiers', () => {
    expect(foldedMember('ui:Ab-1X:y')).toBe('ui:ab_1x_y');
  });
});

describe('isIdentifier', () => {
  test.each(['user-7', ' 7 ', 'мария', '田中', 'मीरा', '٧', 'a'.repeat(256), `  ${'a'.repeat(256)}  `])(
    'accepts %j',
    (value) => {
      expect(isIdentifier(value)).toBe(true);
    },
  );

  test.each([
    '',
    '   ',
    '0',
    '00000000-0000-0000-0000-000000000000',
    '-_+',
    'Unknown',
    ' null ',
    'a'.repeat(257),
    'a\ud800',
    7,
    null,
  ])('rejects %j', (value) => {
    expect(isIdentifier(value)).toBe(false);
  });

  test('has a rule text that states the checked limits', () => {
    expect(identifierRule).toMatch(/256.*other than 0.*"unknown"/);
  });
});
