import { Button } from '@mantine/core';
import type { MediaPartner } from '../../client/generated/types.gen.ts';
import { useMe } from '../api/use-me.ts';
import { FavoriteButton } from '../favorite/favorite-button.tsx';
import { t } from '../i18n/t.ts';
import { UnarchiveButton } from '../ui/action/unarchive-button.tsx';
import { ArchivedBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Facts } from '../ui/display/facts.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { ButtonLink } from '../ui/page/link.tsx';
import { ObjectPage } from '../ui/page/object-page.tsx';
import { Page } from '../ui/page/page.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { BrandSection } from './brand-section.tsx';
import { CatalogSection } from './catalog-section.tsx';
import { MediaPartnerDrawer } from './media-partner-drawer.tsx';
import { rolesText } from './media-partner-labels.ts';
import { mediaPartnerClient } from './media-partner-resources.ts';

/** One media partner: its facts, brands and catalog. */
export function MediaPartnerPage() {
  return <ObjectPage resource={mediaPartnerClient}>{(partner) => <MediaPartnerView partner={partner} />}</ObjectPage>;
}

function MediaPartnerView({ partner }: { readonly partner: MediaPartner }) {
  const me = useMe();
  const [values, change] = useAddress();
  const { id, name, roles, domains, externalId, externalKey, subsystemExternalIds, active } = partner;
  const systems = Object.entries(subsystemExternalIds).map(([system, key]) => `${system}: ${key}`);
  const isAdvertiser = roles.includes('ADVERTISER');
  return (
    <Page
      title={name}
      tool={<FavoriteButton kind="media-partners" object={partner} />}
      mark={<PartnerMark partner={partner} />}
      lead={rolesText(roles)}
      crumbs={[{ text: t('mediaPartner.title.list'), to: '/media-partners' }]}
      actions={
        <>
          {isAdvertiser && me.may('campaigns:read') && (
            <ButtonLink to="/campaigns" search={{ advertiser: String(id) }} variant="default">
              {t('mediaPartner.action.viewCampaigns')}
            </ButtonLink>
          )}
          {me.may('media-partners:write') && partner.archivedAt !== null && (
            <UnarchiveButton resource={mediaPartnerClient} id={id} />
          )}
          {me.may('media-partners:write') && partner.archivedAt === null && (
            <Button variant="default" leftSection={<Icon name="edit" />} onClick={() => change({ item: 'edit' })}>
              {t('common.action.edit')}
            </Button>
          )}
        </>
      }
    >
      <Facts
        facts={[
          { name: t('mediaPartner.label.domains'), value: domains.join(', ') || '–' },
          { name: t('common.label.externalId'), value: externalId ?? '–' },
          { name: t('mediaPartner.label.externalKey'), value: externalKey ?? '–' },
          { name: t('mediaPartner.label.systemIds'), value: systems.join(', ') || '–' },
          {
            name: t('common.label.status'),
            value: active ? t('common.label.active') : t('mediaPartner.text.inactive'),
          },
          { name: t('common.label.updated'), value: <Instant at={partner.updatedAt} /> },
        ]}
      />
      <BrandSection partner={partner} />
      {isAdvertiser && me.may('products:read') && <CatalogSection partner={partner} />}
      {values['item'] === 'edit' && <MediaPartnerDrawer id={id} close={() => change({ item: undefined })} />}
    </Page>
  );
}

function PartnerMark({ partner }: { readonly partner: MediaPartner }) {
  if (partner.archivedAt !== null) return <ArchivedBadge />;
  return partner.active ? null : <ToneBadge text={t('mediaPartner.label.inactive')} tone="quiet" />;
}
