import type { ExplainBody } from '../../client/generated/types.gen.ts';
import { instantOf } from '../ui/time/zoned-time.ts';

/** An ad request as texts of the form. Empty texts are not set. */
export type ExplainRequest = {
  readonly slots: string;
  readonly parameters: string;
  readonly pageUrl: string;
  readonly country: string;
  readonly device: string;
  readonly segments: string;
  readonly consent: string;
  /** Local time as `2026-12-01 18:00:00`. */
  readonly at: string;
  readonly revision: string;
};

export const emptyExplainRequest: ExplainRequest = {
  slots: '',
  parameters: '',
  pageUrl: '',
  country: '',
  device: '',
  segments: '',
  consent: '',
  at: '',
  revision: '',
};

/** The body of the API, without empty fields. @param zone time zone of the local time */
export function explainBodyOf(request: ExplainRequest, zone: string): ExplainBody {
  const { pageUrl, consent, at, revision } = request;
  return {
    slots: listOf(request.slots).map((slotName) => ({ slotName })),
    ...optional('parameters', parametersOf(request.parameters)),
    ...(pageUrl.trim() !== '' && { pageUrl: pageUrl.trim() }),
    ...optional('country', listOf(request.country)),
    ...optional('device', listOf(request.device)),
    ...optional('segments', listOf(request.segments)),
    ...(consent !== '' && { consent: consent as 'granted' | 'denied' }),
    ...(at !== '' && { at: instantOf(at, zone) }),
    ...(revision.trim() !== '' && { revision: Number(revision) }),
  };
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function parametersOf(text: string): Record<string, string[]> {
  const entries = text.split('\n').flatMap((line) => {
    const [key = '', ...rest] = line.split('=');
    return key.trim() === '' ? [] : [[key.trim(), listOf(rest.join('='))] as const];
  });
  return Object.fromEntries(entries);
}

function optional<Name extends string, Value extends object>(name: Name, value: Value): Partial<Record<Name, Value>> {
  return Object.keys(value).length === 0 ? {} : ({ [name]: value } as Record<Name, Value>);
}
