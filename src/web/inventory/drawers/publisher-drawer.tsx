import { type SellerType, sellerTypes } from '../../../core/vocabulary/codes/selling-codes.ts';
import { fieldError } from '../../api/use-draft.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';
import { DraftTextField } from '../../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../../ui/field/external-id-field.tsx';
import { ReferenceSelect } from '../../ui/field/reference-select.tsx';
import { Select } from '../../ui/field/selects.tsx';
import { formFieldsOf } from '../../ui/form/form-fields-of.ts';
import { ObjectDrawer } from '../../ui/form/object-drawer.tsx';
import type { FieldsOf, OnCreated } from '../../ui/form/object-drawer-props.ts';
import { publisherChoices } from '../model/inventory-choices.ts';
import { publisherClient } from '../model/inventory-resources.ts';

type Values = {
  readonly companyName: string;
  readonly parentId: number | null;
  readonly domain: string | null;
  readonly sellerType: SellerType;
  readonly externalId: string | null;
};

/** The form that creates or changes a publisher. */
export function PublisherDrawer(props: {
  readonly id: number | null;
  readonly parentId?: number | undefined;
  readonly name?: string;
  readonly onCreated?: OnCreated;
  readonly close: () => void;
}) {
  const me = useMe();
  const fresh: Values = {
    companyName: props.name ?? '',
    parentId: props.parentId ?? null,
    domain: null,
    sellerType: 'publisher',
    externalId: null,
  };
  return (
    <ObjectDrawer
      resource={publisherClient}
      id={props.id}
      fresh={fresh}
      valuesOf={formFieldsOf(fresh)}
      fields={(form) => <PublisherFields {...form} />}
      isComplete={({ companyName }) => companyName.trim() !== ''}
      mayWrite={me.may('inventory:write')}
      archiveText={t('inventory.text.archivePublisher')}
      onCreated={props.onCreated}
      close={props.close}
    />
  );
}

function PublisherFields({ draft, error }: FieldsOf<Values>) {
  const { values, set } = draft;
  return (
    <>
      <DraftTextField
        draft={draft}
        error={error}
        name="companyName"
        label={t('inventory.label.companyName')}
        required
        data-autofocus
        maxLength={255}
      />
      <ReferenceSelect
        label={t('inventory.label.parentPublisher')}
        description={t('inventory.hint.parentPublisher')}
        placeholder={t('common.label.none')}
        source={publisherChoices}
        value={values.parentId}
        onChange={(id) => set('parentId', id)}
        clearable
        error={fieldError(error, 'parentId')}
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="domain"
        emptyIsNull
        label={t('inventory.label.businessDomain')}
        description={t('inventory.hint.businessDomain')}
        maxLength={253}
      />
      <Select
        label={t('inventory.label.sellerType')}
        description={t('inventory.hint.sellerType')}
        data={sellerTypes.map((type) => ({ value: type, label: t(`inventory.sellerType.${type}`) }))}
        value={values.sellerType}
        onChange={(type) => type !== null && set('sellerType', type)}
        allowDeselect={false}
        error={fieldError(error, 'sellerType')}
      />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}
