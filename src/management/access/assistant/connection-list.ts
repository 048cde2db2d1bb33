import { formatTags } from '../../../messages/locales.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import type { PageLanguage } from '../sign-in/page-language.ts';
import type { AssistantConnection } from './assistant-connections.ts';

/** The section of the account page with the connected assistants, as markup. */
export function connectionList(connections: readonly AssistantConnection[], { t, locale }: PageLanguage): string {
  const format = new Intl.DateTimeFormat(formatTags[locale], { dateStyle: 'medium', timeZone: 'UTC' });
  const items = connections.map(({ id, clientName, hosts, createdAt, lastUsedAt }) => {
    const text = t('assistant.text.connection', {
      client: clientName,
      host: hosts.join(', '),
      date: format.format(createdAt),
    });
    const used = lastUsedAt === null ? '' : t('assistant.text.lastUsed', { date: format.format(lastUsedAt) });
    return `<form method="post" action="/account/assistants/revoke"><p>${escapeHtml(text)}${used === '' ? '' : `<br>${escapeHtml(used)}`}</p>
<p><button type="submit" name="connection" value="${id}" class="quiet" aria-label="${escapeHtml(`${t('assistant.action.revoke')}: ${clientName}`)}">${escapeHtml(t('assistant.action.revoke'))}</button></p></form>`;
  });
  const content = items.length === 0 ? `<p>${escapeHtml(t('assistant.text.none'))}</p>` : items.join('\n');
  return `<section><h2>${escapeHtml(t('assistant.title.connections'))}</h2>${content}</section>\n`;
}
