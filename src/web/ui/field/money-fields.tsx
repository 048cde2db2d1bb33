import { Group, TextInput } from '@mantine/core';
import type { Money } from '../../../client/generated/types.gen.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';

/** An amount and its currency. Null: no amount. Amounts are strings, so that they are never rounded. */
export function MoneyFields({
  label,
  description,
  value,
  onChange,
  error,
}: {
  readonly label: string;
  readonly description?: string;
  readonly value: Money | null;
  readonly onChange: (value: Money | null) => void;
  readonly error: string | undefined;
}) {
  const { account } = useMe();
  const currency = value?.currency ?? account.currency;
  return (
    <Group align="flex-end" gap="sm" wrap="nowrap">
      <TextInput
        label={label}
        description={description}
        inputMode="decimal"
        flex={1}
        value={value?.amount ?? ''}
        onChange={({ currentTarget: { value: amount } }) => onChange(amount === '' ? null : { amount, currency })}
        error={error}
      />
      <TextInput
        label={t('common.label.currency')}
        aria-label={t('common.label.currencyOf', { label })}
        maxLength={3}
        w={90}
        disabled={value === null}
        value={currency}
        onChange={(event) =>
          value !== null && onChange({ ...value, currency: event.currentTarget.value.toUpperCase() })
        }
      />
    </Group>
  );
}
