import { Group } from '@mantine/core';
import type { BlockingReason, LimitingReason } from '../../../core/vocabulary/reasons.ts';
import type { CreativeState, DeliveryHealth, Status } from '../../../core/vocabulary/statuses.ts';
import { t } from '../../i18n/t.ts';
import { creativeStateTones, healthTones, statusTones, type Tone } from '../../labels/status-labels.ts';
import classes from './badges.module.css';
import { hintAttributes } from './hints.tsx';

/** The status of a campaign or booking. */
export function StatusBadge({ status }: { readonly status: Status }) {
  return (
    <ToneBadge text={t(`labels.status.${status}`)} tone={statusTones[status]} hint={t(`labels.statusHint.${status}`)} />
  );
}

/** The delivery health of a campaign or booking. */
export function HealthBadge({ health }: { readonly health: DeliveryHealth }) {
  return (
    <ToneBadge text={t(`labels.health.${health}`)} tone={healthTones[health]} hint={t(`labels.healthHint.${health}`)} />
  );
}

/** The status, and the health of a campaign or booking that delivers or has an issue. */
export function StatusBadges({ status, health }: { readonly status: Status; readonly health: DeliveryHealth }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <StatusBadge status={status} />
      {healthBadge({ status, health })}
    </Group>
  );
}

/** The health of a campaign or booking that delivers or has an issue. null for others. */
export function healthBadge({ status, health }: { readonly status: Status; readonly health: DeliveryHealth }) {
  return health === 'ok' && status !== 'running' ? null : <HealthBadge health={health} />;
}

/** The first reason of a status or health, next to its badge in the cards of narrow screens. */
export function CardReason({ reason }: { readonly reason: BlockingReason | LimitingReason | undefined }) {
  if (reason === undefined) return null;
  return (
    <span className={classes.reason} data-reason>
      {t(`labels.reason.${reason}`)}
    </span>
  );
}

/** The state of a creative. */
export function StateBadge({ state }: { readonly state: CreativeState }) {
  return (
    <ToneBadge
      text={t(`labels.creativeState.${state}`)}
      tone={creativeStateTones[state]}
      hint={t(`labels.creativeStateHint.${state}`)}
    />
  );
}

/** Marks an archived object. */
export function ArchivedBadge() {
  return <ToneBadge text={t('labels.status.archived')} tone="quiet" />;
}

/** Marks a part of the product whose API can still change. */
export function BetaBadge() {
  return <ToneBadge text={t('common.label.beta')} tone="busy" hint={t('common.hint.beta')} />;
}

/** A label with a dot in the color of its tone, so that color is not the only signal. */
export function ToneBadge({
  text,
  tone,
  hint,
}: {
  readonly text: string;
  readonly tone: Tone;
  readonly hint?: string;
}) {
  return (
    <span className={classes.badge} data-tone={tone} {...hintAttributes(hint)}>
      {text}
    </span>
  );
}
