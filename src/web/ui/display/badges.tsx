import { Badge, Group } from '@mantine/core';
import type { CreativeState, DeliveryHealth, Status } from '../../../core/words/statuses.ts';
import { t } from '../../i18n/t.ts';
import { creativeStateTones, healthTones, statusTones, type Tone } from '../../labels/status-labels.ts';
import classes from './badges.module.css';
import { hint } from './hints.tsx';

/** Status of a campaign or booking; what it means on demand. */
export function StatusBadge({ status }: { readonly status: Status }) {
  return (
    <ToneBadge
      text={t(`labels.status.${status}`)}
      tone={statusTones[status]}
      means={t(`labels.statusHint.${status}`)}
    />
  );
}

/** How well something delivers that should. */
export function HealthBadge({ health }: { readonly health: DeliveryHealth }) {
  return (
    <ToneBadge
      text={t(`labels.health.${health}`)}
      tone={healthTones[health]}
      means={t(`labels.healthHint.${health}`)}
    />
  );
}

/** Status, and health where there is something to say about it. */
export function StatusBadges({ status, health }: { readonly status: Status; readonly health: DeliveryHealth }) {
  return (
    <Group gap={6} wrap="nowrap">
      <StatusBadge status={status} />
      {(health !== 'ok' || status === 'running') && <HealthBadge health={health} />}
    </Group>
  );
}

/** State of a creative. */
export function StateBadge({ state }: { readonly state: CreativeState }) {
  return (
    <ToneBadge
      text={t(`labels.creativeState.${state}`)}
      tone={creativeStateTones[state]}
      means={t(`labels.creativeStateHint.${state}`)}
    />
  );
}

/** Of what was archived. */
export function ArchivedBadge() {
  return <ToneBadge text={t('labels.status.archived')} tone="quiet" />;
}

/** Of parts whose names may still change. */
export function BetaBadge() {
  return <ToneBadge text="Beta" tone="busy" means="This part is new: its names may still change." />;
}

/** A word with a dot in the colour of its tone: told by both. */
export function ToneBadge({
  text,
  tone,
  means,
}: {
  readonly text: string;
  readonly tone: Tone;
  readonly means?: string;
}) {
  return (
    <Badge
      variant="outline"
      className={classes.badge}
      data-tone={tone}
      leftSection={<span className={classes.dot} />}
      {...hint(means)}
    >
      {text}
    </Badge>
  );
}
