import { Group, TextInput } from '@mantine/core';
import { priceModelCodes } from '../../../core/pricing/price-model.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';
import { Select } from '../../ui/field/selects.tsx';
import type { BookingValues } from '../model/booking-values.ts';

const models = () => priceModelCodes.map((value) => ({ value, label: t(`labels.priceModel.${value}`) }));

/** Price model and rate. Amounts stay text, so that they are not rounded. */
export function PriceFields({
  pricing,
  onChange,
  error,
}: {
  readonly pricing: BookingValues['pricing'];
  readonly onChange: (pricing: BookingValues['pricing']) => void;
  readonly error: string | undefined;
}) {
  const { account } = useMe();
  const rate = pricing?.rate ?? { amount: '1.00', currency: account.currency };
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label={t('booking.label.price')}
        data={models()}
        placeholder={t('booking.label.noPrice')}
        clearable
        clearButtonProps={{ 'aria-label': t('booking.label.noPrice') }}
        value={pricing?.model ?? null}
        onChange={(model) => onChange(model === null ? null : { model: model, rate })}
        error={error}
        w="18rem"
        maw="100%"
      />
      {pricing !== null && (
        <>
          <TextInput
            label={t('booking.label.rate')}
            inputMode="decimal"
            value={rate.amount}
            onChange={(event) => onChange({ ...pricing, rate: { ...rate, amount: event.currentTarget.value } })}
            w={120}
          />
          <TextInput
            label={t('booking.label.currency')}
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
