import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { createUserMapping } from '../../client/generated/sdk.gen.ts';
import type { User } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { fieldError } from '../api/use-draft.ts';
import { t } from '../i18n/t.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Icon } from '../ui/display/icon.tsx';
import { ReferenceSelect } from '../ui/field/reference-select.tsx';

type Entry = {
  readonly advertiserCompanyId: number | null;
  readonly brandId: number | null;
  readonly invoiceCompanyId: number | null;
};

const advertisers = partnerChoices('ADVERTISER');
const invoiced = partnerChoices('INVOICE');
const emptyEntry: Entry = { advertiserCompanyId: null, brandId: null, invoiceCompanyId: null };

/** The form that adds a mapping of a user. */
export function NewMapping({ user }: { readonly user: User }) {
  const [entry, setEntry] = useState(emptyEntry);
  const { advertiserCompanyId, brandId, invoiceCompanyId } = entry;
  const add = useChange({
    nouns: ['user-mapping'],
    change: (chosen: { readonly advertiserCompanyId: number; readonly brandId: number }) =>
      dataOf(createUserMapping({ client, body: { user: user.email, ...chosen, invoiceCompanyId } })),
    done: t('access.text.mappingAdded'),
    // The next mapping usually has the same company.
    onDone: () => setEntry({ ...entry, brandId: null }),
  });
  const width = { base: '100%', xs: 220 };
  return (
    <form
      aria-label={t('access.label.newMapping')}
      onSubmit={(event) => {
        event.preventDefault();
        if (advertiserCompanyId !== null && brandId !== null) add.mutate({ advertiserCompanyId, brandId });
      }}
    >
      <Group gap="xs" mt="sm" align="flex-end">
        <ReferenceSelect
          label={t('access.label.advertiser')}
          source={advertisers}
          value={advertiserCompanyId}
          onChange={(id) => setEntry({ ...entry, advertiserCompanyId: id, brandId: null })}
          error={fieldError(add.error, 'advertiserCompanyId')}
          w={width}
        />
        <ReferenceSelect
          label={t('access.label.brand')}
          disabled={advertiserCompanyId === null}
          source={brandChoices(advertiserCompanyId ?? undefined)}
          value={brandId}
          onChange={(id) => setEntry({ ...entry, brandId: id })}
          error={fieldError(add.error, 'brandId')}
          w={width}
        />
        <ReferenceSelect
          label={t('access.label.invoiceCompany')}
          placeholder={t('access.label.anyInvoiceCompany')}
          source={invoiced}
          value={invoiceCompanyId}
          onChange={(id) => setEntry({ ...entry, invoiceCompanyId: id })}
          clearable
          error={fieldError(add.error, 'invoiceCompanyId')}
          w={width}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<Icon name="add" />}
          loading={add.isPending}
          disabled={advertiserCompanyId === null || brandId === null}
        >
          {t('access.action.addMapping')}
        </Button>
      </Group>
    </form>
  );
}
