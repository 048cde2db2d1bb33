import { fieldError } from '../../api/use-draft.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';
import { useSettings } from '../../settings/use-settings.ts';
import { DraftTextField } from '../../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../../ui/field/external-id-field.tsx';
import { ReferenceSelect } from '../../ui/field/reference-select.tsx';
import { Select, TagsInput } from '../../ui/field/selects.tsx';
import { formFieldsOf } from '../../ui/form/form-fields-of.ts';
import { ObjectDrawer } from '../../ui/form/object-drawer.tsx';
import type { FieldsOf, OnCreated } from '../../ui/form/object-drawer-props.ts';
import { deviceZone } from '../../ui/time/zoned-time.ts';
import { publisherChoices } from '../model/inventory-choices.ts';
import { categoryText } from '../model/inventory-labels.ts';
import { publicationClient } from '../model/inventory-resources.ts';
import { PublicationAuthorization } from './publication-authorization.tsx';

type Values = {
  readonly companyName: string;
  readonly publisherId: number | null;
  readonly category: string;
  readonly timeZone: string;
  readonly domains: readonly string[];
  readonly externalId: string | null;
};

const zones = Intl.supportedValuesOf('timeZone');
const standardCategories = ['display', 'in_store', 'sponsored_products'];

/** The form that creates or changes a publication. */
export function PublicationDrawer(props: {
  readonly id: number | null;
  readonly publisherId?: number;
  readonly name?: string;
  readonly onCreated?: OnCreated;
  readonly close: () => void;
}) {
  const me = useMe();
  const fresh: Values = {
    companyName: props.name ?? '',
    publisherId: props.publisherId ?? null,
    category: 'display',
    timeZone: me.account.timeZone ?? deviceZone,
    domains: [],
    externalId: null,
  };
  return (
    <ObjectDrawer
      resource={publicationClient}
      id={props.id}
      fresh={fresh}
      valuesOf={formFieldsOf(fresh)}
      fields={(form) => <PublicationFields {...form} />}
      isComplete={({ companyName, publisherId }) => companyName.trim() !== '' && publisherId !== null}
      mayWrite={me.may('inventory:write')}
      head={(publication) => <PublicationAuthorization publication={publication} />}
      archiveText={t('inventory.text.archivePublication')}
      onCreated={props.onCreated}
      close={props.close}
    />
  );
}

function PublicationFields({ draft, error }: FieldsOf<Values>) {
  const { values, set } = draft;
  const extra = useSettings()?.extraCategories ?? [];
  // Categories of the settings, and the stored one even if the settings no longer have it.
  const categories = [...new Set([...standardCategories, ...extra, values.category])];
  return (
    <>
      <DraftTextField
        draft={draft}
        error={error}
        name="companyName"
        label={t('common.label.name')}
        description={t('inventory.hint.publicationName')}
        required
        data-autofocus
        maxLength={255}
      />
      <ReferenceSelect
        label={t('inventory.label.publisher')}
        required
        source={publisherChoices}
        value={values.publisherId}
        onChange={(id) => set('publisherId', id)}
        error={fieldError(error, 'publisherId')}
      />
      <Select
        label={t('inventory.label.category')}
        description={t('inventory.hint.category')}
        data={categories.map((category) => ({ value: category, label: categoryText(category) }))}
        value={values.category}
        onChange={(category) => set('category', category ?? 'display')}
        allowDeselect={false}
        error={fieldError(error, 'category')}
      />
      <Select
        label={t('inventory.label.timeZone')}
        description={t('inventory.hint.timeZone')}
        data={zones.includes(values.timeZone) ? zones : [values.timeZone, ...zones]}
        searchable
        limit={60}
        value={values.timeZone}
        onChange={(zone) => set('timeZone', zone ?? values.timeZone)}
        allowDeselect={false}
        error={fieldError(error, 'timeZone')}
      />
      <TagsInput
        label={t('inventory.label.domains')}
        description={t('inventory.hint.domains')}
        value={[...values.domains]}
        onChange={(domains) => set('domains', domains)}
        splitChars={[',', ' ']}
        error={fieldError(error, 'domains')}
      />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}
