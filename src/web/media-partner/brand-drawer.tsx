import { TagsInput } from '@mantine/core';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
import { SystemIdsField } from '../ui/field/system-ids-field.tsx';
import { formFieldsOf } from '../ui/form/form-fields-of.ts';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf } from '../ui/form/object-drawer-props.ts';
import { brandClient } from './media-partner-resources.ts';

type Values = {
  readonly mediaPartnerId: number;
  readonly name: string;
  readonly domains: readonly string[];
  readonly categories: readonly string[];
  readonly externalId: string | null;
  readonly externalKey: string | null;
  readonly subsystemExternalIds: Readonly<Record<string, string>>;
};

/** Makes or changes a brand of a media partner. */
export function BrandDrawer(props: {
  readonly id: number | null;
  readonly mediaPartnerId: number;
  readonly close: () => void;
}) {
  const me = useMe();
  const fresh: Values = {
    mediaPartnerId: props.mediaPartnerId,
    name: '',
    domains: [],
    categories: [],
    externalId: null,
    externalKey: null,
    subsystemExternalIds: {},
  };
  return (
    <ObjectDrawer
      resource={brandClient}
      id={props.id}
      fresh={fresh}
      valuesOf={formFieldsOf(fresh)}
      fields={(form) => <BrandFields {...form} />}
      isComplete={({ name }) => name.trim() !== ''}
      mayWrite={me.may('media-partners:write')}
      archiveText="It must not be in campaigns that run. Its reports stay."
      close={props.close}
    />
  );
}

function BrandFields({ draft, error }: FieldsOf<Values>) {
  const { values, set } = draft;
  return (
    <>
      <DraftTextField draft={draft} error={error} name="name" label="Name" required data-autofocus maxLength={255} />
      <TagsInput
        label="Domains"
        description="Clicks on its ads may lead there and nowhere else; Enter after each"
        value={[...values.domains]}
        onChange={(domains) => set('domains', domains)}
        splitChars={[',', ' ']}
        error={fieldError(error, 'domains')}
      />
      <TagsInput
        label="Product categories"
        description="Such as coffee; Enter after each"
        value={[...values.categories]}
        onChange={(categories) => set('categories', categories)}
        error={fieldError(error, 'categories')}
      />
      <ExternalIdField draft={draft} error={error} />
      <DraftTextField
        draft={draft}
        error={error}
        name="externalKey"
        emptyIsNull
        label="External key"
        description="A second key in a system of yours"
        maxLength={100}
      />
      <SystemIdsField
        value={values.subsystemExternalIds}
        onChange={(ids) => set('subsystemExternalIds', ids)}
        error={fieldError(error, 'subsystemExternalIds')}
      />
    </>
  );
}
