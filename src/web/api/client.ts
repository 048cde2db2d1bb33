/*
 * How pages talk to the API.
 *
 * - `client.ts`: the generated client, with errors as `PlacardProblem`. `query-client.ts`, `invalidate-resources.ts`: cached
 *   answers.
 * - `resource.ts`: the calls of a resource, for drawers and pages. `choice-source.ts`: objects to choose from.
 * - `use-draft.ts`, `merge-patch.ts`, `use-save.ts`, `field-conflicts.ts`: forms, saving, conflicts.
 * - `use-me.ts`, `person.ts`, `ensure-me.ts`: who is signed in, and what they may do. `use-names.ts`: names of ids.
 */

import { createClient } from '../../client/generated/client/index.ts';
import type { Problem } from '../../client/generated/types.gen.ts';
import { isProblem, type Outcome, orThrow, PlacardProblem } from '../../client/placard-problem.ts';

/** A change by cookie must carry it, so that no other site's page can make one. */
export const changeHeaders = { 'Placard-Session': '1' };

/** Calls the management API as the person who is signed in. Whoever is no longer signed in is led to do so. */
export const client = createClient({ baseUrl: window.location.origin, headers: changeHeaders });

client.interceptors.response.use((response) => {
  if (response.status === 401) askToSignIn();
  return response;
});
client.interceptors.error.use((error, response) => {
  if (isProblem(error)) return error;
  return unreachable(response?.status ?? 0);
});

/** The answer of an operation; a problem is thrown as a `PlacardProblem`. */
export async function dataOf<Data>(outcome: Promise<Outcome<Data>>): Promise<Data> {
  return (await orThrow(withResponse(outcome))).data;
}

/** A page of a list, and how many objects the whole list has. */
export async function listDataOf<One>(
  outcome: Promise<Outcome<readonly One[]>>,
): Promise<{ readonly rows: readonly One[]; readonly total: number }> {
  const { data, response } = await orThrow(withResponse(outcome));
  return { rows: data, total: Number(response.headers.get('Record-Count') ?? data.length) };
}

/** An object and the ETag that a change of it must name. */
export async function objectWithEtag<One>(
  outcome: Promise<Outcome<One>>,
): Promise<{ readonly object: One; readonly etag: string }> {
  const { data, response } = await orThrow(withResponse(outcome));
  return { object: data, etag: response.headers.get('ETag') ?? '' };
}

/** The problem behind an error of a call; one of our own making when it is none. */
export function problemOfError(error: unknown): Problem {
  if (error instanceof PlacardProblem) return error.problem;
  return problem({
    title: 'Something went wrong on this page',
    detail: error instanceof Error ? error.message : String(error),
  });
}

/** What a person reads about an error. */
export function messageOf(error: unknown): string {
  const { detail, title, errors } = problemOfError(error);
  const fields = (errors ?? []).map(({ pointer, message }) => `${pointer.replace(/^\//, '')} ${message}`);
  return fields.length > 0 ? fields.join('; ') : (detail ?? title);
}

async function withResponse<Data>(outcome: Promise<Outcome<Data>>): Promise<Outcome<Data>> {
  const { error, ...rest } = await outcome;
  // Without an answer nothing was reached, and the generated client says so by an error alone.
  if (error !== undefined && !isProblem(error)) throw new PlacardProblem(unreachable(0));
  return { ...rest, error };
}

/** When there was no answer, or one in nobody’s words. */
export function unreachable(status: number): Problem {
  const detail = 'Nothing was changed. Check the connection and try again.';
  return { ...problem({ title: 'The server could not be reached', detail }), status };
}

/** One that no server sent. */
function problem(words: { readonly title: string; readonly detail: string }): Problem {
  return { type: 'about:blank', status: 0, instance: '', code: 'unavailable', ...words };
}

function askToSignIn(): void {
  const here = `${window.location.pathname}${window.location.search}`;
  window.location.assign(`/sign-in?returnTo=${encodeURIComponent(here)}`);
}
