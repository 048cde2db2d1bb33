import { Paper } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { t } from '../i18n/t.ts';
import { ButtonLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { NewCampaignForm } from './new-campaign-form.tsx';

/** The page that creates a campaign. */
export function NewCampaignPage() {
  const navigate = useNavigate();
  return (
    <Page title={t('campaign.title.new')} crumbs={[{ text: t('campaign.title.list'), to: '/campaigns' }]}>
      <Paper maw={860}>
        <NewCampaignForm
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
