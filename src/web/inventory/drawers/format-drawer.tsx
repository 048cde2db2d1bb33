import { Group, NumberInput, Select, Switch, Textarea } from '@mantine/core';
import type { Format, FormatBody, TemplateField } from '../../../client/generated/types.gen.ts';
import { fieldError } from '../../api/use-draft.ts';
import { useMe } from '../../api/use-me.ts';
import { DraftTextField } from '../../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../../ui/field/external-id-field.tsx';
import { ObjectDrawer } from '../../ui/form/object-drawer.tsx';
import type { FieldsOf } from '../../ui/form/object-drawer-props.ts';
import { mediaTypeLabels } from '../model/inventory-labels.ts';
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
  readonly inHeadsup: boolean;
  readonly templateFields: readonly TemplateField[];
  readonly templateHtml: string | null;
  readonly externalId: string | null;
};

const mediaTypes = Object.entries(mediaTypeLabels).map(([value, label]) => ({ value, label }));
const maxPixels = 16_384;
const bytesPerKilobyte = 1024;
const fresh: Values = {
  code: '',
  name: null,
  mediaType: 'banner',
  width: null,
  height: null,
  maxBytes: null,
  inHeadsup: false,
  templateFields: [],
  templateHtml: null,
  externalId: null,
};

/** Makes or changes a format. */
export function FormatDrawer(props: { readonly id: number | null; readonly close: () => void }) {
  const me = useMe();
  return (
    <ObjectDrawer
      resource={formatClient}
      id={props.id}
      fresh={fresh}
      valuesOf={valuesOf}
      fields={(form) => <FormatFields {...form} />}
      isComplete={({ code }) => code !== ''}
      mayWrite={me.may('inventory:write')}
      archiveText="It must not have positions or creatives any more. Its reports stay."
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
      placeholder="Any"
      suffix=" px"
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
        label="Code"
        description={
          isNew
            ? 'The last part of slot names, such as leaderboard'
            : 'The last part of slot names. Pages that ask for them must change with it.'
        }
        required
        data-autofocus
        maxLength={100}
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        emptyIsNull
        label="Name"
        description="For people; default: the code"
        maxLength={255}
      />
      <Select
        label="Shows"
        data={mediaTypes}
        value={values.mediaType}
        onChange={(type) => set('mediaType', (type ?? 'banner') as MediaType)}
        allowDeselect={false}
        error={fieldError(error, 'mediaType')}
      />
      <Group grow align="flex-start">
        {pixels('width', 'Width')}
        {pixels('height', 'Height')}
      </Group>
      <NumberInput
        label="Largest file"
        description="Uploads over it are refused"
        placeholder="The limit of the product"
        suffix=" KB"
        min={1}
        allowDecimal={false}
        thousandSeparator=","
        value={values.maxBytes === null ? '' : Math.ceil(values.maxBytes / bytesPerKilobyte)}
        onChange={(value) => set('maxBytes', value === '' ? null : Number(value) * bytesPerKilobyte)}
        error={fieldError(error, 'maxBytes')}
      />
      <Switch
        label="Fetched ahead of the day"
        description="Screens download what may run before the day begins"
        checked={values.inHeadsup}
        onChange={(event) => set('inHeadsup', event.currentTarget.checked)}
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
        label="Template markup"
        description="With [field:name], [if:name] … [end:name] and the macros of html creatives; empty: pages draw it from the fields"
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
