import { use } from 'react';
import { t } from '../../i18n/t.ts';
import { MomentInput } from './moment-input.tsx';
import { ZoneContext } from './zone-context.ts';
import { instantOf, zoneName } from './zoned-time.ts';

/** A date and time in the time zone of the account, which the label names. Empty: now. */
export function MomentField(props: {
  readonly label: string;
  /** Local time without a time zone, as `2026-11-22 09:30:00`. */
  readonly value: string | null;
  readonly onChange: (wall: string | null) => void;
  /** Latest local time. */
  readonly maxDate?: string;
}) {
  const { label, value, onChange, maxDate } = props;
  const zone = use(ZoneContext);
  const at = value === null ? new Date().toISOString() : instantOf(value, zone);
  return (
    <MomentInput
      label={t('common.label.withTimeZone', { label, timeZone: zoneName(at, zone) })}
      placeholder={t('common.hint.now')}
      clearable
      clearButtonProps={{ 'aria-label': t('common.action.resetToNow') }}
      size="xs"
      value={value}
      onChange={onChange}
      {...(maxDate === undefined ? {} : { maxDate })}
    />
  );
}
