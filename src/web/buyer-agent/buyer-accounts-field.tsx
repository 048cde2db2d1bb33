import { ActionIcon, Button, Group, Input, Paper, Stack, TextInput } from '@mantine/core';
import { fieldError } from '../api/use-draft.ts';
import { t } from '../i18n/t.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { Icon } from '../ui/display/icon.tsx';
import { ReferenceSelect } from '../ui/field/reference-select.tsx';

/** An account while it is edited. */
export type EditedAccount = {
  readonly advertiserCompanyId: number | null;
  readonly brandId: number | null;
  readonly invoiceCompanyId: number | null;
  readonly operator: string | null;
};

const advertisers = partnerChoices('ADVERTISER');
const invoiced = partnerChoices('INVOICE');
const emptyAccount: EditedAccount = {
  advertiserCompanyId: null,
  brandId: null,
  invoiceCompanyId: null,
  operator: null,
};

/** The advertisers and brands for which an agent buys. */
export function BuyerAccountsField({
  value,
  onChange,
  error,
}: {
  readonly value: readonly EditedAccount[];
  readonly onChange: (accounts: readonly EditedAccount[]) => void;
  readonly error: unknown;
}) {
  return (
    <Input.Wrapper
      label={t('selling.label.accounts')}
      description={t('selling.hint.accounts')}
      error={fieldError(error, 'accounts')}
    >
      <Stack gap="xs" mt="xs">
        {value.map((account, index) => (
          <AccountFields
            // biome-ignore lint/suspicious/noArrayIndexKey: an account has no other identity while it is edited
            key={index}
            account={account}
            number={index + 1}
            onChange={(next) => onChange(value.with(index, next))}
            onRemove={() => onChange(value.toSpliced(index, 1))}
            errorOf={(member) => fieldError(error, `accounts/${index}/${member}`)}
          />
        ))}
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<Icon name="add" />}
          onClick={() => onChange([...value, emptyAccount])}
        >
          {t('selling.action.addAccount')}
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}

function AccountFields({
  account,
  number,
  onChange,
  onRemove,
  errorOf,
}: {
  readonly account: EditedAccount;
  readonly number: number;
  readonly onChange: (account: EditedAccount) => void;
  readonly onRemove: () => void;
  readonly errorOf: (member: string) => string | undefined;
}) {
  const { advertiserCompanyId } = account;
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-end" wrap="nowrap">
          <ReferenceSelect
            label={t('selling.label.advertiser')}
            source={advertisers}
            value={advertiserCompanyId}
            onChange={(id) =>
              onChange({
                ...account,
                advertiserCompanyId: id,
                brandId: null,
                invoiceCompanyId: account.invoiceCompanyId ?? id,
              })
            }
            error={errorOf('advertiserCompanyId')}
            w="100%"
          />
          <ActionIcon color="gray" mb={4} aria-label={t('selling.action.removeAccount', { number })} onClick={onRemove}>
            <Icon name="remove" />
          </ActionIcon>
        </Group>
        <ReferenceSelect
          label={t('selling.label.brand')}
          disabled={advertiserCompanyId === null}
          source={brandChoices(advertiserCompanyId ?? undefined)}
          value={account.brandId}
          onChange={(id) => onChange({ ...account, brandId: id })}
          error={errorOf('brandId')}
        />
        <ReferenceSelect
          label={t('selling.label.invoiceCompany')}
          source={invoiced}
          value={account.invoiceCompanyId}
          onChange={(id) => onChange({ ...account, invoiceCompanyId: id })}
          error={errorOf('invoiceCompanyId')}
        />
        <TextInput
          label={t('selling.label.operator')}
          description={t('selling.hint.operator')}
          placeholder="agency.example"
          value={account.operator ?? ''}
          onChange={(event) => onChange({ ...account, operator: event.currentTarget.value || null })}
          error={errorOf('operator')}
        />
      </Stack>
    </Paper>
  );
}
