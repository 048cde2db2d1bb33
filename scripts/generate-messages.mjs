// `npm run messages`: writes the types of message keys and records the English text of each translation. A translation
// whose English text has changed is stale until it changes as well, or until `--accept key` confirms it. With --check
// it fails if the types are out of date or a translation is stale.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { readCatalog } from '../src/messages/load-messages.ts';
import { locales } from '../src/messages/locales.ts';
import { argumentsOf } from '../src/messages/message-arguments.ts';
import { pathOf } from './bootstrap/repository.mjs';

const keysFile = 'src/messages/message-keys.ts';
const translatedFile = 'src/messages/translated.json';

const [, ...translations] = locales;
const catalog = readCatalog();
const known = JSON.parse(readFileSync(pathOf(translatedFile), 'utf8'));

if (process.argv.includes('--check')) check();
else write(new Set(process.argv.slice(2).filter((argument) => argument !== '--accept')));

function check() {
  const problems = [];
  if (readFileSync(pathOf(keysFile), 'utf8') !== keysText()) problems.push(`${keysFile} is out of date`);
  for (const [key, { en }] of catalog)
    if (known[key] === undefined) problems.push(`${key}: not recorded as translated`);
    else if (known[key].en !== hashOf(en)) problems.push(`${key}: English changed, translations are stale`);
  for (const key of Object.keys(known)) if (!catalog.has(key)) problems.push(`${key}: recorded, but has no message`);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  if (problems.length > 0) process.stdout.write('Update the translations, then run: npm run messages\n');
  process.exitCode = problems.length > 0 ? 1 : 0;
}

function write(accepted) {
  const stale = [];
  const record = {};
  for (const [key, texts] of [...catalog].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const now = Object.fromEntries(locales.map((locale) => [locale, hashOf(texts[locale] ?? '')]));
    const before = known[key];
    const unchanged = translations.filter((locale) => before !== undefined && before[locale] === now[locale]);
    const isStale = before !== undefined && before.en !== now.en && unchanged.length > 0 && !accepted.has(key);
    if (isStale) stale.push(`${key}: English changed, ${unchanged.join(', ')} did not`);
    record[key] = isStale ? before : now;
  }
  const lines = Object.entries(record).map(([key, hashes]) => `  ${JSON.stringify(key)}: ${JSON.stringify(hashes)}`);
  writeFileSync(pathOf(translatedFile), `{\n${lines.join(',\n')}\n}\n`);
  writeFileSync(pathOf(keysFile), keysText());
  for (const line of stale) process.stdout.write(`${line}\n`);
  if (stale.length > 0) process.stdout.write('Translate them, or run: npm run messages -- --accept key\n');
  process.stdout.write(`${catalog.size} messages in ${locales.length} languages, ${stale.length} stale\n`);
  process.exitCode = stale.length > 0 ? 1 : 0;
}

function keysText() {
  const plain = [];
  const withArguments = [];
  for (const [key, { en }] of [...catalog].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const needed = [...argumentsOf(compileMessageOrThrow(en))].sort(([a], [b]) => (a < b ? -1 : 1));
    if (needed.length === 0) plain.push(`  | '${key}'`);
    else withArguments.push(`  '${key}': { ${needed.map(([name, type]) => `readonly ${name}: ${type}`).join('; ')} };`);
  }
  return `// Written by \`npm run messages\`. Do not edit.

/** Messages without arguments. */
export type PlainMessageKey =
${plain.join('\n')};

/** Messages with arguments, and the type of each argument. */
export type MessageArguments = {
${withArguments.join('\n')}
};

/** The key of a message: area, kind and name. */
export type MessageKey = PlainMessageKey | keyof MessageArguments;
`;
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
