import { t } from '../../i18n/t.ts';
import { MomentInput } from './moment-input.tsx';
import { deviceZone } from './zoned-time.ts';

/** A date and time in the time zone of the device. Empty: now. */
export function MomentField(props: {
  readonly label: string;
  /** Local time without a time zone, as `2026-11-22 09:30:00`. */
  readonly value: string | null;
  readonly onChange: (wall: string | null) => void;
  readonly maxDate?: Date;
}) {
  const { label, value, onChange, maxDate } = props;
  return (
    <MomentInput
      label={t('common.label.withTimeZone', { label, timeZone: deviceZone })}
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
