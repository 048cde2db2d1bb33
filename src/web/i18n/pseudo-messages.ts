import type { CompiledMessages } from '../../messages/translate.ts';

type Token = CompiledMessages[string][number];

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  u: 'ü',
  A: 'Å',
  E: 'É',
  I: 'Î',
  N: 'Ñ',
  O: 'Ø',
  U: 'Û',
};
/** Text grows by two fifths, as from English to the longest of the other languages. */
const growth = 0.4;

/** English with accents and 40 % more characters. Arguments and tags stay as they are. */
export function pseudoMessages(english: CompiledMessages): CompiledMessages {
  return Object.fromEntries(Object.entries(english).map(([key, message]) => [key, message.map(pseudoToken)]));
}

function pseudoToken(token: Token): Token {
  if (typeof token === 'string') return token === '#' ? token : pseudoText(token);
  const [name, type, choices] = token;
  if (type !== 'plural' && type !== 'select' && type !== 'selectordinal') return token;
  const mapped = Object.entries(choices as object).map(([choice, message]) => [
    choice,
    Array.isArray(message) ? message.map(pseudoToken) : message,
  ]);
  return [name, type, Object.fromEntries(mapped)];
}

function pseudoText(text: string): string {
  const pieces = text.split(/(<[^>]*>)/).map((piece) => {
    if (piece.startsWith('<')) return piece;
    const letters = piece.replace(/\P{L}/gu, '').length;
    const padding = 'áéíöü'.repeat(10).slice(0, Math.ceil(letters * growth));
    const accented = piece.replaceAll(/[a-z]/gi, (letter) => accents[letter] ?? letter);
    const end = accented.trimEnd();
    return letters === 0 ? piece : `${end}${padding}${accented.slice(end.length)}`;
  });
  return pieces.join('');
}
