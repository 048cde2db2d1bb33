import { Button, Group, Modal, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getCampaign, updateCampaign } from '../../client/generated/sdk.gen.ts';
import type { Campaign } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useDraft } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { useSave } from '../api/use-save.ts';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { deliveryFacts } from '../labels/delivery-facts.ts';
import { reasonText } from '../labels/reason-labels.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { ActionButtons, type ActionName } from '../ui/action/action-buttons.tsx';
import { performAction } from '../ui/action/perform-action.ts';
import { useChange } from '../ui/action/use-change.ts';
import { useFocusBack } from '../ui/dialog/use-focus-back.ts';
import { StatusBadges } from '../ui/display/badges.tsx';
import { Facts } from '../ui/display/facts.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { ReasonList } from '../ui/display/reason-list.tsx';
import { notifySuccess } from '../ui/notice/notify.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { useId } from '../ui/page/use-id.ts';
import { Instant } from '../ui/time/instant.tsx';
import { CampaignBookings } from './campaign-bookings.tsx';
import { CampaignConflict } from './campaign-conflict.tsx';
import { CampaignForm, type CampaignValues } from './campaign-form.tsx';
import { campaignQuery, runCampaignAction } from './campaign-queries.ts';

const partners = partnerChoices();
const brands = brandChoices();

/** One campaign: what it is, how it stands, and what it books. */
export function CampaignPage() {
  const id = useId();
  const me = useMe();
  const { data: stored } = useSuspenseQuery(campaignQuery(id));
  const [{ edit }, change] = useAddress();
  const campaign = stored.object;
  const act = useChange({
    nouns: ['campaigns', 'bookings'],
    change: ({ action, reason }: { readonly action: ActionName; readonly reason?: string | undefined }) =>
      runCampaignAction(id, action, reason),
    done: 'Done.',
  });
  const mayWrite = me.may('campaigns:write');
  return (
    <Page
      title={campaign.name}
      mark={<StatusBadges status={campaign.status} health={campaign.health} />}
      lead={`${t(`labels.campaignType.${campaign.type}`)} ${campaign.id}`}
      crumbs={[{ text: 'Campaigns', to: '/campaigns' }]}
      actions={
        <>
          {mayWrite && (
            <Button variant="default" leftSection={<Icon name="edit" />} onClick={() => change({ edit: 'yes' })}>
              Edit
            </Button>
          )}
          <ActionButtons
            available={campaign.availableActions}
            isBusy={act.isPending}
            onAction={(action) => performAction(campaign.name, action, (reason) => act.mutate({ action, reason }))}
          />
        </>
      }
    >
      <ReasonList
        tone="bad"
        title="Why it does not deliver"
        reasons={campaign.blockingReasons.map((code) => reasonText(code))}
      />
      <ReasonList
        tone="waiting"
        title="What limits it"
        reasons={campaign.limitingReasons.map((code) => reasonText(code))}
      />
      <CampaignFacts campaign={campaign} />
      <Title order={2} mt="lg" mb="xs">
        Bookings
      </Title>
      <CampaignBookings campaignId={id} />
      {mayWrite && edit !== undefined && <EditDialog stored={stored} close={() => change({ edit: undefined })} />}
    </Page>
  );
}

function CampaignFacts({ campaign }: { readonly campaign: Campaign }) {
  const zone = useZone();
  const partnerName = useNames(partners, [campaign.advertiserCompanyId, campaign.invoiceCompanyId]);
  const brandName = useNames(brands, campaign.brandIds);
  const { delivered } = campaign;
  return (
    <Facts
      facts={[
        { name: 'Advertiser', value: partnerName(campaign.advertiserCompanyId) },
        { name: 'Invoice company', value: partnerName(campaign.invoiceCompanyId) },
        { name: 'Brands', value: campaign.brandIds.map(brandName).join(', ') },
        { name: 'PO number', value: campaign.poNumber ?? '–' },
        { name: 'Start', value: campaign.startDate === null ? '–' : <Instant at={campaign.startDate} zone={zone} /> },
        { name: 'End', value: campaign.endDate === null ? 'Open' : <Instant at={campaign.endDate} zone={zone} /> },
        ...deliveryFacts(delivered),
        ...(campaign.validUntil === null
          ? []
          : [{ name: 'Valid until', value: <Instant at={campaign.validUntil} zone={zone} /> }]),
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
  useFocusBack();
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
      notifySuccess('Saved.');
      close();
    },
  });
  return (
    <Modal opened onClose={close} title="Edit campaign" size="xl" closeButtonProps={{ 'aria-label': 'Close' }}>
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
            Cancel
          </Button>
          <Button type="submit" loading={saving.isSaving} disabled={!draft.isChanged}>
            Save
          </Button>
        </Group>
      </form>
      <CampaignConflict conflict={saving.conflict} close={saving.forgetConflict} />
    </Modal>
  );
}

function valuesOf(campaign: Campaign): CampaignValues {
  const { advertiserCompanyId, invoiceCompanyId, brandIds, name, poNumber, type, validUntil } = campaign;
  return { advertiserCompanyId, invoiceCompanyId, brandIds, name, poNumber, type, validUntil };
}
