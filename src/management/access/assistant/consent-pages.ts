import { escapeHtml } from '../../../platform/http/escape-html.ts';
import type { PageLanguage } from '../sign-in/page-language.ts';
import { titledPage } from '../sign-in/sign-in-pages.ts';
import { consentPath } from '../token/token-service-options.ts';
import type { ApprovalRequest } from './approvals.ts';
import { isMetadataClientId } from './assistant-clients.ts';
import type { AssistantRight } from './assistant-rights.ts';
import { returnsTo } from './redirect-uris.ts';

/** The person who decides about a request. */
type Decider = { readonly id: number; readonly name: string; readonly email: string };

/** The page with the name, address and requested rights of an assistant, which a person approves or denies. */
export function consentPage(
  asked: { readonly id: string; readonly request: ApprovalRequest; readonly person: Decider },
  language: PageLanguage,
): string {
  const { id, request, person } = asked;
  const { t, branding } = language;
  const rights: Readonly<Record<AssistantRight, string>> = {
    'assistant:read': t('assistant.text.read'),
    'assistant:draft': t('assistant.text.draft', { account: branding.name }),
  };
  const fact = (label: string, value: string) => `<h2>${escapeHtml(label)}</h2><p>${escapeHtml(value)}</p>`;
  return titledPage(
    language,
    t('assistant.title.connect', { client: request.clientName }),
    `<p class="lead">${escapeHtml(t('assistant.text.lead', { account: branding.name }))}</p>
<p class="notice bad" role="note">${escapeHtml(t('assistant.text.unverified'))}</p>
<section>${fact(t('assistant.label.client'), request.clientName)}
${isMetadataClientId(request.clientId) ? fact(t('assistant.label.publishedBy'), new URL(request.clientId).host) : ''}
${fact(t('assistant.label.returnsTo'), returnsTo(request.redirectUri))}
${fact(t('assistant.label.person'), `${person.name} (${person.email})`)}
<h2>${escapeHtml(t('assistant.label.rights'))}</h2><ul>${request.rights.map((right) => `<li>${escapeHtml(rights[right])}</li>`).join('')}</ul>
<p>${escapeHtml(t('assistant.text.limits'))}</p></section>
<form method="post" action="${consentPath}/${escapeHtml(id)}"><input type="hidden" name="user" value="${person.id}">
<p><button type="submit" name="decision" value="approve">${escapeHtml(t('assistant.action.approve'))}</button> <button type="submit" name="decision" value="deny" class="quiet">${escapeHtml(t('assistant.action.deny'))}</button></p></form>`,
  );
}

/**
 * The page that forwards to the authorization server, and from there to the client. A redirect is not possible: browsers
 * apply the form policy of the previous page to redirects, and it allows no other host.
 */
export function returningPage(path: string, clientName: string, language: PageLanguage): string {
  const { t } = language;
  const address = escapeHtml(path);
  return titledPage(
    language,
    t('assistant.title.returning', { client: clientName }),
    `<meta http-equiv="refresh" content="0;url=${address}"><section><p>${escapeHtml(t('assistant.text.returning'))}</p>
<p><a class="button" href="${address}">${escapeHtml(t('assistant.action.continueTo', { client: clientName }))}</a></p></section>`,
  );
}
