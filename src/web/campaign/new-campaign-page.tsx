import { Paper } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { readPreparedDraft } from '../api/prepared-draft.ts';
import { t } from '../i18n/t.ts';
import { PreparedNotice } from '../ui/notice/prepared-notice.tsx';
import { ButtonLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { NewCampaignForm } from './new-campaign-form.tsx';

/** The page that creates a campaign. */
export function NewCampaignPage() {
  const navigate = useNavigate();
  const [prepared] = useState(() => readPreparedDraft(location.hash));
  return (
    <Page title={t('campaign.title.new')} crumbs={[{ text: t('campaign.title.list'), to: '/campaigns' }]}>
      <Paper maw={860}>
        {prepared !== null && <PreparedNotice />}
        <NewCampaignForm
          prepared={prepared}
          onCreated={({ id }) => void navigate({ to: `/campaigns/${id}` })}
          cancel={
            <ButtonLink to="/campaigns" variant="default">
              {t('common.action.cancel')}
            </ButtonLink>
          }
        />
      </Paper>
    </Page>
  );
}
