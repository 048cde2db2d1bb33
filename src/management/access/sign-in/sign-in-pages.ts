import { maxPasswordLength, minPasswordLength } from '../../../core/words/limits.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { htmlPage } from '../../api/html-page.ts';

/** A sentence that tells what became of the last attempt; markup in it is none. */
export type Notice = { readonly tone: 'bad' | 'good'; readonly text: string };

type SignInForm = {
  /** Path of ours. */
  readonly returnTo: string;
  readonly email?: string | undefined;
  readonly notice?: Notice | undefined;
  /** Where people can sign in with an account that they have elsewhere. */
  readonly providers: readonly Provider[];
};

type Provider = { readonly id: number; readonly name: string };

/** The form for e-mail address and password. */
export function signInPage({ returnTo, email = '', notice, providers }: SignInForm): string {
  return htmlPage(
    'Sign in',
    `<h1>Sign in</h1>
${noticeOf(notice)}${providers.length === 0 ? '' : providerLinks(providers, returnTo)}<section><form method="post" action="/sign-in">
<input type="hidden" name="returnTo" value="${escapeHtml(returnTo)}">
${field({ name: 'email', label: 'E-mail address', type: 'email', complete: 'username', value: email })}
${field({ ...passwordField(providers), name: 'password', type: 'password', complete: 'current-password' })}
<p><button type="submit">Sign in</button></p></form></section>`,
  );
}

/**
 * Leads on to an identity provider. A page and not a redirect, because browsers hold what a form leads to against the
 * policy for forms, which allows no other host.
 */
export function leadPage(provider: Provider, returnTo: string): string {
  const address = escapeHtml(addressOf(provider, returnTo));
  return htmlPage(
    'Sign in',
    `<meta http-equiv="refresh" content="0;url=${address}"><h1>Sign in</h1>
<section><p><a class="button" href="${address}">Continue with ${escapeHtml(provider.name)}</a></p></section>`,
  );
}

function providerLinks(providers: readonly Provider[], returnTo: string): string {
  const links = providers.map(
    (provider) =>
      `<p><a class="button" href="${escapeHtml(addressOf(provider, returnTo))}">Continue with ${escapeHtml(provider.name)}</a></p>`,
  );
  return `<section>${links.join('\n')}</section>\n`;
}

function addressOf({ id }: Provider, returnTo: string): string {
  return `/sign-in/with/${id}?returnTo=${encodeURIComponent(returnTo)}`;
}

function passwordField(providers: readonly Provider[]) {
  return providers.length === 0
    ? { label: 'Password' }
    : { label: 'Password, empty when your company signs you in', optional: true };
}

type Account = { readonly name: string; readonly role: string; readonly email: string; readonly hasPassword: boolean };

/** Who is signed in, and what they can do about it. */
export function accountPage(account: Account, notice?: Notice): string {
  return htmlPage(
    'Your account',
    `<h1>${escapeHtml(account.name)}</h1><p class="lead">${escapeHtml(account.email)}, ${escapeHtml(account.role)}</p>
${noticeOf(notice)}<section><form method="post" action="/sign-out"><p>You are signed in.</p>
<p><button type="submit">Sign out</button> <button type="submit" formaction="/account/sign-out-everywhere" class="quiet">Sign out everywhere</button></p></form></section>
${account.hasPassword ? passwordForm() : ''}<p><a href="/">Start page</a></p>`,
  );
}

/** Asks whoever opened the address, as a page of another site could have made their browser do. */
export function signOutPage(): string {
  return htmlPage(
    'Sign out',
    `<h1>Sign out?</h1><section><form method="post" action="/sign-out"><p><button type="submit">Sign out</button></p></form></section>
<p><a href="/account">Stay signed in</a></p>`,
  );
}

/** What cannot be done, why, and where to go on. */
export function failurePage(failure: { readonly title: string; readonly detail: string }): string {
  return htmlPage(
    escapeHtml(failure.title),
    `<h1>${escapeHtml(failure.title)}</h1>
<section><p>${escapeHtml(failure.detail)}</p></section><p><a href="/sign-in">Sign in</a></p>`,
  );
}

function passwordForm(): string {
  return `<section><h2>Change your password</h2><form method="post" action="/account/password">
${field({ name: 'current', label: 'Password until now', type: 'password', complete: 'current-password' })}
${field({ name: 'password', label: `New password, at least ${minPasswordLength} characters`, type: 'password', complete: 'new-password', minimum: minPasswordLength })}
<p><button type="submit">Change password</button></p></form></section>
`;
}

type Field = {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'password';
  readonly complete: string;
  readonly value?: string;
  readonly minimum?: number;
  readonly optional?: boolean;
};

function field({ name, label, type, complete, value = '', minimum, optional = false }: Field): string {
  const least = minimum === undefined ? '' : ` minlength="${minimum}"`;
  const most = type === 'password' ? maxPasswordLength : 255;
  return `<p><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${complete}" value="${escapeHtml(value)}" maxlength="${most}"${least}${optional ? '' : ' required'}></p>`;
}

function noticeOf(notice: Notice | undefined): string {
  if (notice === undefined) return '';
  return `<p class="notice ${notice.tone}" role="${notice.tone === 'bad' ? 'alert' : 'status'}">${escapeHtml(notice.text)}</p>\n`;
}
