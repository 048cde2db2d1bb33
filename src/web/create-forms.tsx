import type { ComponentType } from 'react';
import type { CreatableType } from './api/choice-source.ts';
import { loadPageMessages } from './i18n/activate-locale.ts';
import type { CreateFormProps } from './ui/field/create-form.ts';

type CreateForm = ComponentType<CreateFormProps>;

/** The form that creates an object of each type from inside a select. Each loads when it is first opened. */
const createForms: Readonly<Record<CreatableType, () => Promise<CreateForm>>> = {
  async brand() {
    const { BrandDrawer } = await import('./media-partner/brand-drawer.tsx');
    return ({ parentId, ...props }) => <BrandDrawer id={null} mediaPartnerId={parentId ?? null} {...props} />;
  },
  async campaign() {
    const { NewCampaignDrawer } = await import('./campaign/new-campaign-drawer.tsx');
    return NewCampaignDrawer;
  },
  async connection() {
    const { ConnectionDrawer } = await import('./audience/connection-drawer.tsx');
    return (props) => <ConnectionDrawer id={null} {...props} />;
  },
  async format() {
    const { FormatDrawer } = await import('./inventory/drawers/format-drawer.tsx');
    return (props) => <FormatDrawer id={null} {...props} />;
  },
  async location() {
    const { LocationDrawer } = await import('./inventory/drawers/location-drawer.tsx');
    return (props) => <LocationDrawer id={null} {...props} />;
  },
  async mediaPartner() {
    const { MediaPartnerDrawer } = await import('./media-partner/media-partner-drawer.tsx');
    return (props) => <MediaPartnerDrawer id={null} {...props} />;
  },
  async publication() {
    const { PublicationDrawer } = await import('./inventory/drawers/publication-drawer.tsx');
    return (props) => <PublicationDrawer id={null} {...props} />;
  },
  async publisher() {
    const { PublisherDrawer } = await import('./inventory/drawers/publisher-drawer.tsx');
    return (props) => <PublisherDrawer id={null} {...props} />;
  },
};

/** Loads the form of a type, with the messages of the pages. */
export async function loadCreateForm(type: CreatableType): Promise<CreateForm> {
  const [form] = await Promise.all([createForms[type](), loadPageMessages()]);
  return form;
}
