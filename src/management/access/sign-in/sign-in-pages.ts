import { maxPasswordLength, minPasswordLength } from '../../../core/vocabulary/limits/access-limits.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { htmlPage } from '../../api/html-page.ts';
import { accentStylePath } from '../../resources/settings/branding/read-branding.ts';
import type { AssistantConnection } from '../assistant/assistant-connections.ts';
import { connectionList } from '../assistant/connection-list.ts';
import type { PageLanguage } from './page-language.ts';

/** The outcome of the last attempt, as text without markup. */
export type Notice = { readonly tone: 'bad' | 'good'; readonly text: string };

type SignInForm = {
  /** Path of this server. */
  readonly returnTo: string;
  readonly email?: string | undefined;
  readonly notice?: Notice | undefined;
  readonly providers: readonly Provider[];
};

type Provider = { readonly id: number; readonly name: string };

/** The form for email address and password, and the identity providers. */
export function signInPage({ returnTo, email = '', notice, providers }: SignInForm, language: PageLanguage): string {
  const { t } = language;
  const password = providers.length === 0 ? 'signIn.label.password' : 'signIn.label.passwordOptional';
  return titledPage(
    language,
    t('signIn.action.signIn'),
    `${noticeOf(notice)}${providerLinks(providers, returnTo, language)}<section><form method="post" action="/sign-in">
<input type="hidden" name="returnTo" value="${escapeHtml(returnTo)}">
${field({ name: 'email', label: t('signIn.label.email'), type: 'email', complete: 'username', value: email, focus: email === '' })}
${field({ name: 'password', label: t(password), type: 'password', complete: 'current-password', optional: providers.length > 0, focus: email !== '' })}
${submit(t('signIn.action.signIn'))}</form></section>`,
  );
}

/**
 * Returns a page that forwards to an identity provider. A redirect is not possible: browsers apply the form policy to
 * redirects after a form, and the policy allows no other host.
 */
export function leadPage(provider: Provider, returnTo: string, language: PageLanguage): string {
  const { t } = language;
  const address = escapeHtml(addressOf(provider, returnTo));
  return titledPage(
    language,
    t('signIn.action.signIn'),
    `<meta http-equiv="refresh" content="0;url=${address}"><section>${providerLink(provider, returnTo, language)}</section>`,
  );
}

type Account = {
  readonly name: string;
  readonly role: string;
  readonly email: string;
  readonly hasPassword: boolean;
  readonly connections: readonly AssistantConnection[];
};

/** The signed-in user, the form to change the password, the connected assistants, and the buttons to sign out. */
export function accountPage(account: Account, language: PageLanguage, notice?: Notice): string {
  const { t } = language;
  return brandedPage(
    language,
    t('signIn.title.account'),
    `<h1>${escapeHtml(account.name)}</h1><p class="lead">${escapeHtml(account.email)}, ${escapeHtml(account.role)}</p>
${noticeOf(notice)}<section><form method="post" action="/sign-out"><p>${escapeHtml(t('signIn.text.signedIn'))}</p>
<p><button type="submit">${escapeHtml(t('signIn.action.signOut'))}</button> <button type="submit" formaction="/account/sign-out-everywhere" class="quiet">${escapeHtml(t('signIn.action.signOutEverywhere'))}</button></p></form></section>
${account.hasPassword ? passwordForm(language) : ''}${connectionList(account.connections, language)}<p><a href="/preferences">${escapeHtml(t('signIn.action.notificationPreferences'))}</a></p><p><a href="/">${escapeHtml(t('signIn.action.home'))}</a></p>`,
  );
}

type InvitationForm = {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly hasPassword: boolean;
};

/** The form with which an invited user sets name and password. */
export function invitationPage(form: InvitationForm, language: PageLanguage, notice?: Notice): string {
  const { t, branding } = language;
  const { token, name, email, hasPassword } = form;
  const newPassword = t('signIn.label.newPassword', { count: minPasswordLength });
  // The name of an invitation without one is the address.
  const isNamed = name !== email;
  const lead = hasPassword ? t('signIn.text.setNewPassword') : t('signIn.text.acceptInvitation');
  return titledPage(
    language,
    hasPassword ? t('signIn.title.setNewPassword') : t('signIn.title.invitation', { account: branding.name }),
    `<p class="lead">${escapeHtml(lead)}</p>
${noticeOf(notice)}<section><form method="post" action="/invitation">
<input type="hidden" name="invitation" value="${escapeHtml(token)}">
${shownField({ label: t('signIn.label.email'), value: email })}
${field({ name: 'name', label: t('signIn.label.name'), type: 'text', complete: 'name', value: isNamed ? name : '', focus: !isNamed })}
${field({ name: 'password', label: newPassword, type: 'password', complete: 'new-password', minimum: minPasswordLength, focus: isNamed })}
${submit(hasPassword ? t('signIn.action.setPassword') : t('signIn.action.acceptInvitation'))}</form></section>`,
  );
}

