import { ActionIcon, Group, NumberInput, TextInput } from '@mantine/core';
import { valueFacts } from '../../core/targeting/value-facts.ts';
import { minuteText } from '../../core/time/local-time.ts';
import { weekdays } from '../../core/vocabulary/statuses.ts';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import { MultiSelect, Select, TagsInput } from '../ui/field/selects.tsx';
import { isCodedFact } from './code-options.ts';
import { CodeValues } from './code-values.tsx';
import { SegmentValues } from './segment-values.tsx';
import { StoreValues } from './store-values.tsx';
import type { Leaf } from './targeting-model.ts';
import { ValueTags } from './value-tags.tsx';

type LeafProps<Edited extends Leaf> = { readonly leaf: Edited; readonly onChange: (leaf: Leaf) => void };

const minutesPerStep = 30;
const stepsOfDay = Array.from({ length: 49 }, (_, step) => ({
  value: String(step * minutesPerStep),
  label: minuteText(step * minutesPerStep),
}));
const decimals = 6;

/** One condition: the fact and the matching values. */
export function LeafEditor({ leaf, onChange, onRemove }: LeafProps<Leaf> & { readonly onRemove: () => void }) {
  return (
    <Group gap="xs" mb="xs" align="flex-start" wrap="nowrap" data-condition data-field="targeting">
      <Group gap="xs" style={{ flex: 1, minWidth: 0 }}>
        {'fact' in leaf && <FactValues leaf={leaf} onChange={onChange} />}
        {'key' in leaf && <KeyFields leaf={leaf} onChange={onChange} />}
        {'urlParts' in leaf && (
          <ValueTags
            name={t('targeting.label.urlContains')}
            example="/sport/"
            values={leaf.urlParts}
            onChange={(urlParts) => onChange({ urlParts })}
          />
        )}
        {'near' in leaf && <NearFields leaf={leaf} onChange={onChange} />}
        {'dayPart' in leaf && <DayPartFields leaf={leaf} onChange={onChange} />}
      </Group>
      <ActionIcon color="gray" onClick={onRemove} aria-label={t('targeting.action.removeCondition')} mt={4}>
        <Icon name="remove" />
      </ActionIcon>
    </Group>
  );
}

function FactValues({ leaf, onChange }: LeafProps<Extract<Leaf, { fact: unknown }>>) {
  const { example, offered = [] } = valueFacts[leaf.fact];
  const { fact } = leaf;
  const name = t(`labels.targetingFact.${leaf.fact}`);
  const tags = { name, example, values: leaf.values, onChange: (values: string[]) => onChange({ ...leaf, values }) };
  if (isCodedFact(fact)) return <CodeValues {...tags} fact={fact} />;
  if (fact === 'chain' || fact === 'store') return <StoreValues {...tags} of={fact} />;
  return fact === 'segment' ? <SegmentValues {...tags} /> : <ValueTags {...tags} data={[...offered]} />;
}

function KeyFields({ leaf, onChange }: LeafProps<Extract<Leaf, { key: string }>>) {
  return (
    <>
      <TextInput
        aria-label={t('targeting.label.parameterName')}
        placeholder="ct"
        size="xs"
        w={{ base: '100%', sm: 150 }}
        maxLength={40}
        value={leaf.key}
        onChange={(event) => onChange({ ...leaf, key: event.currentTarget.value })}
      />
      <TagsInput
        aria-label={t('targeting.label.parameterValues')}
        placeholder={leaf.values.length === 0 ? t('targeting.hint.parameterValues') : undefined}
        value={[...leaf.values]}
        onChange={(values) => onChange({ ...leaf, values })}
        splitChars={[',', ';']}
        acceptValueOnBlur
        style={{ flex: 1, minWidth: 160 }}
        size="xs"
      />
    </>
  );
}

function NearFields({ leaf, onChange }: LeafProps<Extract<Leaf, { near: unknown }>>) {
  const field = (
    name: keyof typeof leaf.near,
    label: string,
    limits: { readonly min: number; readonly max: number },
  ) => (
    <NumberInput
      label={label}
      size="xs"
      w={110}
      hideControls
      decimalScale={name === 'metres' ? 0 : decimals}
      {...limits}
      value={leaf.near[name]}
      onChange={(value) => onChange({ near: { ...leaf.near, [name]: Number(value) } })}
    />
  );
  return (
    <>
      {field('latitude', t('targeting.label.latitude'), { min: -90, max: 90 })}
      {field('longitude', t('targeting.label.longitude'), { min: -180, max: 180 })}
      {field('metres', t('targeting.label.radius'), { min: 1, max: 10_000_000 })}
    </>
  );
}

function DayPartFields({ leaf, onChange }: LeafProps<Extract<Leaf, { dayPart: unknown }>>) {
  const part = leaf.dayPart;
  const change = (changes: Partial<typeof part>) => onChange({ dayPart: { ...part, ...changes } });
  return (
    <>
      <MultiSelect
        aria-label={t('targeting.label.days')}
        placeholder={(part.days ?? []).length === 0 ? t('labels.format.everyDay') : undefined}
        data={weekdays.map((value) => ({ value, label: t(`labels.weekday.${value}`) }))}
        value={[...(part.days ?? [])]}
        onChange={(days) => change({ days: weekdays.filter((day) => days.includes(day)) })}
        size="xs"
        miw={140}
      />
      <Select
        aria-label={t('targeting.label.from')}
        size="xs"
        w={90}
        data={stepsOfDay.slice(0, -1)}
        value={String(part.fromMinute)}
        onChange={(minute) => change({ fromMinute: Number(minute) })}
        allowDeselect={false}
      />
      <Select
        aria-label={t('targeting.label.to')}
        size="xs"
        w={90}
        data={stepsOfDay.slice(1)}
        value={String(part.toMinute)}
        onChange={(minute) => change({ toMinute: Number(minute) })}
        allowDeselect={false}
      />
    </>
  );
}
