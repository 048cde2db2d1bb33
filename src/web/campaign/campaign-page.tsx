import { Box, Button, Group } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { getCampaign, updateCampaign } from '../../client/generated/sdk.gen.ts';
import type { Campaign } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { useDraft } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { useSave } from '../api/use-save.ts';
import { useDuplicateDialog } from '../duplicate/use-duplicate-dialog.tsx';
import { FavoriteButton } from '../favorite/favorite-button.tsx';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { moneyText } from '../labels/figures.ts';
import { reasonText } from '../labels/reason-labels.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { ActionButtons, type ActionName, actionLabels } from '../ui/action/action-buttons.tsx';
import { type ActionInput, inverseOf, performAction } from '../ui/action/perform-action.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { StatusBadges } from '../ui/display/badges.tsx';
import { Facts } from '../ui/display/facts.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { ReasonList } from '../ui/display/reason-list.tsx';
import { notifySuccess } from '../ui/notice/notify.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import type { PageLocation } from '../ui/page/page-routes.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { useId } from '../ui/page/use-id.ts';
import { Instant } from '../ui/time/instant.tsx';
import { CampaignBookings, campaignBookingsQuery } from './campaign-bookings.tsx';
import { CampaignConflict } from './campaign-conflict.tsx';
import { CampaignForm, type CampaignValues } from './campaign-form.tsx';
import { campaignQuery, runCampaignAction } from './campaign-queries.ts';
import { CampaignStrip } from './campaign-strip.tsx';
import { HoldNotice } from './hold-notice.tsx';

const partners = partnerChoices();
const brands = brandChoices();

/** Below the first view. */
const Comments = lazy(async () => ({ default: (await import('../comment/comments.tsx')).Comments }));

const CampaignInsight = lazy(async () => ({ default: (await import('./campaign-insight.tsx')).CampaignInsight }));

/** Starts to load the campaign and its bookings. */
export function prefetchCampaign({ params }: PageLocation): void {
  const id = Number(params['id']);
  void queryClient.prefetchQuery(campaignQuery(id));
  void queryClient.prefetchQuery(campaignBookingsQuery(id));
}

/** Page of a campaign: delivery issues, figures, bookings, delivery and details. */
export function CampaignPage() {
  const id = useId();
  const me = useMe();
  const { data: stored } = useSuspenseQuery(campaignQuery(id));
  const [{ edit }, change] = useAddress();
  const campaign = stored.object;
  const act = useChange({
    nouns: ['campaigns', 'bookings'],
    change: ({ action, ...input }: ActionInput & { readonly action: ActionName }) =>
      runCampaignAction(id, action, input),
    done: (_, { action }) => t(`campaign.actionDone.${action}`, { name: campaign.name }),
    inverse: inverseOf,
  });
  const zone = useZone();
  const duplicate = useDuplicateDialog({ ...campaign, kind: 'campaigns' }, zone);
  const mayWrite = me.may('campaigns:write');
  // The next step, such as the submission, is the main button.
  const next = campaign.availableActions.find((action) => actionLabels(action).isMain === true);
  const acting = {
    isBusy: act.isPending,
    onAction: (action: ActionName) =>
      performAction(campaign.name, action, (input) => act.mutate({ action, ...input }), zone),
  };
  const editButton = mayWrite ? (
    <Button variant="default" leftSection={<Icon name="edit" />} onClick={() => change({ edit: 'yes' })}>
      {t('campaign.action.edit')}
    </Button>
  ) : undefined;
  return (
    <Page
      title={campaign.name}
      tool={<FavoriteButton kind="campaigns" object={campaign} />}
      mark={<StatusBadges status={campaign.status} health={campaign.health} />}
      lead={t('campaign.text.lead', { type: t(`labels.campaignType.${campaign.type}`), id: String(campaign.id) })}
      crumbs={[{ text: t('campaign.title.list'), to: '/campaigns' }]}
      actions={
        <>
          {next !== undefined && editButton}
          <ActionButtons
            available={campaign.availableActions.filter((action) => action !== next)}
            menuItems={mayWrite ? duplicate.item : undefined}
            {...acting}
          />
        </>
      }
      primary={next === undefined ? editButton : <ActionButtons available={[next]} {...acting} />}
    >
      <HoldNotice
        {...campaign}
        status={campaign.blockingReasons.includes('HOLD_EXPIRED') ? 'finished' : 'held'}
        zone={zone}
      />
      <ReasonList
        tone="bad"
        title={t('campaign.title.blocked')}
        reasons={campaign.blockingReasons.map((code) => reasonText(code))}
      />
      <ReasonList
        tone="waiting"
        title={t('campaign.title.deliveryIssues')}
        reasons={campaign.limitingReasons.map((code) => reasonText(code))}
      />
      <CampaignStrip campaign={campaign} />
      <CampaignBookings campaignId={id} />
      <Suspense fallback={null}>
        <CampaignInsight campaignId={id} />
        <Box mt="lg">
          <CampaignFacts campaign={campaign} />
        </Box>
        <Comments kind="campaigns" objectId={id} isArchived={campaign.archivedAt !== null} />
      </Suspense>
      {duplicate.dialog}
      {mayWrite && edit !== undefined && <EditDialog stored={stored} close={() => change({ edit: undefined })} />}
    </Page>
  );
}

