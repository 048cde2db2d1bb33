import { Button, FileInput, Group, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createCreative } from '../../client/generated/sdk.gen.ts';
import type { Format, NewCreativeBody } from '../../client/generated/types.gen.ts';
import { client, dataOf, problemOfError } from '../api/client.ts';
import { type FormDraft, fieldError, useDraft } from '../api/use-draft.ts';
import { t } from '../i18n/t.ts';
import { dimensionsText, formatText } from '../inventory/model/format-choices.ts';
import { formatsQuery } from '../inventory/model/formats-query.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Icon } from '../ui/display/icon.tsx';
import { ReferenceSelect } from '../ui/field/reference-select.tsx';
import { Select } from '../ui/field/selects.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { uploadInParts } from '../upload/upload-in-parts.ts';
import { CreativeFields, type CreativeValues } from './creative-fields.tsx';
import { isPossibleKind } from './model/match-format.ts';

/** Sources of creatives without file upload. */
export type TextCreativeSource = 'html' | 'vast' | 'template';

type Values = CreativeValues & {
  readonly brandId: number | null;
  readonly formatId: number | null;
  /** Images by template field. */
  readonly images: Readonly<Record<string, File>>;
};

const brands = brandChoices();
const empty: Values = {
  name: '',
  externalId: null,
  clickUrl: null,
  altText: null,
  html: null,
  fields: {},
  vast: null,
  trackers: {},
  brandId: null,
  formatId: null,
  images: {},
};

/** Creates a creative from markup, a VAST URL or the template of a format. */
export function TextCreativeForm({ source }: { readonly source: TextCreativeSource }) {
  const navigate = useNavigate();
  const { data: formats = [] } = useQuery(formatsQuery);
  const draft = useDraft<Values>(empty);
  const { values, set } = draft;
  const possible = formats.filter((format) => accepts(source, format));
  const format = possible.find(({ id }) => id === values.formatId);
  const kind = kindOf(source, format);
  const create = useChange({
    nouns: ['creatives'],
    change: async () => dataOf(createCreative({ client, body: await bodyOf(kind, values) })),
    done: t('creative.text.created'),
    onDone: ({ id }) => void navigate({ to: `/creatives/${id}` }),
    quiet: true,
  });
  const hasGeneralError = create.error !== null && (problemOfError(create.error).errors ?? []).length === 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate(undefined);
      }}
      noValidate
    >
      <Stack gap="sm">
        {hasGeneralError && <ProblemAlert error={create.error} />}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <ReferenceSelect
            label={t('creative.label.brand')}
            description={t('creative.hint.brand')}
            required
            source={brands}
            value={values.brandId}
            onChange={(id) => set('brandId', id)}
            error={fieldError(create.error, 'brandId')}
          />
          <Select
            label={t('creative.label.format')}
            description={possible.length === 0 ? t('creative.hint.noFormat') : t('creative.hint.format')}
            required
            searchable
            data={possible.map((choice) => ({ value: String(choice.id), label: formatText(choice) }))}
            value={values.formatId === null ? null : String(values.formatId)}
            onChange={(id) => set('formatId', id === null ? null : Number(id))}
            error={fieldError(create.error, 'formatId')}
          />
        </SimpleGrid>
        <CreativeFields kind={kind} formatId={values.formatId} draft={draft} error={create.error} />
        {source === 'template' && <TemplateImages format={format} draft={draft} error={create.error} />}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={create.isPending}
            disabled={values.brandId === null || format === undefined || values.name.trim() === ''}
          >
            {t('creative.action.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The image fields of a template. */
function TemplateImages({
  format,
  draft,
  error,
}: {
  readonly format: Format | undefined;
  readonly draft: FormDraft<Values>;
  readonly error: unknown;
}) {
  const { images } = draft.values;
  return (format?.templateFields ?? [])
    .filter(({ kind }) => kind === 'image')
    .map((field) => (
      <FileInput
        key={field.name}
        label={field.label ?? field.name}
        description={dimensionsText(field) || t('creative.hint.anySize')}
        placeholder={t('creative.label.selectImage')}
        required={field.required}
        accept="image/*"
        clearable
        clearButtonProps={{ 'aria-label': t('creative.action.clearField', { field: field.label ?? field.name }) }}
        leftSection={<Icon name="creative" />}
        value={images[field.name] ?? null}
        onChange={(file) => {
          const { [field.name]: _before, ...rest } = images;
          draft.set('images', file === null ? rest : { ...rest, [field.name]: file });
        }}
        error={fieldError(error, `uploadIds/${field.name}`) ?? fieldError(error, `file.${field.name}`)}
      />
    ));
}

function accepts(source: TextCreativeSource, format: Format): boolean {
  if (source === 'template') return isPossibleKind('advar', format) && format.templateFields.length > 0;
  return isPossibleKind(source, format);
}

/** Pages and apps render native and stack formats themselves. All other formats render their template. */
function kindOf(source: TextCreativeSource, format: Format | undefined): NewCreativeBody['kind'] {
  if (source !== 'template') return source;
  return format?.mediaType === 'native' || format?.mediaType === 'stack' ? 'native' : 'advar';
}

async function bodyOf(kind: NewCreativeBody['kind'], values: Values): Promise<NewCreativeBody> {
  const { name, externalId, clickUrl, brandId, formatId, html, vast, fields, images } = values;
  const common = { name, externalId, clickUrl, kind, brandId: brandId ?? 0, formatId: formatId ?? 0 };
  if (kind === 'html') return { ...common, html };
  if (kind === 'vast') return { ...common, clickUrl: null, vast };
  const signal = new AbortController().signal;
  const ignore = () => undefined;
  const uploaded = await Promise.all(
    Object.entries(images).map(
      async ([field, file]) =>
        [field, await uploadInParts(file, { onSent: ignore, onBegun: ignore, begun: null, signal })] as const,
    ),
  );
  return { ...common, fields, ...(uploaded.length > 0 && { uploadIds: Object.fromEntries(uploaded) }) };
}
