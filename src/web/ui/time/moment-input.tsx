import { DateTimePicker, type DateTimePickerProps } from '@mantine/dates';
import { CalendarSettings } from './calendar-settings.tsx';
import { momentInputFormat } from './date-format.ts';

type MomentInputProps = Pick<
  DateTimePickerProps,
  | 'label'
  | 'description'
  | 'placeholder'
  | 'required'
  | 'disabled'
  | 'error'
  | 'clearable'
  | 'clearButtonProps'
  | 'maxDate'
  | 'size'
> & {
  /** Local time without a time zone, as `2026-11-22 09:30:00`. */
  readonly value: string | null;
  readonly onChange: (wall: string | null) => void;
};

/** A date and time. */
export function MomentInput(props: MomentInputProps) {
  return (
    <CalendarSettings>
      <DateTimePicker {...props} valueFormat={momentInputFormat()} />
    </CalendarSettings>
  );
}
