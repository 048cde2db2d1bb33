import { Checkbox, Group, NumberInput, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { DeliveryGoal } from '../../../client/generated/types.gen.ts';
import { roadblockModes } from '../../../core/vocabulary/booking-modes.ts';
import { fieldError } from '../../api/use-draft.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';
import { deliveryMethodOrder } from '../../labels/booking-labels.ts';
import { MoneyFields } from '../../ui/field/money-fields.tsx';
import { Select, TagsInput } from '../../ui/field/selects.tsx';
import type { BookingValues, DeliveryValues } from '../model/booking-values.ts';
import { CapFields } from './cap-fields.tsx';
import { EditorSection } from './editor-section.tsx';
import { LoopFields } from './loop-fields.tsx';
import { PriceFields } from './price-fields.tsx';
import { PriorityField } from './priority-field.tsx';
import { EditorField } from './requested-field.tsx';
import type { SectionProps } from './section-props.ts';

type Method = DeliveryValues['method'];

const goalKinds = [
  'impressions',
  'plays',
  'views',
  'clicks',
  'starts',
  'completes',
  'spend',
] as const satisfies readonly DeliveryGoal['kind'][];
const firstGoal: DeliveryGoal = { kind: 'impressions', total: 100_000 };

/** Priority, delivery method, goal, price and frequency caps. */
export function DeliverySection({ draft, error }: SectionProps) {
  const me = useMe();
  const { values, set } = draft;
  const { delivery } = values;
  const isRoadblockPossible = values.type === 'display' && delivery.method !== 'fill';
  const choose = (method: Method) => {
    const needsGoal = method === 'even' || method === 'asap';
    set('delivery', {
      method,
      percent: method === 'share_of_voice' ? (delivery.percent ?? 25) : null,
      goal: method === 'share_of_voice' ? null : needsGoal ? (delivery.goal ?? firstGoal) : delivery.goal,
      budget: delivery.budget,
      frontLoading: method === 'even' ? delivery.frontLoading : 0,
    });
  };
  return (
    <EditorSection
      fields={['priority', 'delivery', 'pricing', 'caps', 'loop', 'exclusionLabels', 'duplicatesAllowed', 'roadblock']}
      title={t('booking.title.delivery')}
      lead={t('booking.hint.delivery')}
    >
      <EditorField name="priority">
        <PriorityField value={values.priority} onChange={(priority) => set('priority', priority)} />
      </EditorField>
      <EditorField name="delivery.method">
        <MethodField method={delivery.method} onChange={choose} error={fieldError(error, 'delivery')} />
      </EditorField>
      {delivery.method === 'share_of_voice' && (
        <NumberInput
          label={t('booking.label.voicePercent')}
          min={0.01}
          max={100}
          decimalScale={2}
          w={200}
          value={delivery.percent ?? ''}
          onChange={(percent) => set('delivery', { ...delivery, percent: percent === '' ? null : Number(percent) })}
        />
      )}
      {delivery.method !== 'share_of_voice' && (
        <EditorField name="delivery.goal">
          <GoalFields
            delivery={delivery}
            onChange={(next) => set('delivery', next)}
            currency={values.pricing?.rate.currency ?? me.account.currency}
          />
        </EditorField>
      )}
      <EditorField name="pricing">
        <PriceFields
          pricing={values.pricing}
          onChange={(pricing) => set('pricing', pricing)}
          error={fieldError(error, 'pricing')}
        />
      </EditorField>
      <EditorField name="delivery.budget">
        <MoneyFields
          label={t('booking.label.budget')}
          description={t('booking.hint.budget')}
          value={delivery.budget}
          onChange={(budget) => set('delivery', { ...delivery, budget })}
          error={fieldError(error, 'delivery.budget')}
        />
      </EditorField>
      {values.type === 'in_store' && (
        <LoopFields loop={values.loop} onChange={(loop) => set('loop', loop)} error={fieldError(error, 'loop')} />
      )}
      <EditorField name="caps">
        <CapFields caps={values.caps} onChange={(caps) => set('caps', caps)} error={fieldError(error, 'caps')} />
      </EditorField>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <EditorField name="exclusionLabels">
          <TagsInput
            label={t('booking.label.exclusionLabels')}
            description={t('booking.hint.exclusionLabels')}
            value={[...values.exclusionLabels]}
            onChange={(labels) => set('exclusionLabels', labels)}
            acceptValueOnBlur
            error={fieldError(error, 'exclusionLabels')}
          />
        </EditorField>
        <Checkbox
          mt="lg"
          label={t('booking.label.multipleSlots')}
          description={t('booking.hint.multipleSlots')}
          checked={values.duplicatesAllowed}
          onChange={(event) => set('duplicatesAllowed', event.currentTarget.checked)}
        />
      </SimpleGrid>
      {(isRoadblockPossible || values.roadblock !== 'none') && (
        <EditorField name="roadblock">
          <Select<BookingValues['roadblock']>
            label={t('booking.label.roadblock')}
            description={t('booking.hint.roadblock')}
            data={roadblockModes.map((value) => ({ value, label: t(`labels.roadblock.${value}`) }))}
            allowDeselect={false}
            value={values.roadblock}
            onChange={(roadblock) => set('roadblock', roadblock ?? 'none')}
            error={fieldError(error, 'roadblock')}
          />
        </EditorField>
      )}
    </EditorSection>
  );
}

function MethodField(props: {
  readonly method: Method;
  readonly onChange: (method: Method) => void;
  readonly error: string | undefined;
}) {
  const { method, onChange, error } = props;
  return (
    <Radio.Group
      label={t('booking.label.deliveryMethod')}
      value={method}
      onChange={(next) => onChange(next as Method)}
      error={error}
    >
      <Stack gap={6} mt={4}>
        {deliveryMethodOrder.map((value) => (
          <Radio
            key={value}
            value={value}
            label={t(`labels.deliveryMethod.${value}`)}
            description={t(`labels.deliveryMethodHint.${value}`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function GoalFields({
  delivery,
  onChange,
  currency,
}: {
  readonly delivery: DeliveryValues;
  readonly onChange: (delivery: DeliveryValues) => void;
  readonly currency: string;
}) {
  const { goal, method } = delivery;
  const needsGoal = method === 'even' || method === 'asap';
  const chooseKind = (kind: string | null) => {
    if (kind === null) return onChange({ ...delivery, goal: null });
    const total = goal !== null && goal.kind !== 'spend' ? goal.total : 100_000;
    const next = kind === 'spend' ? { kind, total: { amount: '1000.00', currency } } : { kind, total };
    return onChange({ ...delivery, goal: next as DeliveryGoal });
  };
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label={t('booking.label.goal')}
        data={goalKinds.map((value) => ({ value, label: t(`labels.goal.${value}`) }))}
        placeholder={t('booking.label.noGoal')}
        clearable={!needsGoal}
        clearButtonProps={{ 'aria-label': t('booking.label.noGoal') }}
        allowDeselect={false}
        value={goal?.kind ?? null}
        onChange={chooseKind}
        w={210}
      />
      {goal !== null && (
        <EditorField name="delivery.goal.total">
          <GoalTotal goal={goal} onChange={(next) => onChange({ ...delivery, goal: next })} />
        </EditorField>
      )}
      {method === 'even' && (
        <NumberInput
          label={t('booking.label.frontLoading')}
          min={0}
          max={100}
          allowDecimal={false}
          value={delivery.frontLoading}
          onChange={(percent) => onChange({ ...delivery, frontLoading: Number(percent) })}
          w={230}
        />
      )}
    </Group>
  );
}

function GoalTotal({
  goal,
  onChange,
}: {
  readonly goal: DeliveryGoal;
  readonly onChange: (goal: DeliveryGoal) => void;
}) {
  if (goal.kind === 'spend') {
    return (
      <TextInput
        label={t('booking.label.goalAmount', { currency: goal.total.currency })}
        inputMode="decimal"
        value={goal.total.amount}
        onChange={(event) => onChange({ kind: 'spend', total: { ...goal.total, amount: event.currentTarget.value } })}
        w={160}
      />
    );
  }
  return (
    <NumberInput
      label={t('booking.label.goalTotal')}
      min={1}
      thousandSeparator=","
      allowDecimal={false}
      value={goal.total}
      onChange={(total) => onChange({ kind: goal.kind, total: Math.max(1, Number(total)) })}
      w={160}
    />
  );
}
