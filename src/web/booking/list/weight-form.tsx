import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { maxCreativeWeight } from '../../../core/vocabulary/limits/booking-limits.ts';
import { useNames } from '../../api/use-names.ts';
import { creativeChoices } from '../../creative/model/creative-choices.ts';
import { t } from '../../i18n/t.ts';
import { shareText } from '../../labels/figures.ts';
import type { BookedCreative } from '../model/booking-values.ts';

const allCreatives = creativeChoices({});

/** The weight of each creative of a booking, with its part of the rotation. */
export function WeightForm({
  creatives,
  onSave,
  close,
}: {
  readonly creatives: readonly BookedCreative[];
  readonly onSave: (creatives: readonly BookedCreative[]) => Promise<void>;
  readonly close: () => void;
}) {
  const [values, setValues] = useState(creatives);
  const nameOf = useNames(
    allCreatives,
    creatives.map(({ creativeId }) => creativeId),
  );
  const total = values.reduce((sum, { weight }) => sum + weight, 0);
  const isChanged = values.some(({ weight }, index) => weight !== creatives[index]?.weight);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    close();
    if (isChanged) void onSave(values);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        {values.map((entry, index) => (
          <NumberInput
            key={entry.creativeId}
            size="xs"
            label={t('booking.label.weightOf', { name: nameOf(entry.creativeId) })}
            description={t('booking.format.rotationShare', { share: shareText(entry.weight / total) })}
            // The form may load after the focus trap of the popover has chosen an element.
            autoFocus={index === 0}
            data-autofocus={index === 0 ? true : undefined}
            min={1}
            max={maxCreativeWeight}
            allowDecimal={false}
            clampBehavior="strict"
            value={entry.weight}
            onChange={(weight) => setValues(values.with(index, { ...entry, weight: Math.max(1, Number(weight)) }))}
          />
        ))}
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={close}>
            {t('common.action.cancel')}
          </Button>
          <Button size="xs" type="submit" disabled={!isChanged}>
            {t('common.action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
