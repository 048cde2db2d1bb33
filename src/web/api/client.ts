/*
 * The API client of the interface.
 *
 * - `client.ts`: the generated client, with errors as `PlacardProblem`. `query-client.ts`, `invalidate-resources.ts`: cached
 *   responses.
 * - `resource.ts`: the calls of a resource, for drawers and pages. `choice-source.ts`: options of selects.
 * - `use-draft.ts`, `merge-patch.ts`, `use-save.ts`, `field-conflicts.ts`: forms, saving, conflicts.
 * - `session-state.ts`: whether the session has ended.
 * - `use-me.ts`, `person.ts`, `ensure-me.ts`: the signed-in user and their permissions. `use-names.ts`: names of ids.
 */

import { createClient } from '../../client/generated/client/index.ts';
import type { Problem } from '../../client/generated/types.gen.ts';
import { isProblem, type Outcome, orThrow, PlacardProblem } from '../../client/placard-problem.ts';
import { t } from '../i18n/t.ts';
import { sessionState } from './session-state.ts';

/** The header that requests with a session cookie need, as protection against cross-site request forgery. */
export const changeHeaders = { 'Placard-Session': '1' };

/**
 * Calls the management API as the signed-in user. When the session has ended, `SessionGuard` asks the user to sign in
 * again. Before the first page is shown, the sign-in page is opened.
 */
export const client = createClient({ baseUrl: window.location.origin, headers: changeHeaders });

client.interceptors.response.use((response) => {
  if (response.status === 401) {
    if (sessionState.isInUse) sessionState.setEnded(true);
    else openSignIn();
  }
  return response;
});
client.interceptors.error.use((error, response) => {
  if (isProblem(error)) return error;
  return unreachable(response?.status ?? 0);
});

/** The response body of an operation. A problem is thrown as `PlacardProblem`. */
export async function dataOf<Data>(outcome: Promise<Outcome<Data>>): Promise<Data> {
  return (await orThrow(withResponse(outcome))).data;
}

/** One page of a list, and the number of objects in the whole list. */
export async function listDataOf<Row>(
  outcome: Promise<Outcome<readonly Row[]>>,
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
  const { data, response } = await orThrow(withResponse(outcome));
  return { rows: data, total: Number(response.headers.get('Record-Count') ?? data.length) };
}

/** An object and its ETag, which a change must send. */
export async function objectWithEtag<Row>(
  outcome: Promise<Outcome<Row>>,
): Promise<{ readonly object: Row; readonly etag: string }> {
  const { data, response } = await orThrow(withResponse(outcome));
  return { object: data, etag: response.headers.get('ETag') ?? '' };
}

/** The problem of a failed call. Other errors become a problem with a generic title. */
export function problemOfError(error: unknown): Problem {
  if (error instanceof PlacardProblem) return error.problem;
  return problem({
    title: t('common.error.unexpected'),
    detail: error instanceof Error ? error.message : String(error),
  });
}

/** The message of an error for the user. */
export function messageOf(error: unknown): string {
  const { detail, title, errors } = problemOfError(error);
  const fields = (errors ?? []).map(({ pointer, message }) =>
    t('common.error.field', { field: pointer.replace(/^\//, ''), message }),
  );
  return fields.length > 0 ? fields.join('; ') : (detail ?? title);
}

async function withResponse<Data>(outcome: Promise<Outcome<Data>>): Promise<Outcome<Data>> {
  const { error, ...rest } = await outcome;
  // Without a response, the generated client returns only an error.
  if (error !== undefined && !isProblem(error)) throw new PlacardProblem(unreachable(0));
  return { ...rest, error };
}

/** The problem of a call without a response, or with a response that is no problem document. */
export function unreachable(status: number): Problem {
  const texts = { title: t('common.error.unreachable'), detail: t('common.error.unreachableDetail') };
  return { ...problem(texts), status };
}

/** A problem that does not come from the server. */
function problem(texts: { readonly title: string; readonly detail: string }): Problem {
  return { type: 'about:blank', status: 0, instance: '', code: 'unavailable', ...texts };
}

function openSignIn(): void {
  const here = `${window.location.pathname}${window.location.search}`;
  window.location.assign(`/sign-in?returnTo=${encodeURIComponent(here)}`);
}
