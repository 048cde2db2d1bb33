import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replacedTermsIn } from '../support/text/replaced-terms.ts';

const root = join(import.meta.dirname, '../..');

/**
 * The style guide lists the terms, and this check and its rules contain them. Migrations are never edited. The venue
 * types have the codes of a public standard.
 */
const exempt =
  /^docs\/style-guide\.md$|replaced-terms|^src\/client\/generated\/|^src\/messages\/|^src\/platform\/db\/migrations\/|^src\/core\/vocabulary\/codes\/venue-types\.ts$|^package-lock\.json$/;

test('no source, test or document contains a replaced term', () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const files = listed
    .toString()
    .split('\n')
    .filter((file) => /\.(?:tsx?|mjs|js|json|md|ya?ml|html|css|txt)$/.test(file) && !exempt.test(file));
  expect(files.length).toBeGreaterThan(2_000);
  const found = files.flatMap((file) => {
    const kind = /\.(?:tsx?|mjs|js)$/.test(file) ? 'code' : 'document';
    return replacedTermsIn(readFileSync(join(root, file), 'utf8'), kind).map(
      ({ line, text, use }) => `${file}:${line} ${text} -> ${use}`,
    );
  });
  expect(found).toEqual([]);
});

test.each([
  ['a pronoun in a comment', '// Told to whoever asks.', 'whoever'],
  ['an inversion in a message', "throw new Error('nobody answers');", 'nobody'],
  ['a name with several meanings', 'const place = index + 1;', 'place'],
  ['a compound name', 'const memberPlaces = [];', 'memberPlaces'],
  ['a name that starts with the term', 'placeOf(booking);', 'placeOf'],
])('reports %s', (_, source, term) => {
  expect(replacedTermsIn(source, 'code')).toMatchObject([{ line: 1, text: term }]);
});

test.each([
  ['the Unix user', "const users = ['postgres', 'nobody'];"],
  ['an idiom', '/** Updates a snapshot in place. */'],
  ['a word that contains a term', 'text.replaceAll(placeholder, value);'],
])('ignores %s', (_, source) => {
  expect(replacedTermsIn(source, 'code')).toEqual([]);
});
