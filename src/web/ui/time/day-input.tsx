import type { MantineStyleProps } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useEffect, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { CalendarSettings } from './calendar-settings.tsx';
import { dateInputFormat, parseDay } from './date-format.ts';
import { deviceZone, wallTimeOf } from './zoned-time.ts';

type DayInputProps = {
  readonly label: string;
  /** Shows the label inside the empty field, as filters do. */
  readonly compact?: boolean;
  /** YYYY-MM-DD. */
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
  readonly clearable?: boolean;
  readonly w?: MantineStyleProps['w'];
  readonly autoFocus?: boolean;
  /** Text that the user typed before the code of this field was loaded. */
  readonly typedText?: string;
};

/** A date input with a calendar. Dates can be typed in the format of the locale. */
export function DayInput(props: DayInputProps) {
  const { label, compact = false, value, onChange, clearable = false, typedText = '' } = props;
  const parse = (text: string) => parseDay(text, wallTimeOf(new Date(), deviceZone));
  const [typedDay, setTypedDay] = useState(() => parse(typedText));
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports the typed day once
  useEffect(() => {
    if (typedDay !== null) onChange(typedDay);
  }, []);
  useEffect(() => {
    if (value !== undefined) setTypedDay(null);
  }, [value]);
  return (
    <CalendarSettings>
      <DateInput
        {...(compact ? { 'aria-label': label, placeholder: label } : { label, placeholder: dateInputFormat() })}
        value={value ?? typedDay}
        onChange={(day) => {
          setTypedDay(null);
          onChange(day ?? undefined);
        }}
        valueFormat={dateInputFormat()}
        dateParser={parse}
        clearable={clearable}
        clearButtonProps={{ 'aria-label': t('common.action.clearField', { label }) }}
        w={props.w}
        autoFocus={props.autoFocus === true}
      />
    </CalendarSettings>
  );
}
