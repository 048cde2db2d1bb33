import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Creative, Format } from '../../client/generated/types.gen.ts';
import { maxHtmlLength } from '../../core/vocabulary/limits/creative-limits.ts';
import { type FormDraft, fieldError } from '../api/use-draft.ts';
import { t } from '../i18n/t.ts';
import { formatsQuery } from '../inventory/model/formats-query.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { Select } from '../ui/field/selects.tsx';
import { TrackerFields } from './tracker-fields.tsx';

/** The editable fields of a creative, except its files. */
export type CreativeValues = Pick<
  Creative,
  'name' | 'externalId' | 'clickUrl' | 'altText' | 'html' | 'fields' | 'vast' | 'trackers'
>;

type TemplateField = Format['templateFields'][number];
type Props = {
  readonly kind: string;
  readonly formatId: number | null;
  readonly draft: Pick<FormDraft<CreativeValues>, 'values' | 'set'>;
  readonly error: unknown;
};

/** The fields of a creative of a kind. */
export function CreativeFields(props: Props) {
  const { kind, draft, error } = props;
  const { values, set } = draft;
  return (
    <>
      <DraftTextField draft={draft} error={error} name="name" label={t('common.label.name')} required maxLength={255} />
      <OfKind {...props} />
      {kind !== 'vast' && (
        <TextInput
          label={t('creative.label.clickUrl')}
          description={t('creative.hint.clickUrl')}
          type="url"
          placeholder="https://"
          value={values.clickUrl ?? ''}
          onChange={(event) => set('clickUrl', event.currentTarget.value.trim() || null)}
          error={fieldError(error, 'clickUrl')}
        />
      )}
      <TrackerFields draft={draft} error={error} />
      <DraftTextField
        draft={draft}
        error={error}
        name="externalId"
        emptyIsNull
        label={t('common.label.externalId')}
        description={t('common.hint.externalId')}
        maxLength={255}
      />
    </>
  );
}

/** The fields that only some kinds have. */
function OfKind({ kind, formatId, draft, error }: Props) {
  const { values, set } = draft;
  switch (kind) {
    case 'image':
      return (
        <DraftTextField
          draft={draft}
          error={error}
          name="altText"
          emptyIsNull
          label={t('creative.label.altText')}
          description={t('creative.hint.altText')}
          maxLength={255}
        />
      );
    case 'html':
      return (
        <Textarea
          label={t('creative.label.markup')}
          description={t('creative.hint.markup')}
          required
          autosize
          minRows={6}
          maxRows={18}
          maxLength={maxHtmlLength}
          ff="monospace"
          value={values.html ?? ''}
          onChange={(event) => set('html', event.currentTarget.value)}
          error={fieldError(error, 'html')}
        />
      );
    case 'vast':
      return (
        <TextInput
          label={t('creative.label.vastUrl')}
          description={t('creative.hint.vastUrl')}
          required
          type="url"
          placeholder="https://"
          value={values.vast?.url ?? ''}
          onChange={(event) => set('vast', { ...(values.vast ?? newVast), url: event.currentTarget.value.trim() })}
          error={fieldError(error, 'vast')}
        />
      );
    case 'native':
    case 'advar':
      return <TemplateValues formatId={formatId} draft={draft} error={error} />;
    default:
      return null;
  }
}

const newVast = { followAdditionalWrappers: true, allowMultipleAds: false, fallbackOnNoAd: false };

/** The texts and numbers of a template. Images are uploaded as files. */
function TemplateValues({ formatId, draft, error }: Omit<Props, 'kind'>) {
  const { data: formats } = useQuery(formatsQuery);
  const fields = formats?.find(({ id }) => id === formatId)?.templateFields ?? [];
  const { values, set } = draft;
  const change = (name: string, value: string | number) => {
    const { [name]: _before, ...rest } = values.fields;
    set('fields', value === '' ? rest : { ...rest, [name]: value });
  };
  return fields
    .filter(({ kind }) => kind !== 'image')
    .map((field) => (
      <TemplateInput
        key={field.name}
        field={field}
        value={values.fields[field.name]}
        onChange={(value) => change(field.name, value)}
        error={fieldError(error, `fields/${field.name}`)}
      />
    ));
}

function TemplateInput({
  field,
  value,
  onChange,
  error,
}: {
  readonly field: TemplateField;
  readonly value: string | number | undefined;
  readonly onChange: (value: string | number) => void;
  readonly error: string | undefined;
}) {
  const common = { label: field.label ?? field.name, required: field.required, error };
  const length = field.maxLength === null ? {} : { maxLength: field.maxLength };
  switch (field.kind) {
    case 'longtext':
      return (
        <Textarea
          {...common}
          {...length}
          autosize
          minRows={2}
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          min={field.min ?? undefined}
          max={field.max ?? undefined}
          value={value ?? ''}
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          data={field.choices}
          clearable={!field.required}
          value={value === undefined ? null : String(value)}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          {...length}
          type={field.kind === 'url' ? 'url' : 'text'}
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
