import { Checkbox, Group, Input, NumberInput, Stack } from '@mantine/core';
import type { PlainMessageKey } from '../../../messages/message-keys.ts';
import { t } from '../../i18n/t.ts';
import { Segments } from '../../ui/field/segments.tsx';
import type { BookingValues } from '../model/booking-values.ts';

type Loop = NonNullable<BookingValues['loop']>;
type Allocation = 'rest' | 'plays' | 'percent';

const allocationLabels = {
  rest: 'booking.label.loopRest',
  plays: 'booking.label.loopPlays',
  percent: 'booking.label.loopPercent',
} as const satisfies Record<Allocation, PlainMessageKey>;
const emptyLoop: Loop = { playsPerLoop: null, percent: null, minGap: 0, wholeStore: false };

/** Share of a booking in the loop of a screen. */
export function LoopFields({
  loop,
  onChange,
  error,
}: {
  readonly loop: BookingValues['loop'];
  readonly onChange: (loop: BookingValues['loop']) => void;
  readonly error: string | undefined;
}) {
  const current = loop ?? emptyLoop;
  const allocation = allocationOf(current);
  const change = (changes: Partial<Loop>) => {
    const next = { ...current, ...changes };
    onChange(allocationOf(next) === 'rest' && next.minGap === 0 ? null : next);
  };
  return (
    <Stack gap="xs">
      <Input.Wrapper label={t('booking.label.loop')} labelElement="div" error={error}>
        <Segments
          aria-label={t('booking.label.loop')}
          data={Object.entries(allocationLabels).map(([value, key]) => ({ value, label: t(key) }))}
          value={allocation}
          onChange={(chosen) =>
            change({
              playsPerLoop: chosen === 'plays' ? 1 : null,
              percent: chosen === 'percent' ? 10 : null,
              wholeStore: chosen === 'plays' && current.wholeStore,
            })
          }
          orientation="horizontal"
          fullWidth={false}
        />
      </Input.Wrapper>
      <Group align="flex-end" gap="sm">
        {allocation === 'plays' && (
          <NumberInput
            label={t('booking.label.loopPlays')}
            min={1}
            max={720}
            allowDecimal={false}
            value={current.playsPerLoop ?? ''}
            onChange={(plays) => change({ playsPerLoop: Math.max(1, Number(plays)) })}
            w={160}
          />
        )}
        {allocation === 'percent' && (
          <NumberInput
            label={t('booking.label.loopPercent')}
            min={0.01}
            max={100}
            decimalScale={2}
            value={current.percent ?? ''}
            onChange={(percent) => change({ percent: Math.max(0.01, Number(percent)) })}
            w={160}
          />
        )}
        <NumberInput
          label={t('booking.label.loopGap')}
          min={0}
          max={100}
          allowDecimal={false}
          value={current.minGap}
          onChange={(gap) => change({ minGap: Number(gap) })}
          w={200}
        />
      </Group>
      {allocation === 'plays' && (
        <Checkbox
          label={t('booking.label.wholeStore')}
          description={t('booking.hint.wholeStore')}
          checked={current.wholeStore}
          onChange={(event) => change({ wholeStore: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

function allocationOf({ playsPerLoop, percent }: Loop): Allocation {
  if (playsPerLoop !== null) return 'plays';
  return percent === null ? 'rest' : 'percent';
}
