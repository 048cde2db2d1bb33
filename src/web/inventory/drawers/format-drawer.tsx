import { Group, NumberInput, Textarea } from '@mantine/core';
import type { Format, FormatBody, TemplateField } from '../../../client/generated/types.gen.ts';
import { fieldError } from '../../api/use-draft.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';
import { DraftTextField } from '../../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../../ui/field/external-id-field.tsx';
import { Select } from '../../ui/field/selects.tsx';
import { ObjectDrawer } from '../../ui/form/object-drawer.tsx';
import type { FieldsOf, OnCreated } from '../../ui/form/object-drawer-props.ts';
import { headsupKey, headsupOptions, headsupValue, mediaTypeOptions } from '../model/inventory-labels.ts';
import { formatClient } from '../model/inventory-resources.ts';
import { TemplateEditor } from './template-editor.tsx';

type MediaType = NonNullable<FormatBody['mediaType']>;
type Values = {
  readonly code: string;
  readonly name: string | null;
  readonly mediaType: MediaType;
  readonly width: number | null;
  readonly height: number | null;
  readonly maxBytes: number | null;
  readonly inHeadsup: boolean | null;
  readonly templateFields: readonly TemplateField[];
  readonly templateHtml: string | null;
  readonly externalId: string | null;
};

const maxPixels = 16_384;
const bytesPerKilobyte = 1024;
const fresh: Values = {
  code: '',
  name: null,
  mediaType: 'banner',
  width: null,
  height: null,
  maxBytes: null,
  inHeadsup: null,
  templateFields: [],
  templateHtml: null,
  externalId: null,
};

/** The form that creates or changes a format. */
export function FormatDrawer(props: {
  readonly id: number | null;
  readonly name?: string;
  readonly onCreated?: OnCreated;
  readonly close: () => void;
}) {
  const me = useMe();
  return (
    <ObjectDrawer
      resource={formatClient}
      id={props.id}
      fresh={{ ...fresh, name: props.name || null }}
      valuesOf={valuesOf}
      fields={(form) => <FormatFields {...form} />}
      isComplete={({ code }) => code !== ''}
      mayWrite={me.may('inventory:write')}
      archiveText={t('inventory.text.archiveFormat')}
      onCreated={props.onCreated}
      close={props.close}
    />
  );
}

function valuesOf(stored: Format): Values {
  const { code, name, width, height, maxBytes, inHeadsup, templateFields, templateHtml, externalId } = stored;
  const mediaType = stored.mediaType as MediaType;
  return { code, name, mediaType, width, height, maxBytes, inHeadsup, templateFields, templateHtml, externalId };
}

function FormatFields({ draft, error, isNew }: FieldsOf<Values>) {
  const { values, set } = draft;
  const pixels = (name: 'width' | 'height', label: string) => (
    <NumberInput
      label={label}
      placeholder={t('inventory.label.any')}
      min={1}
      max={maxPixels}
      allowDecimal={false}
      value={values[name] ?? ''}
      onChange={(value) => set(name, value === '' ? null : Number(value))}
      error={fieldError(error, name)}
    />
  );
  return (
    <>
      <DraftTextField
        draft={draft}
        error={error}
        name="code"
        label={t('inventory.label.code')}
        description={isNew ? t('inventory.hint.formatCode') : t('inventory.hint.storedFormatCode')}
        required
        data-autofocus
        maxLength={100}
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        emptyIsNull
        label={t('common.label.name')}
        description={t('inventory.hint.nameOrCode')}
        maxLength={255}
      />
      <Select
        label={t('inventory.label.mediaType')}
        data={mediaTypeOptions()}
        value={values.mediaType}
        onChange={(type) => set('mediaType', (type ?? 'banner') as MediaType)}
        allowDeselect={false}
        error={fieldError(error, 'mediaType')}
      />
      <Group grow align="flex-start">
        {pixels('width', t('inventory.label.width'))}
        {pixels('height', t('inventory.label.height'))}
      </Group>
      <NumberInput
        label={t('inventory.label.maxFileSizeKilobytes')}
        description={t('inventory.hint.maxFileSize')}
        placeholder={t('inventory.label.defaultLimit')}
        min={1}
        allowDecimal={false}
        value={values.maxBytes === null ? '' : Math.ceil(values.maxBytes / bytesPerKilobyte)}
        onChange={(value) => set('maxBytes', value === '' ? null : Number(value) * bytesPerKilobyte)}
        error={fieldError(error, 'maxBytes')}
      />
      <Select
        label={t('inventory.label.advanceDownload')}
        description={t('inventory.hint.advanceDownload')}
        data={headsupOptions()}
        value={headsupKey(values.inHeadsup)}
        onChange={(key) => set('inHeadsup', headsupValue(key ?? 'screens'))}
        allowDeselect={false}
        error={fieldError(error, 'inHeadsup')}
      />
      <TemplateFields draft={draft} error={error} />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}

function TemplateFields({ draft, error }: Pick<FieldsOf<Values>, 'draft' | 'error'>) {
  const { values, set } = draft;
  return (
    <>
      <TemplateEditor
        value={values.templateFields}
        onChange={(fields) => set('templateFields', fields)}
        error={fieldError(error, 'templateFields')}
      />
      <Textarea
        label={t('inventory.label.templateMarkup')}
        description={t('inventory.hint.templateMarkup')}
        autosize
        minRows={2}
        maxRows={16}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={values.templateHtml ?? ''}
        onChange={(event) => set('templateHtml', event.currentTarget.value || null)}
        error={fieldError(error, 'templateHtml')}
      />
    </>
  );
}
