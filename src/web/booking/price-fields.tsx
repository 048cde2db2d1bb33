import { Group, Select, TextInput } from '@mantine/core';
import type { BookingValues } from './booking-values.ts';

const models = [
  { value: 'cpm', label: 'Per 1,000 impressions (CPM)' },
  { value: 'cpc', label: 'Per click (CPC)' },
  { value: 'cpd', label: 'Per day (CPD)' },
  { value: 'flat', label: 'Flat' },
];

/** What is paid for, and how much; amounts stay texts, so that none is rounded. */
export function PriceFields({
  pricing,
  onChange,
  error,
}: {
  readonly pricing: BookingValues['pricing'];
  readonly onChange: (pricing: BookingValues['pricing']) => void;
  readonly error: string | undefined;
}) {
  const rate = pricing?.rate ?? { amount: '1.00', currency: 'EUR' };
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label="Price"
        data={models}
        placeholder="Without a price"
        clearable
        clearButtonProps={{ 'aria-label': 'Without a price' }}
        value={pricing?.model ?? null}
        onChange={(model) => onChange(model === null ? null : { model: model as 'cpm', rate })}
        error={error}
        w={240}
      />
      {pricing !== null && (
        <>
          <TextInput
            label="Rate"
            inputMode="decimal"
            value={rate.amount}
            onChange={(event) => onChange({ ...pricing, rate: { ...rate, amount: event.currentTarget.value } })}
            w={120}
          />
          <TextInput
            label="Currency"
            maxLength={3}
            value={rate.currency}
            onChange={(event) =>
              onChange({ ...pricing, rate: { ...rate, currency: event.currentTarget.value.toUpperCase() } })
            }
            w={100}
          />
        </>
      )}
    </Group>
  );
}
