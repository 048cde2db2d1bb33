const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Returns a TCF 2.2 string of a consent platform, encoded bit by bit: purposes (1 to 24) and special features (1 to 12)
 * with consent, and no vendor. The test of core/consent/tcf-string.ts proves that readers agree with the IAB library.
 */
export function writeTcfString(purposes: readonly number[], specialFeatures: readonly number[] = []): string {
  const flags = (numbers: readonly number[], count: number) =>
    Array.from({ length: count }, (_, index) => (numbers.includes(index + 1) ? '1' : '0')).join('');
  const number = (value: number, width: number) => value.toString(2).padStart(width, '0');
  const day = 17_900_000_000;
  const letters = (text: string) => Array.from(text, (letter) => number(letter.charCodeAt(0) - 65, 6)).join('');
  const fields = [
    number(2, 6),
    number(day, 36),
    number(day, 36),
    number(10, 12) + number(1, 12) + number(1, 6),
    letters('NL'),
    number(100, 12),
    number(5, 6),
    '00',
    flags(specialFeatures, 12) + flags(purposes, 24) + flags([], 24),
    `0${letters('BE')}`,
    // No vendor with consent or legitimate interest, and no restriction.
    number(0, 17) + number(0, 17) + number(0, 12),
  ].join('');
  const padded = fields.padEnd(Math.ceil(fields.length / 6) * 6, '0');
  return (padded.match(/.{6}/g) ?? []).map((six) => alphabet[Number.parseInt(six, 2)]).join('');
}
