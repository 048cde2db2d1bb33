import { ActionIcon, Button, Group, Input, NumberInput, Stack, Text } from '@mantine/core';
import { capSubjects } from '../../../core/vocabulary/cap-subjects.ts';
import { t } from '../../i18n/t.ts';
import { type Cap, capPeriods, unknownViewerChoices } from '../../labels/cap-labels.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { Select } from '../../ui/field/selects.tsx';
import type { BookingValues } from '../model/booking-values.ts';

/** Limit of the API. */
const maxCaps = 8;
const periods = () => capPeriods.map((value) => ({ value, label: t(`labels.capPeriod.${value}`) }));
const subjects = () => capSubjects.map((value) => ({ value, label: t(`labels.capSubject.${value}`) }));
const unknowns = () => unknownViewerChoices.map((value) => ({ value, label: t(`labels.unknownViewer.${value}`) }));

/** Frequency caps of a booking, one row for each. */
export function CapFields({
  caps,
  onChange,
  error,
}: {
  readonly caps: BookingValues['caps'];
  readonly onChange: (caps: BookingValues['caps']) => void;
  readonly error: string | undefined;
}) {
  const put = (index: number, cap: Cap) =>
    onChange(caps.map((current, position) => (position === index ? cap : current)));
  return (
    <Input.Wrapper label={t('booking.label.caps')} labelElement="div" error={error}>
      <Stack gap={6} mt={4}>
        {caps.map((cap, index) => (
          <CapRow
            // Caps have no ids, and editing keeps their order.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            number={index + 1}
            cap={cap}
            onChange={(next) => put(index, next)}
            onRemove={() => onChange(caps.filter((_, position) => position !== index))}
          />
        ))}
        {caps.length < maxCaps && (
          <Group>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<Icon name="add" size={13} />}
              onClick={() => onChange([...caps, { scope: 'day', most: 3 }])}
            >
              {t('booking.action.addCap')}
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

function CapRow({
  number,
  cap,
  onChange,
  onRemove,
}: {
  readonly number: number;
  readonly cap: Cap;
  readonly onChange: (cap: Cap) => void;
  readonly onRemove: () => void;
}) {
  const { scope, most, per = 'viewer', whenUnknown = 'skip' } = cap;
  const choose = (next: Cap['scope']) => onChange(next === 'request' ? { scope: next, most } : { ...cap, scope: next });
  return (
    <div>
      <Group gap={6} align="flex-start">
        <NumberInput
          aria-label={t('booking.label.capCount', { number })}
          prefix={`${t('booking.format.atMost')} `}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          value={most}
          onChange={(times) => onChange({ ...cap, most: Math.max(1, Number(times)) })}
          w={130}
        />
        <Select
          aria-label={t('booking.label.capPeriod', { number })}
          data={periods()}
          value={scope}
          allowDeselect={false}
          onChange={(next) => choose(next as Cap['scope'])}
          w={140}
        />
        {scope !== 'request' && (
          <>
            <Select
              aria-label={t('booking.label.capSubject', { number })}
              data={subjects()}
              value={per}
              allowDeselect={false}
              onChange={(next) => onChange({ ...cap, per: next as NonNullable<Cap['per']> })}
              w={190}
            />
            <Select
              aria-label={t('booking.label.capUnknown', { number })}
              data={unknowns()}
              value={whenUnknown}
              allowDeselect={false}
              onChange={(next) => onChange({ ...cap, whenUnknown: next as NonNullable<Cap['whenUnknown']> })}
              w={290}
            />
          </>
        )}
        <ActionIcon color="gray" mt={4} aria-label={t('booking.action.removeCap', { number })} onClick={onRemove}>
          <Icon name="remove" />
        </ActionIcon>
      </Group>
      {scope !== 'request' && (
        <Text fz="xs" c="dimmed" mt={2}>
          {t(`labels.capSubjectHint.${per}`)}
        </Text>
      )}
    </div>
  );
}
