import { Alert, Group, List, Switch, Text } from '@mantine/core';
import type { BuyerAgent, Money } from '../../client/generated/types.gen.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { packageChoices } from '../product-package/product-package-resource.ts';
import { Icon } from '../ui/display/icon.tsx';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
import { MoneyFields } from '../ui/field/money-fields.tsx';
import { ReferenceMultiSelect, ReferenceSelect } from '../ui/field/reference-select.tsx';
import { TagsInput } from '../ui/field/selects.tsx';
import { formFieldsOf } from '../ui/form/form-fields-of.ts';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf, OnCreated } from '../ui/form/object-drawer-props.ts';
import { TextLink } from '../ui/page/link.tsx';
import { BuyerAccountsField, type EditedAccount } from './buyer-accounts-field.tsx';
import { buyerAgentClient, serviceAccountChoices } from './buyer-agent-resource.ts';

type Values = {
  readonly name: string;
  readonly serviceAccountId: number | null;
  readonly accounts: readonly EditedAccount[];
  readonly packageIds: readonly number[] | null;
  readonly maxCampaignBudget: Money | null;
  readonly maxDailyBudget: Money | null;
  readonly purchaseApproval: BuyerAgent['purchaseApproval'];
  readonly jwksUrl: string | null;
  readonly requireSignedRequests: boolean;
  readonly revokedKeyIds: readonly string[];
  readonly test: boolean;
  readonly active: boolean;
  readonly externalId: string | null;
};

const fresh: Values = {
  name: '',
  serviceAccountId: null,
  accounts: [],
  packageIds: null,
  maxCampaignBudget: null,
  maxDailyBudget: null,
  purchaseApproval: 'required',
  jwksUrl: null,
  requireSignedRequests: false,
  revokedKeyIds: [],
  test: false,
  active: true,
  externalId: null,
};

/** Creates or edits a buyer agent. */
export function BuyerAgentDrawer(props: {
  readonly id: number | null;
  readonly onCreated?: OnCreated;
  readonly close: () => void;
}) {
  const me = useMe();
  return (
    <ObjectDrawer
      resource={buyerAgentClient}
      id={props.id}
      fresh={fresh}
      valuesOf={formFieldsOf(fresh)}
      head={(buyer) => <BuyerHead buyer={buyer} />}
      fields={(form) => <BuyerFields {...form} />}
      isComplete={({ name, serviceAccountId, accounts }) =>
        name.trim() !== '' &&
        serviceAccountId !== null &&
        accounts.every(({ brandId, invoiceCompanyId }) => brandId !== null && invoiceCompanyId !== null)
      }
      mayWrite={me.may('service-accounts:write')}
      archiveText={t('selling.text.archiveBuyer')}
      onCreated={props.onCreated}
      close={props.close}
    />
  );
}

/** Links to what the agent bought and looked for, and the accounts that it requests. */
function BuyerHead({ buyer: { id, requestedAccounts } }: { readonly buyer: BuyerAgent }) {
  const search = { buyer: String(id) };
  return (
    <>
      <Group gap="md" mb="sm">
        <TextLink to="/review/purchases" search={search} fz="sm">
          {t('selling.title.purchases')}
        </TextLink>
        <TextLink to="/review/requests" search={search} fz="sm">
          {t('selling.title.requests')}
        </TextLink>
      </Group>
      <RequestedAccounts requested={requestedAccounts} />
    </>
  );
}

/** Accounts for which the agent asks. Ad operations add them to its accounts, or ignore them. */
function RequestedAccounts({ requested }: { readonly requested: BuyerAgent['requestedAccounts'] }) {
  if (requested.length === 0) return null;
  return (
    <Alert
      variant="light"
      color="gray"
      mb="sm"
      icon={<Icon name="info" />}
      title={t('selling.label.requestedAccounts')}
    >
      <Text size="sm">{t('selling.hint.requestedAccounts')}</Text>
      <List size="sm" mt="xs">
        {requested.map(({ brandDomain, operator }) => (
          <List.Item key={`${brandDomain} ${operator}`}>
            {operator === brandDomain ? brandDomain : `${brandDomain} (${operator})`}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function BuyerFields({ draft, error, isNew }: FieldsOf<Values>) {
  const { values, set } = draft;
  return (
    <>
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        label={t('common.label.name')}
        required
        data-autofocus
        maxLength={255}
      />
      <ReferenceSelect
        label={t('selling.label.serviceAccount')}
        description={t('selling.hint.serviceAccount')}
        required
        disabled={!isNew}
        source={serviceAccountChoices}
        value={values.serviceAccountId}
        onChange={(id) => set('serviceAccountId', id)}
        error={fieldError(error, 'serviceAccountId')}
      />
      <BuyerAccountsField value={values.accounts} onChange={(accounts) => set('accounts', accounts)} error={error} />
      <ReferenceMultiSelect
        label={t('selling.label.packages')}
        placeholder={values.packageIds === null ? t('selling.label.allPackages') : undefined}
        source={packageChoices}
        value={values.packageIds ?? []}
        onChange={(ids) => set('packageIds', ids.length === 0 ? null : ids)}
        error={fieldError(error, 'packageIds')}
      />
      <LimitFields draft={draft} error={error} isNew={isNew} />
      <SigningFields draft={draft} error={error} isNew={isNew} />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}

/** Keys with which the calls of the agent are verified. */
function SigningFields({ draft, error }: FieldsOf<Values>) {
  const { values, set } = draft;
  return (
    <>
      <DraftTextField
        draft={draft}
        error={error}
        name="jwksUrl"
        emptyIsNull
        label={t('selling.label.jwksUrl')}
        description={t('selling.hint.jwksUrl')}
        maxLength={2_000}
      />
      <Switch
        label={t('selling.label.requireSigned')}
        description={t('selling.hint.requireSigned')}
        checked={values.requireSignedRequests}
        onChange={(event) => set('requireSignedRequests', event.currentTarget.checked)}
      />
      <TagsInput
        label={t('selling.label.revokedKeys')}
        description={t('selling.hint.revokedKeys')}
        value={[...values.revokedKeyIds]}
        onChange={(ids) => set('revokedKeyIds', ids)}
        error={fieldError(error, 'revokedKeyIds')}
      />
    </>
  );
}

/** How much the agent may buy, and whether its calls are accepted. */
function LimitFields({ draft: { values, set }, error, isNew }: FieldsOf<Values>) {
  return (
    <>
      <MoneyFields
        label={t('selling.label.maxCampaignBudget')}
        value={values.maxCampaignBudget}
        onChange={(value) => set('maxCampaignBudget', value)}
        error={fieldError(error, 'maxCampaignBudget')}
      />
      <MoneyFields
        label={t('selling.label.maxDailyBudget')}
        value={values.maxDailyBudget}
        onChange={(value) => set('maxDailyBudget', value)}
        error={fieldError(error, 'maxDailyBudget')}
      />
      <Switch
        label={t('selling.label.requireApproval')}
        description={t('selling.hint.requireApproval')}
        checked={values.purchaseApproval === 'required'}
        onChange={(event) => set('purchaseApproval', event.currentTarget.checked ? 'required' : 'automatic')}
      />
      <Switch
        label={t('selling.label.testAccount')}
        description={t('selling.hint.testAccount')}
        disabled={!isNew}
        checked={values.test}
        onChange={(event) => set('test', event.currentTarget.checked)}
      />
      <Switch
        label={t('common.label.active')}
        description={t('selling.hint.active')}
        checked={values.active}
        onChange={(event) => set('active', event.currentTarget.checked)}
      />
    </>
  );
}
