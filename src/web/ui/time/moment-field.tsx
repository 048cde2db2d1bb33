import { DateTimePicker } from '@mantine/dates';
import { deviceZone } from './zoned-time.ts';

/** Any moment by the clock of the device; empty: now. */
export function MomentField(props: {
  readonly label: string;
  /** As the picker writes it: date and time without a zone. */
  readonly value: string | null;
  readonly onChange: (wall: string | null) => void;
  readonly maxDate?: Date;
}) {
  const { label, value, onChange, maxDate } = props;
  return (
    <DateTimePicker
      label={`${label} (${deviceZone})`}
      placeholder="Now"
      clearable
      clearButtonProps={{ 'aria-label': 'Back to now' }}
      size="xs"
      value={value}
      onChange={onChange}
      {...(maxDate === undefined ? {} : { maxDate })}
    />
  );
}
