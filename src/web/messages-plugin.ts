import type { Plugin } from 'vite';
import { catalogFiles, loadMessages, partOfMessage } from '../messages/load-messages.ts';
import { isLocale } from '../messages/locales.ts';

const prefix = 'virtual:messages/';

/**
 * Makes `virtual:messages/nl` a module with the compiled messages of the first view in that language, and
 * `virtual:messages/nl/pages` a module with those of the other pages.
 */
export function messagesPlugin(): Plugin {
  return {
    name: 'placard-messages',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      const [locale = '', part = 'firstView'] = id.replace(`\0${prefix}`, '').split('/');
      if (!id.startsWith(`\0${prefix}`) || !isLocale(locale)) return null;
      for (const { path } of catalogFiles()) this.addWatchFile(path);
      const messages = loadMessages(locale, { includes: (key) => partOfMessage(key) === part });
      // A string for JSON.parse loads faster than the same object as code.
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(messages))});`;
    },
  };
}
