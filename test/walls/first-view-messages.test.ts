import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { partOfMessage, readCatalog } from '../../src/messages/load-messages.ts';

const root = join(import.meta.dirname, '../..');
const keys = new Set(readCatalog().keys());
/** The frame and the pages of the first view. Routes import all other pages, whose messages load with them. */
const entries = ['shell/frame.tsx', 'home/home-page.tsx', 'campaign/campaign-list-page.tsx', 'localized-app.tsx'];

test('the first view uses only messages that load with it', () => {
  const files = reachableFrom(entries.map((entry) => join(root, 'src/web', entry)));
  expect(files.size).toBeGreaterThan(50);
  const outside = [...files].flatMap((file) =>
    messagesIn(file)
      .filter((key) => partOfMessage(key) !== 'firstView')
      .map((key) => `${file.slice(root.length + 1)}: ${key}`),
  );
  // Move these messages to labels.json, or add their area to `firstViewAreas` in src/messages/load-messages.ts.
  expect(outside).toEqual([]);
});

/** Returns the files that the entries import, directly or dynamically, without those that only the routes import. */
function reachableFrom(entries: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  const visit = (file: string) => {
    if (files.has(file) || !existsSync(file) || /(routes|\.gen|\.css)\.?[a-z]*$/.test(file)) return;
    const source = readFileSync(file, 'utf8');
    // Loads the messages of the pages together with the code that needs them.
    if (/loadPageMessages\(\),?\s*\]/.test(source)) return;
    files.add(file);
    const imports = source.matchAll(/^(?!import type).*(?:from|import\() ?'(\.[^']+)'/gm);
    for (const [, path = ''] of imports) visit(join(dirname(file), path));
  };
  for (const entry of entries) visit(entry);
  return files;
}

/** Returns the message keys in a file. For a key with a variable name, returns the first message of its kind. */
function messagesIn(file: string): readonly string[] {
  const texts = [...readFileSync(file, 'utf8').matchAll(/['`"]([a-zA-Z]+\.[a-zA-Z]+\.[^'`"$]*)(\$\{)?/g)];
  return texts.flatMap(([, text = '', isTemplate]) =>
    isTemplate === undefined
      ? [text].filter((key) => keys.has(key))
      : [...keys].filter((key) => key.startsWith(text)).slice(0, 1),
  );
}
