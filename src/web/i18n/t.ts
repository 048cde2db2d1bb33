/*
 * The language of the interface.
 *
 * - `t.ts`: formats a message. `rich-text.tsx`: a message with elements inside. `format-locale.ts`: the locale of numbers
 *   and dates.
 * - `interface-locale.ts`: which language to use. `activate-locale.ts`: loads a language. `catalogs.ts`: its files.
 * - `pseudo-messages.ts`: the pseudo-locales of tests.
 *
 * The messages are in `messages/catalog`. See docs/internals/web-interface.md.
 */

import { i18n } from '@lingui/core';
import type { MessageKey } from '../../messages/message-keys.ts';
import type { ArgumentsOf } from '../../messages/translate.ts';

/**
 * A message in the language of the interface. Call it while rendering or in a handler, never while a module loads,
 * because the catalog is not loaded yet. A table of labels contains keys instead.
 */
export function t<Key extends MessageKey>(key: Key, ...values: ArgumentsOf<Key>): string {
  return i18n._(key, values[0]);
}
