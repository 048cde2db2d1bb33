import type { ExplainBody } from '../../client/generated/types.gen.ts';

/** A request that is thought of, as its form has it: texts, empty where nothing is said. */
export type ExplainRequest = {
  readonly slots: string;
  readonly parameters: string;
  readonly pageUrl: string;
  readonly country: string;
  readonly device: string;
  readonly segments: string;
  readonly consent: string;
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

/** The same for the API; what is empty is left out. A moment without an offset is one of UTC. */
export function explainBodyOf(thought: ExplainRequest): ExplainBody {
  const { pageUrl, consent, at, revision } = thought;
  return {
    slots: listOf(thought.slots).map((slotName) => ({ slotName })),
    ...given('parameters', parametersOf(thought.parameters)),
    ...(pageUrl.trim() !== '' && { pageUrl: pageUrl.trim() }),
    ...given('country', listOf(thought.country)),
    ...given('device', listOf(thought.device)),
    ...given('segments', listOf(thought.segments)),
    ...(consent !== '' && { consent: consent as 'granted' | 'denied' }),
    ...(at.trim() !== '' && { at: instantOf(at.trim()) }),
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

function given<Name extends string, Value extends object>(name: Name, value: Value): Partial<Record<Name, Value>> {
  return Object.keys(value).length === 0 ? {} : ({ [name]: value } as Record<Name, Value>);
}

function instantOf(text: string): string {
  const withSeconds = /T\d\d:\d\d$/.test(text) ? `${text}:00` : text;
  return /(?:Z|[+-]\d\d:\d\d)$/.test(withSeconds) ? withSeconds : `${withSeconds}Z`;
}