/** Asks for confirmation before signing out, because a page of another site could have opened the address. */
export function signOutPage(language: PageLanguage): string {
  const { t } = language;
  return titledPage(
    language,
    t('signIn.title.signOut'),
    `<section><form method="post" action="/sign-out">${submit(t('signIn.action.signOut'))}</form></section>
<p><a href="/account">${escapeHtml(t('signIn.action.staySignedIn'))}</a></p>`,
  );
}

/** What failed, why, and a link to try again. */
export function failurePage(
  failure: { readonly title: string; readonly detail: string },
  language: PageLanguage,
): string {
  return titledPage(
    language,
    failure.title,
    `<section><p>${escapeHtml(failure.detail)}</p></section><p><a href="/sign-in">${escapeHtml(language.t('signIn.action.signIn'))}</a></p>`,
  );
}

/** A page with its title as heading. Title is text, content is markup. */
export function titledPage(language: PageLanguage, title: string, content: string): string {
  return brandedPage(language, title, `<h1>${escapeHtml(title)}</h1>\n${content}`);
}

/** A page with the logo and name of the installation, and its image next to the content. */
function brandedPage({ locale, branding }: PageLanguage, title: string, content: string): string {
  const { name, logo, signInImage, accentColor } = branding;
  const head = `<p class="brand"><img src="${logo}" alt="" height="32"> ${escapeHtml(name)}</p>`;
  const image = signInImage === null ? '' : `<div class="cover"><img src="${signInImage}" alt=""></div>`;
  const brand = { logo, accentStyle: accentStylePath(accentColor) };
  return htmlPage(`${escapeHtml(title)} · ${escapeHtml(name)}`, `${head}\n${content}\n${image}`, locale, brand);
}

function providerLinks(providers: readonly Provider[], returnTo: string, language: PageLanguage): string {
  if (providers.length === 0) return '';
  return `<section>${providers.map((provider) => providerLink(provider, returnTo, language)).join('\n')}</section>\n`;
}

function providerLink(provider: Provider, returnTo: string, { t }: PageLanguage): string {
  const text = t('signIn.action.continueWith', { provider: provider.name });
  return `<p><a class="button" href="${escapeHtml(addressOf(provider, returnTo))}">${escapeHtml(text)}</a></p>`;
}

function addressOf({ id }: Provider, returnTo: string): string {
  return `/sign-in/with/${id}?returnTo=${encodeURIComponent(returnTo)}`;
}

function passwordForm({ t }: PageLanguage): string {
  const newPassword = t('signIn.label.newPassword', { count: minPasswordLength });
  return `<section><h2>${escapeHtml(t('signIn.title.changePassword'))}</h2><form method="post" action="/account/password">
${field({ name: 'current', label: t('signIn.label.currentPassword'), type: 'password', complete: 'current-password' })}
${field({ name: 'password', label: newPassword, type: 'password', complete: 'new-password', minimum: minPasswordLength })}
${submit(t('signIn.action.changePassword'))}</form></section>
`;
}

function submit(text: string): string {
  return `<p><button type="submit">${escapeHtml(text)}</button></p>`;
}

type Field = {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'password' | 'text';
  readonly complete: string;
  readonly value?: string;
  readonly minimum?: number;
  readonly optional?: boolean;
  /** Whether the field has the focus when the page opens. */
  readonly focus?: boolean;
};

function field({ name, label, type, complete, value = '', minimum, optional = false, focus = false }: Field): string {
  const least = minimum === undefined ? '' : ` minlength="${minimum}"`;
  const most = type === 'password' ? maxPasswordLength : 255;
  return `<p><label for="${name}">${escapeHtml(label)}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${complete}" value="${escapeHtml(value)}" maxlength="${most}"${least}${optional ? '' : ' required'}${focus ? ' autofocus' : ''}></p>`;
}

/** The address of the user, which is not sent. Password managers store it with the password. */
function shownField({ label, value }: { readonly label: string; readonly value: string }): string {
  return `<p><label for="email">${escapeHtml(label)}</label>
<input id="email" type="email" autocomplete="username" value="${escapeHtml(value)}" readonly></p>`;
}

function noticeOf(notice: Notice | undefined): string {
  if (notice === undefined) return '';
  return `<p class="notice ${notice.tone}" role="${notice.tone === 'bad' ? 'alert' : 'status'}">${escapeHtml(notice.text)}</p>\n`;
}