function CampaignFacts({ campaign }: { readonly campaign: Campaign }) {
  const zone = useZone();
  const partnerName = useNames(partners, [campaign.advertiserCompanyId, campaign.invoiceCompanyId]);
  const brandName = useNames(brands, campaign.brandIds);
  return (
    <Facts
      facts={[
        { name: t('campaign.label.advertiser'), value: partnerName(campaign.advertiserCompanyId) },
        ...(campaign.invoiceCompanyId === campaign.advertiserCompanyId
          ? []
          : [{ name: t('campaign.label.invoiceCompany'), value: partnerName(campaign.invoiceCompanyId) }]),
        { name: t('campaign.label.brands'), value: campaign.brandIds.map(brandName).join(', ') },
        { name: t('campaign.label.poNumber'), value: campaign.poNumber ?? '–' },
        { name: t('campaign.label.budget'), value: moneyText(campaign.budget) },
        {
          name: t('campaign.label.start'),
          value: campaign.startDate === null ? '–' : <Instant at={campaign.startDate} zone={zone} />,
        },
        {
          name: t('campaign.label.end'),
          value:
            campaign.endDate === null ? t('labels.format.openEnded') : <Instant at={campaign.endDate} zone={zone} />,
        },
        ...(campaign.validUntil === null
          ? []
          : [{ name: t('campaign.label.validUntil'), value: <Instant at={campaign.validUntil} zone={zone} /> }]),
      ]}
    />
  );
}

function EditDialog({
  stored,
  close,
}: {
  readonly stored: { readonly object: Campaign; readonly etag: string };
  readonly close: () => void;
}) {
  const { id } = stored.object;
  const [base] = useState(stored);
  const draft = useDraft<CampaignValues>(valuesOf(base.object));
  const saving = useSave<Campaign>({
    key: campaignQuery(id).queryKey,
    stored: base,
    changes: draft.latestChanges,
    read: () => getCampaign({ client, path: { id } }),
    patch: (body, etag) => updateCampaign({ client, path: { id }, body, headers: { 'If-Match': etag } }),
    onSaved: () => {
      notifySuccess(t('campaign.notice.saved'));
      close();
    },
  });
  return (
    <Dialog close={close} title={t('campaign.title.edit')} size="xl">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void saving.save();
        }}
      >
        <CampaignForm draft={draft} error={saving.error} />
        {saving.error !== null && <ProblemAlert error={saving.error} />}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" loading={saving.isSaving} disabled={!draft.isChanged}>
            {t('common.action.save')}
          </Button>
        </Group>
      </form>
      <CampaignConflict conflict={saving.conflict} close={saving.forgetConflict} />
    </Dialog>
  );
}

function valuesOf(campaign: Campaign): CampaignValues {
  const { advertiserCompanyId, invoiceCompanyId, brandIds, name, poNumber, type, validUntil, budget } = campaign;
  return { advertiserCompanyId, invoiceCompanyId, brandIds, name, poNumber, type, validUntil, budget };
}
