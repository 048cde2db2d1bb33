import { ActionIcon, Button, Group, Input, Paper, Stack, TextInput } from '@mantine/core';
import type { ProductPackageBody } from '../../client/generated/types.gen.ts';
import { priceModelCodes } from '../../core/pricing/price-model.ts';
import { fieldError } from '../api/use-draft.ts';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import { MoneyFields } from '../ui/field/money-fields.tsx';
import { Select } from '../ui/field/selects.tsx';

/** A price of a package. */
export type PricingOption = ProductPackageBody['pricingOptions'][number];

/** Returns a price with an unused code. */
export function newPricingOption(options: readonly PricingOption[], currency: string): PricingOption {
  const codes = new Set(options.map(({ code }) => code));
  let number = options.length + 1;
  while (codes.has(`price-${number}`)) number += 1;
  return { code: `price-${number}`, model: 'cpm', rate: { amount: '', currency } };
}

/** The prices of a package. At least one. */
export function PricingOptionsField({
  value,
  onChange,
  error,
}: {
  readonly value: readonly PricingOption[];
  readonly onChange: (options: readonly PricingOption[]) => void;
  readonly error: unknown;
}) {
  const currency = value[0]?.rate.currency ?? 'EUR';
  return (
    <Input.Wrapper label={t('selling.label.pricing')} required error={fieldError(error, 'pricingOptions')}>
      <Stack gap="xs" mt={4}>
        {value.map((option, index) => (
          <PricingOptionFields
            // biome-ignore lint/suspicious/noArrayIndexKey: codes change while they are edited
            key={index}
            option={option}
            onChange={(next) => onChange(value.with(index, next))}
            onRemove={value.length === 1 ? null : () => onChange(value.toSpliced(index, 1))}
            errorOf={(member) => fieldError(error, `pricingOptions/${index}/${member}`)}
          />
        ))}
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<Icon name="add" />}
          onClick={() => onChange([...value, newPricingOption(value, currency)])}
        >
          {t('selling.action.addPrice')}
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}

function PricingOptionFields({
  option,
  onChange,
  onRemove,
  errorOf,
}: {
  readonly option: PricingOption;
  readonly onChange: (option: PricingOption) => void;
  readonly onRemove: (() => void) | null;
  readonly errorOf: (member: string) => string | undefined;
}) {
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <TextInput
            label={t('selling.label.code')}
            flex={1}
            maxLength={100}
            value={option.code}
            onChange={(event) => onChange({ ...option, code: event.currentTarget.value })}
            error={errorOf('code')}
          />
          {onRemove !== null && (
            <ActionIcon
              color="gray"
              mb={4}
              aria-label={t('selling.action.removePrice', { code: option.code })}
              onClick={onRemove}
            >
              <Icon name="remove" />
            </ActionIcon>
          )}
        </Group>
        <Select
          label={t('selling.label.model')}
          data={priceModelCodes
            .filter((model) => model !== 'cpa')
            .map((value) => ({ value, label: t(`labels.priceModel.${value}`) }))}
          allowDeselect={false}
          value={option.model}
          onChange={(model) => onChange({ ...option, model: model as PricingOption['model'] })}
          error={errorOf('model')}
        />
        <MoneyFields
          label={t('selling.label.rate')}
          value={option.rate}
          onChange={(rate) => onChange({ ...option, rate: rate ?? { ...option.rate, amount: '' } })}
          error={errorOf('rate/amount') ?? errorOf('rate/currency')}
        />
      </Stack>
    </Paper>
  );
}
