/*
 * The message catalog: every text of the interface, of problem details, emails and report files, in all languages.
 *
 * - `catalog/*.json`: one file for each area. A message has a kind, a name and its text in each language:
 *   `campaign.action.importCsv`. Texts are ICU MessageFormat.
 * - `locales.ts`: the languages. `load-messages.ts`: reads and compiles the catalog (server and build).
 * - `message-keys.ts` (written by `npm run messages`): the type of every key and its arguments. `translate.ts`: the
 *   type of a function that formats messages. `translator.ts`: that function for the server. `message-arguments.ts`:
 *   the arguments of a compiled message.
 * - `translated.json` (written by `npm run messages`): the English text of each translation.
 *
 * Nothing here depends on the interface or the server. Source: docs/decisions/0172-message-catalog.md.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Locale } from './locales.ts';
import type { CompiledMessages } from './translate.ts';

/** A message in every language. */
export type Translations = Readonly<Record<Locale, string>>;

type Area = Readonly<Record<string, Readonly<Record<string, Translations>>>>;

/** Areas used only by the server. The web interface does not load them. */
const serverAreas: readonly string[] = ['email', 'problem', 'signIn'];
/** Areas that the frame, the home page and the campaign list use. Other pages load the rest. */
const firstViewAreas: readonly string[] = ['campaign', 'common', 'labels', 'shell'];
/** Groups of other areas that the home page shows. */
const firstViewGroups: readonly string[] = [
  'system.engine',
  'system.engineStatus',
  'system.engineStatusHint',
  'system.hostStatus',
  'system.hostStatusHint',
  'system.unreachableHint',
];

/** Part of the catalog by its consumer: only the server, the first view of the web interface, or its other pages. */
export type MessagePart = 'server' | 'firstView' | 'pages';

/** Returns every message by key, in all languages. */
export function readCatalog(): ReadonlyMap<string, Translations> {
  const messages = new Map<string, Translations>();
  for (const { area, path } of catalogFiles()) {
    const kinds = JSON.parse(readFileSync(path, 'utf8')) as Area;
    for (const [kind, texts] of Object.entries(kinds))
      for (const [name, translations] of Object.entries(texts)) messages.set(`${area}.${kind}.${name}`, translations);
  }
  return messages;
}

/** Returns the compiled messages of a language. Throws if a message is not valid ICU MessageFormat. */
export function loadMessages(locale: Locale, { includes = () => true }: MessageFilter = {}): CompiledMessages {
  const compiled: Record<string, CompiledMessage> = {};
  for (const [key, texts] of readCatalog()) if (includes(key)) compiled[key] = compileMessageOrThrow(texts[locale]);
  return compiled;
}

type MessageFilter = { readonly includes?: (key: string) => boolean };

/** Returns the part of a message by its area. */
export function partOfMessage(key: string): MessagePart {
  const [area = '', group = ''] = key.split('.');
  if (serverAreas.includes(area)) return 'server';
  return firstViewAreas.includes(area) || firstViewGroups.includes(`${area}.${group}`) ? 'firstView' : 'pages';
}

/** Returns the files of the catalog, one for each area. */
export function catalogFiles(): readonly { readonly area: string; readonly path: string }[] {
  const folder = join(import.meta.dirname, 'catalog');
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.sort().map((name) => ({ area: name.replace('.json', ''), path: join(folder, name) }));
}
