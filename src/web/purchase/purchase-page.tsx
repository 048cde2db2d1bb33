import { Button, Paper } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Purchase } from '../../client/generated/types.gen.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { History } from '../audit/history.tsx';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { enumerationText, moneyText } from '../labels/figures.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { Facts } from '../ui/display/facts.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { RejectionNotice } from '../ui/notice/rejection-notice.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { Section } from '../ui/page/section.tsx';
import { Staged } from '../ui/page/staged.tsx';
import { useId } from '../ui/page/use-id.ts';
import { Instant } from '../ui/time/instant.tsx';
import { AgentText } from './agent-text.tsx';
import { flightText } from './flight-text.ts';
import { purchaseByIdQuery } from './purchase-queries.ts';
import { PurchaseStateBadge } from './purchase-state-badge.tsx';
import { PurchasedPackageSection } from './purchased-package.tsx';
import { RevokeAgentButton } from './revoke-agent-button.tsx';
import { usePurchaseDecision } from './use-purchase-decision.ts';

const partners = partnerChoices();
const brands = brandChoices();
/** Packages whose forecasts are computed at once. */
const maxForecasts = 3;

/** A purchase of a buyer agent: its packages, and the decision on all of them. */
export function PurchasePage() {
  const id = useId();
  const me = useMe();
  const { data } = useSuspenseQuery(purchaseByIdQuery(id));
  const { object: purchase, etag } = data;
  const decision = usePurchaseDecision(purchase, etag);
  const may = (action: Purchase['availableActions'][number]) => purchase.availableActions.includes(action);
  return (
    <Page
      title={purchase.campaignName}
      mark={<PurchaseStateBadge state={purchase.state} />}
      lead={t('selling.format.purchaseOf', { id: String(purchase.id), agent: purchase.buyerAgentName })}
      crumbs={[{ text: t('selling.title.purchases'), to: '/review/purchases' }]}
      actions={
        <>
          <RevokeAgentButton id={purchase.buyerAgentId} />
          {may('decline') && (
            <Button
              variant="default"
              leftSection={<Icon name="close" />}
              disabled={decision.isBusy}
              onClick={decision.decline}
            >
              {t('selling.action.declinePurchase')}
            </Button>
          )}
        </>
      }
      primary={
        may('approve') && (
          <Button leftSection={<Icon name="check" />} loading={decision.isBusy} onClick={decision.approve}>
            {t('selling.action.approvePurchase')}
          </Button>
        )
      }
    >
      <RejectionNotice reason={purchase.cancellationReason} title={t('selling.purchaseState.cancelled')} />
      <PurchaseFacts purchase={purchase} />
      {purchase.brief !== null && (
        <Section title={t('selling.label.brief')} lead={t('selling.text.agentTexts')}>
          <Paper>
            <AgentText text={purchase.brief} />
          </Paper>
        </Section>
      )}
      <Section title={t('selling.label.packages')}>
        <Staged first={1}>
          {purchase.packages.map((sold, index) => (
            <PurchasedPackageSection
              key={sold.bookingId}
              sold={sold}
              number={index + 1}
              showsForecast={purchase.state === 'waiting' && index < maxForecasts}
            />
          ))}
        </Staged>
      </Section>
      {me.may('audit:read') && <History kind="campaigns" objectId={purchase.campaignId} />}
    </Page>
  );
}

function PurchaseFacts({ purchase }: { readonly purchase: Purchase }) {
  const me = useMe();
  const zone = useZone();
  const { buyerAgentId, buyerAgentName, advertiserCompanyId, brandIds, operator, poNumber } = purchase;
  const partnerName = useNames(partners, [advertiserCompanyId]);
  const brandName = useNames(brands, brandIds);
  const times = [
    { name: t('selling.label.purchasedAt'), at: purchase.createdAt },
    { name: t('selling.label.approvedAt'), at: purchase.confirmedAt },
    { name: t('selling.label.declinedAt'), at: purchase.declinedAt },
    { name: t('selling.label.cancelledAt'), at: purchase.cancelledAt },
  ];
  return (
    <Facts
      facts={[
        {
          name: t('selling.label.buyerAgent'),
          value: me.may('service-accounts:read') ? (
            <TextLink to="/administration/buyer-agents" search={{ item: String(buyerAgentId) }}>
              {buyerAgentName}
            </TextLink>
          ) : (
            buyerAgentName
          ),
        },
        {
          name: t('selling.label.campaign'),
          value: <TextLink to={`/campaigns/${purchase.campaignId}`}>{purchase.campaignName}</TextLink>,
        },
        { name: t('selling.label.advertiser'), value: partnerName(advertiserCompanyId) },
        { name: t('selling.label.brand'), value: enumerationText(brandIds.map(brandName)) },
        ...(operator === null ? [] : [{ name: t('selling.label.agency'), value: operator }]),
        { name: t('selling.label.budget'), value: moneyText(purchase.budget) },
        { name: t('selling.label.flight'), value: flightText(purchase, zone) },
        ...(poNumber === null ? [] : [{ name: t('selling.label.poNumber'), value: poNumber }]),
        ...times.flatMap(({ name, at }) => (at === null ? [] : [{ name, value: <Instant at={at} zone={zone} /> }])),
        ...(purchase.test ? [{ name: t('selling.label.testAccount'), value: t('common.label.yes') }] : []),
      ]}
    />
  );
}
