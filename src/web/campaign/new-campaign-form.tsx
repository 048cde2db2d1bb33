import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { createCampaign } from '../../client/generated/sdk.gen.ts';
import type { Campaign, CampaignBody } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { type PreparedDraft, withPrepared } from '../api/prepared-draft.ts';
import { useDraft } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { CampaignForm, type CampaignValues } from './campaign-form.tsx';

/** The form that creates a campaign. */
export function NewCampaignForm(props: {
  readonly name?: string;
  /** Values that a link prepared. */
  readonly prepared?: PreparedDraft | null;
  readonly onCreated: (campaign: Campaign) => void;
  /** The button that closes the form. */
  readonly cancel: ReactNode;
}) {
  const me = useMe();
  const onlyMapping = me.mappingCount === 1 ? me.mappings[0] : undefined;
  const start: CampaignValues = {
    advertiserCompanyId: onlyMapping?.advertiser.id ?? null,
    invoiceCompanyId: onlyMapping?.invoice?.id ?? onlyMapping?.advertiser.id ?? null,
    brandIds: onlyMapping === undefined ? [] : [onlyMapping.brand.id],
    name: props.name ?? '',
    poNumber: null,
    type: 'campaign',
    validUntil: null,
    budget: null,
  };
  const draft = useDraft<CampaignValues>(withPrepared(start, props.prepared ?? null));
  const create = useChange({
    nouns: ['campaigns'],
    change: (body: CampaignValues) => dataOf(createCampaign({ client, body: body as CampaignBody })),
    done: () => t('campaign.text.created'),
    onDone: props.onCreated,
    quiet: true,
  });
  const { values } = draft;
  const isComplete =
    values.advertiserCompanyId !== null &&
    values.invoiceCompanyId !== null &&
    values.brandIds.length > 0 &&
    values.name.trim() !== '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // The form can be inside another one in React, not in the document.
        event.stopPropagation();
        create.mutate(values.type === 'campaign' ? { ...values, validUntil: null } : values);
      }}
    >
      <CampaignForm draft={draft} error={create.error} isNew />
      {create.error !== null && <ProblemAlert error={create.error} />}
      <Group mt="md" justify="flex-end">
        {props.cancel}
        <Button type="submit" loading={create.isPending} disabled={!isComplete}>
          {t('campaign.action.create')}
        </Button>
      </Group>
    </form>
  );
}
