import type { Hosts } from '../../client/generated/types.gen.ts';
import { type LeasedWork, leasedWork } from '../../core/words/leased-work.ts';
import type { Tone } from '../labels/status-labels.ts';

type Engine = Hosts['engines'][number];
type Host = Hosts['hosts'][number];
type Words = { readonly text: string; readonly tone: Tone; readonly means: string };

/** What an engine is called. */
export const engineNames: Readonly<Record<Engine['name'], string>> = {
  postgresql: 'PostgreSQL',
  redis: 'Redis',
  store: 'File store',
};

/** How an engine does, and what goes on without it. */
export function engineStatusLabel({ name, state }: Pick<Engine, 'name' | 'state'>): Words {
  if (state === 'ok') return { text: 'Answers', tone: 'good', means: 'It answers.' };
  if (state === 'unused') return { text: 'Not used', tone: 'quiet', means: 'Everything is on one machine.' };
  const without = {
    postgresql: 'Ads go on, events wait in the journal, and nothing can be changed.',
    redis: 'Ads go on by what each host knows, events wait on their hosts.',
    store: 'Ads go on with files asked for before; nothing can be uploaded.',
  };
  return { text: 'Away', tone: 'bad', means: without[name] };
}

/** How a host does: by what it says itself, and by the engines that it does not reach. */
export function hostStatusLabel({ draining, engines, roles, processes }: Host): Words {
  if (draining) return { text: 'Ends', tone: 'quiet', means: 'It was told to end and finishes what is under way.' };
  if (roles.includes('delivery') && processes.length === 0) {
    return { text: 'Starts', tone: 'waiting', means: 'None of its processes serves ads yet.' };
  }
  const away = (['redis', 'store'] as const).filter((name) => engines[name] === 'away');
  if (away.length > 0) {
    const names = away.map((name) => engineNames[name]).join(' and ');
    return { text: 'Alone', tone: 'waiting', means: `It does not reach ${names}, and goes on by what it knows.` };
  }
  return { text: 'Serves', tone: 'good', means: 'It serves.' };
}

export const hostRoleLabels: Readonly<Record<Host['roles'][number], string>> = {
  management: 'management',
  delivery: 'delivery',
  worker: 'work behind the scenes',
};

const wordsOfWork: Readonly<Record<LeasedWork, string>> = {
  publisher: 'Publishes changes',
  pacing: 'Paces goals and budgets',
  files: 'Removes files that nobody uses',
  segments: 'Takes in audience segments',
  'address-checks': 'Checks addresses of third parties',
  attribution: 'Credits orders to sponsored products',
  'audit-head': 'Keeps the newest audit entry outside the database',
};

/** What one worker does at a time; a worker of a newer version may do what this page has no words for. */
export function workLabel(name: string): string {
  const known = leasedWork.find((one) => one === name);
  return known === undefined ? name : wordsOfWork[known];
}
