import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
import { ReferenceSelect } from '../ui/field/reference-select.tsx';
import { TagsInput } from '../ui/field/selects.tsx';
import { SystemIdsField } from '../ui/field/system-ids-field.tsx';
import { formFieldsOf } from '../ui/form/form-fields-of.ts';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf, OnCreated } from '../ui/form/object-drawer-props.ts';
import { brandClient } from './media-partner-resources.ts';
import { partnerChoices } from './partner-choices.ts';

const advertisers = partnerChoices('ADVERTISER');

type Values = {
  readonly mediaPartnerId: number | null;
  readonly name: string;
  readonly domains: readonly string[];
  readonly categories: readonly string[];
  readonly externalId: string | null;
  readonly externalKey: string | null;
  readonly subsystemExternalIds: Readonly<Record<string, string>>;
};

/** The form that creates or changes a brand of a media partner. */
export function BrandDrawer(props: {
  readonly id: number | null;
  /** Null: the form asks for it. */
  readonly mediaPartnerId: number | null;
  readonly name?: string;
  readonly onCreated?: OnCreated;
  readonly close: () => void;
}) {
  const me = useMe();
  const fresh: Values = {
    mediaPartnerId: props.mediaPartnerId,
    name: props.name ?? '',
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
      fields={(form) => <BrandFields {...form} asksPartner={props.mediaPartnerId === null} />}
      isComplete={({ mediaPartnerId, name }) => mediaPartnerId !== null && name.trim() !== ''}
      mayWrite={me.may('media-partners:write')}
      archiveText={t('mediaPartner.text.archiveBrand')}
      onCreated={props.onCreated}
      close={props.close}
    />
  );
}

function BrandFields({ draft, error, asksPartner }: FieldsOf<Values> & { readonly asksPartner: boolean }) {
  const { values, set } = draft;
  return (
    <>
      {asksPartner && (
        <ReferenceSelect
          label={t('mediaPartner.label.mediaPartner')}
          required
          source={advertisers}
          value={values.mediaPartnerId}
          onChange={(id) => set('mediaPartnerId', id)}
          error={fieldError(error, 'mediaPartnerId')}
        />
      )}
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        label={t('common.label.name')}
        required
        data-autofocus
        maxLength={255}
      />
      <TagsInput
        label={t('mediaPartner.label.domains')}
        description={t('mediaPartner.hint.brandDomains')}
        value={[...values.domains]}
        onChange={(domains) => set('domains', domains)}
        splitChars={[',', ' ']}
        error={fieldError(error, 'domains')}
      />
      <TagsInput
        label={t('mediaPartner.label.categories')}
        description={t('mediaPartner.hint.categories')}
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
        label={t('mediaPartner.label.externalKey')}
        description={t('mediaPartner.hint.externalKey')}
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
