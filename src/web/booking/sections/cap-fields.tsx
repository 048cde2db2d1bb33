import { ActionIcon, Button, Group, Input, NumberInput, Select, Stack, Text } from '@mantine/core';
import { capSubjects } from '../../../core/words/cap-subjects.ts';
import { t } from '../../i18n/t.ts';
import { type Cap, capPeriods, unknownViewerChoices } from '../../labels/cap-labels.ts';
import { Icon } from '../../ui/display/icon.tsx';
import type { BookingValues } from '../model/booking-values.ts';

/** As the API has it. */
const maxCaps = 8;
const periods = () => capPeriods.map((value) => ({ value, label: t(`labels.capPeriod.${value}`) }));
const subjects = () => capSubjects.map((value) => ({ value, label: t(`labels.capSubject.${value}`) }));
const unknowns = () => unknownViewerChoices.map((value) => ({ value, label: t(`labels.unknownViewer.${value}`) }));

/** How often somebody may see it, each cap a sentence. */
export function CapFields({
  caps,
  onChange,
  error,
}: {
  readonly caps: BookingValues['caps'];
  readonly onChange: (caps: BookingValues['caps']) => void;
  readonly error: string | undefined;
}) {
  const put = (index: number, cap: Cap) => onChange(caps.map((one, place) => (place === index ? cap : one)));
  return (
    <Input.Wrapper label="Frequency caps" labelElement="div" error={error}>
      <Stack gap={6} mt={4}>
        {caps.map((cap, index) => (
          <CapRow
            // Caps have no ids, and their places are kept while they are edited.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            number={index + 1}
            cap={cap}
            onChange={(next) => put(index, next)}
            onRemove={() => onChange(caps.filter((_, place) => place !== index))}
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
              Add a cap
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
          aria-label={`Cap ${number}: at most`}
          prefix="at most "
          min={1}
          max={1_000_000}
          allowDecimal={false}
          value={most}
          onChange={(times) => onChange({ ...cap, most: Math.max(1, Number(times)) })}
          w={130}
        />
        <Select
          aria-label={`Cap ${number}: in what`}
          data={periods()}
          value={scope}
          allowDeselect={false}
          onChange={(next) => choose(next as Cap['scope'])}
          w={140}
        />
        {scope !== 'request' && (
          <>
            <Select
              aria-label={`Cap ${number}: for whom`}
              data={subjects()}
              value={per}
              allowDeselect={false}
              onChange={(next) => onChange({ ...cap, per: next as NonNullable<Cap['per']> })}
              w={190}
            />
            <Select
              aria-label={`Cap ${number}: who is not known`}
              data={unknowns()}
              value={whenUnknown}
              allowDeselect={false}
              onChange={(next) => onChange({ ...cap, whenUnknown: next as NonNullable<Cap['whenUnknown']> })}
              w={290}
            />
          </>
        )}
        <ActionIcon color="gray" mt={4} aria-label={`Remove cap ${number}`} onClick={onRemove}>
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
