import { Group } from '@mantine/core';
import { t } from '../../i18n/t.ts';
import { DayInput } from './day-input.tsx';

type DayRange = { readonly from: string | undefined; readonly until: string | undefined };

/** A range of days: two date inputs. A first day after the last day moves the other one along. */
export function DayRangeField({
  from,
  until,
  onChange,
  compact = false,
}: DayRange & {
  readonly onChange: (range: DayRange) => void;
  /** Shows the labels inside the empty fields and makes the range optional, as filters do. */
  readonly compact?: boolean;
}) {
  const change = (range: DayRange, moved: 'from' | 'until') => {
    const isReversed = range.from !== undefined && range.until !== undefined && range.from > range.until;
    onChange(isReversed ? { from: range[moved], until: range[moved] } : range);
  };
  const width = { base: '100%', xs: 150 };
  return (
    <Group gap="xs" wrap="nowrap" w={{ base: '100%', xs: 'auto' }}>
      <DayInput
        label={t('common.label.firstDay')}
        value={from}
        onChange={(day) => change({ from: day, until }, 'from')}
        compact={compact}
        clearable={compact}
        w={width}
      />
      <DayInput
        label={t('common.label.lastDay')}
        value={until}
        onChange={(day) => change({ from, until: day }, 'until')}
        compact={compact}
        clearable={compact}
        w={width}
      />
    </Group>
  );
}
