import { Button, Group, Paper } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { createCampaign } from '../../client/generated/sdk.gen.ts';
import type { CampaignBody } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useDraft } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { ButtonLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { CampaignForm, type CampaignValues } from './campaign-form.tsx';

/** Form of a new campaign. */
export function NewCampaignPage() {
  const me = useMe();
  const navigate = useNavigate();
  const onlyMapping = me.mappingCount === 1 ? me.mappings[0] : undefined;
  const draft = useDraft<CampaignValues>({
    advertiserCompanyId: onlyMapping?.advertiser.id ?? null,
    invoiceCompanyId: onlyMapping?.invoice?.id ?? onlyMapping?.advertiser.id ?? null,
    brandIds: onlyMapping === undefined ? [] : [onlyMapping.brand.id],
    name: '',
    poNumber: null,
    type: 'campaign',
    validUntil: null,
  });
  const create = useChange({
    nouns: ['campaigns'],
    change: (body: CampaignValues) => dataOf(createCampaign({ client, body: body as CampaignBody })),
    done: () => t('campaign.text.created'),
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
    <Page title={t('campaign.title.new')} crumbs={[{ text: t('campaign.title.list'), to: '/campaigns' }]}>
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
            {t('common.action.cancel')}
          </ButtonLink>
          <Button type="submit" loading={create.isPending} disabled={!isComplete}>
            {t('campaign.action.create')}
          </Button>
        </Group>
      </Paper>
    </Page>
  );
}
