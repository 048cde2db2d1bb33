import type { Hosts } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { conjunctionText } from '../labels/figures.ts';
import type { Tone } from '../labels/status-labels.ts';

type Engine = Hosts['engines'][number];
type Host = Hosts['hosts'][number];
type StatusLabel = { readonly text: string; readonly tone: Tone; readonly hint: string };

/** The status of a data store, and what works without it. */
export function engineStatusLabel({ name, state }: Pick<Engine, 'name' | 'state'>): StatusLabel {
  const text = t(`system.engineStatus.${state}`);
  if (state === 'away') return { text, tone: 'bad', hint: t(`system.unreachableHint.${name}`) };
  return { text, tone: state === 'ok' ? 'good' : 'quiet', hint: t(`system.engineStatusHint.${state}`) };
}

/** The status of a host, from its own report and the data stores that it cannot reach. */
export function hostStatusLabel({ draining, engines, roles, processes }: Host): StatusLabel {
  if (draining) return hostStatus('stopping', 'quiet');
  if (roles.includes('delivery') && processes.length === 0)
    return { text: t('system.hostStatus.starting'), tone: 'waiting', hint: t('system.hostStatusHint.starting') };
  const unreachable = (['redis', 'store'] as const).filter((name) => engines[name] === 'away');
  if (unreachable.length === 0) return hostStatus('serving', 'good');
  const components = conjunctionText(unreachable.map((name) => t(`system.engine.${name}`)));
  return {
    text: t('system.hostStatus.isolated'),
    tone: 'waiting',
    hint: t('system.hostStatusHint.isolated', { components }),
  };
}

function hostStatus(status: 'stopping' | 'serving', tone: Tone): StatusLabel {
  return { text: t(`system.hostStatus.${status}`), tone, hint: t(`system.hostStatusHint.${status}`) };
}
