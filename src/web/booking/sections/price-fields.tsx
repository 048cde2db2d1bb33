import { Group, Select, TextInput } from '@mantine/core';
import { priceModelCodes, priceModels } from '../../../core/pricing/price-model.ts';
import type { BookingValues } from '../model/booking-values.ts';

const models = priceModelCodes.map((value) => ({ value, label: priceModels[value].label }));

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
        onChange={(model) => onChange(model === null ? null : { model: model, rate })}
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
