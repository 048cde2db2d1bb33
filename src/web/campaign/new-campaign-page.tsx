import { Button, Group, Paper } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { createCampaign } from '../../client/generated/sdk.gen.ts';
import type { CampaignBody } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useDraft } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { useChange } from '../ui/action/use-change.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { ButtonLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { CampaignForm, type CampaignValues } from './campaign-form.tsx';

/** A new campaign: who advertises, who pays, for which brands, under which name. */
export function NewCampaignPage() {
  const me = useMe();
  const navigate = useNavigate();
  const only = me.mappingCount === 1 ? me.mappings[0] : undefined;
  const draft = useDraft<CampaignValues>({
    advertiserCompanyId: only?.advertiser.id ?? null,
    invoiceCompanyId: only?.invoice?.id ?? only?.advertiser.id ?? null,
    brandIds: only === undefined ? [] : [only.brand.id],
    name: '',
    poNumber: null,
    type: 'campaign',
    validUntil: null,
  });
  const create = useChange({
    nouns: ['campaigns'],
    change: (body: CampaignValues) => dataOf(createCampaign({ client, body: body as CampaignBody })),
    done: 'The campaign is made. Now add what it books.',
    onDone: ({ id }) => void navigate({ to: `/campaigns/${id}` }),
    quiet: true,
  });
  const { values } = draft;
  const isComplete =
    values.advertiserCompanyId !== null &&
    values.invoiceCompanyId !== null &&
    values.brandIds.length > 0 &&
    values.name.trim() !== '';
  return (
    <Page title="New campaign" crumbs={[{ text: 'Campaigns', to: '/campaigns' }]}>
      <Paper
        component="form"
        maw={860}
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(values.type === 'campaign' ? { ...values, validUntil: null } : values);
        }}
      >
        <CampaignForm draft={draft} error={create.error} isNew />
        {create.error !== null && <ProblemAlert error={create.error} />}
        <Group mt="md" justify="flex-end">
          <ButtonLink to="/campaigns" variant="default">
            Cancel
          </ButtonLink>
          <Button type="submit" loading={create.isPending} disabled={!isComplete}>
            Create campaign
          </Button>
        </Group>
      </Paper>
    </Page>
  );
}
