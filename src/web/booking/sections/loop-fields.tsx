import { Group, Input, NumberInput, SegmentedControl, Stack } from '@mantine/core';
import type { BookingValues } from '../model/booking-values.ts';

type Loop = NonNullable<BookingValues['loop']>;
type Way = 'rest' | 'plays' | 'percent';

const ways: readonly { readonly value: Way; readonly label: string }[] = [
  { value: 'rest', label: 'Share of the rest' },
  { value: 'plays', label: 'Plays of each loop' },
  { value: 'percent', label: 'Percent of all plays' },
];
const nothing: Loop = { playsPerLoop: null, percent: null, minGap: 0 };

/** What a booking has of the loop of a screen. */
export function LoopFields({
  loop,
  onChange,
  error,
}: {
  readonly loop: BookingValues['loop'];
  readonly onChange: (loop: BookingValues['loop']) => void;
  readonly error: string | undefined;
}) {
  const held = loop ?? nothing;
  const way = wayOf(held);
  const change = (changes: Partial<Loop>) => {
    const next = { ...held, ...changes };
    onChange(wayOf(next) === 'rest' && next.minGap === 0 ? null : next);
  };
  return (
    <Stack gap="xs">
      <Input.Wrapper label="Loop of the screen" labelElement="div" error={error}>
        <SegmentedControl
          aria-label="Loop of the screen"
          data={[...ways]}
          value={way}
          onChange={(chosen) =>
            change({ playsPerLoop: chosen === 'plays' ? 1 : null, percent: chosen === 'percent' ? 10 : null })
          }
          orientation="horizontal"
          fullWidth={false}
        />
      </Input.Wrapper>
      <Group align="flex-end" gap="sm">
        {way === 'plays' && (
          <NumberInput
            label="Plays of each loop"
            min={1}
            max={720}
            allowDecimal={false}
            value={held.playsPerLoop ?? ''}
            onChange={(plays) => change({ playsPerLoop: Math.max(1, Number(plays)) })}
            w={160}
          />
        )}
        {way === 'percent' && (
          <NumberInput
            label="Percent of all plays"
            min={0.01}
            max={100}
            decimalScale={2}
            suffix=" %"
            value={held.percent ?? ''}
            onChange={(percent) => change({ percent: Math.max(0.01, Number(percent)) })}
            w={160}
          />
        )}
        <NumberInput
          label="Others between two plays"
          min={0}
          max={100}
          allowDecimal={false}
          value={held.minGap}
          onChange={(gap) => change({ minGap: Number(gap) })}
          w={200}
        />
      </Group>
    </Stack>
  );
}

function wayOf({ playsPerLoop, percent }: Loop): Way {
  if (playsPerLoop !== null) return 'plays';
  return percent === null ? 'rest' : 'percent';
}
