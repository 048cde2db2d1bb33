import { Button } from '@mantine/core';
import type { MediaPartner } from '../../client/generated/types.gen.ts';
import { useMe } from '../api/use-me.ts';
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
import { CatalogueSection } from './catalogue-section.tsx';
import { MediaPartnerDrawer } from './media-partner-drawer.tsx';
import { rolesText } from './media-partner-labels.ts';
import { mediaPartnerClient } from './media-partner-resources.ts';

/** One media partner: what we know of it, and its brands. */
export function MediaPartnerPage() {
  return <ObjectPage resource={mediaPartnerClient}>{(partner) => <Shown partner={partner} />}</ObjectPage>;
}

function Shown({ partner }: { readonly partner: MediaPartner }) {
  const me = useMe();
  const [values, change] = useAddress();
  const { id, name, roles, domains, externalId, externalKey, subsystemExternalIds, active } = partner;
  const systems = Object.entries(subsystemExternalIds).map(([system, key]) => `${system}: ${key}`);
  const isAdvertiser = roles.includes('ADVERTISER');
  return (
    <Page
      title={name}
      mark={<PartnerMark partner={partner} />}
      lead={rolesText(roles)}
      crumbs={[{ text: 'Media partners', to: '/media-partners' }]}
      actions={
        <>
          {isAdvertiser && me.may('campaigns:read') && (
            <ButtonLink to="/campaigns" search={{ advertiser: String(id) }} variant="default">
              Its campaigns
            </ButtonLink>
          )}
          {me.may('media-partners:write') && partner.archivedAt !== null && (
            <UnarchiveButton resource={mediaPartnerClient} id={id} />
          )}
          {me.may('media-partners:write') && partner.archivedAt === null && (
            <Button variant="default" leftSection={<Icon name="edit" />} onClick={() => change({ item: 'edit' })}>
              Edit
            </Button>
          )}
        </>
      }
    >
      <Facts
        facts={[
          { name: 'Domains', value: domains.join(', ') || '–' },
          { name: 'External id', value: externalId ?? '–' },
          { name: 'External key', value: externalKey ?? '–' },
          { name: 'In other systems', value: systems.join(', ') || '–' },
          { name: 'Status', value: active ? 'Active' : 'Inactive: left out of lists and choices' },
          { name: 'Changed', value: <Instant at={partner.updatedAt} /> },
        ]}
      />
      <BrandSection partner={partner} />
      {isAdvertiser && me.may('products:read') && <CatalogueSection partner={partner} />}
      {values['item'] === 'edit' && <MediaPartnerDrawer id={id} close={() => change({ item: undefined })} />}
    </Page>
  );
}

function PartnerMark({ partner }: { readonly partner: MediaPartner }) {
  if (partner.archivedAt !== null) return <ArchivedBadge />;
  return partner.active ? null : <ToneBadge text="Inactive" tone="quiet" />;
}
