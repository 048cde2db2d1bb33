import { Button, FileInput, Group, Select, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createCreative } from '../../client/generated/sdk.gen.ts';
import type { Format, NewCreativeBody } from '../../client/generated/types.gen.ts';
import { client, dataOf, problemOfError } from '../api/client.ts';
import { type FormDraft, fieldError, useDraft } from '../api/use-draft.ts';
import { dimensionsText, formatText } from '../inventory/model/format-choices.ts';
import { formatsQuery } from '../inventory/model/formats-query.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Icon } from '../ui/display/icon.tsx';
import { ReferenceSelect } from '../ui/field/reference-select.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { uploadInParts } from '../upload/upload-in-parts.ts';
import { CreativeFields, type CreativeValues } from './creative-fields.tsx';
import { isPossibleKind } from './model/match-format.ts';

/** Creatives that are written and not uploaded. */
export type TextCreativeSource = 'html' | 'vast' | 'template';

type Values = CreativeValues & {
  readonly brandId: number | null;
  readonly formatId: number | null;
  /** By the field of the template that each is for. */
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
  brandId: null,
  formatId: null,
  images: {},
};

/** A creative of markup, of another server’s address, or of a format’s template. */
export function TextCreativeForm({ way }: { readonly way: TextCreativeSource }) {
  const navigate = useNavigate();
  const { data: formats = [] } = useQuery(formatsQuery);
  const draft = useDraft<Values>(empty);
  const { values, set } = draft;
  const possible = formats.filter((format) => fits(way, format));
  const format = possible.find(({ id }) => id === values.formatId);
  const kind = kindOf(way, format);
  const create = useChange({
    nouns: ['creatives'],
    change: async () => dataOf(createCreative({ client, body: await bodyOf(kind, values) })),
    done: ({ name }) => `${name} is made.`,
    onDone: ({ id }) => void navigate({ to: `/creatives/${id}` }),
    quiet: true,
  });
  const isWhole = create.error !== null && (problemOfError(create.error).errors ?? []).length === 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate(undefined);
      }}
      noValidate
    >
      <Stack gap="sm">
        {isWhole && <ProblemAlert error={create.error} />}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <ReferenceSelect
            label="Brand"
            description="Bookings of this brand can show it"
            required
            source={brands}
            value={values.brandId}
            onChange={(id) => set('brandId', id)}
            error={fieldError(create.error, 'brandId')}
          />
          <Select
            label="Format"
            description={possible.length === 0 ? 'There is no format for it yet' : 'Positions of this format show it'}
            required
            searchable
            data={possible.map((one) => ({ value: String(one.id), label: formatText(one) }))}
            value={values.formatId === null ? null : String(values.formatId)}
            onChange={(id) => set('formatId', id === null ? null : Number(id))}
            error={fieldError(create.error, 'formatId')}
          />
        </SimpleGrid>
        <CreativeFields kind={kind} formatId={values.formatId} draft={draft} error={create.error} />
        {way === 'template' && <TemplateImages format={format} draft={draft} error={create.error} />}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={create.isPending}
            disabled={values.brandId === null || format === undefined || values.name.trim() === ''}
          >
            Create creative
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The images that a template asks for. */
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
        description={dimensionsText(field) || 'An image of any size'}
        placeholder="Choose an image"
        required={field.required}
        accept="image/*"
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${field.label ?? field.name}` }}
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

function fits(way: TextCreativeSource, format: Format): boolean {
  if (way === 'template') return isPossibleKind('advar', format) && format.templateFields.length > 0;
  return isPossibleKind(way, format);
}

/** Formats that pages and apps draw themselves take native creatives; all others are drawn by their template. */
function kindOf(way: TextCreativeSource, format: Format | undefined): NewCreativeBody['kind'] {
  if (way !== 'template') return way;
  return format?.mediaType === 'native' || format?.mediaType === 'stack' ? 'native' : 'advar';
}

async function bodyOf(kind: NewCreativeBody['kind'], values: Values): Promise<NewCreativeBody> {
  const { name, externalId, clickUrl, brandId, formatId, html, vast, fields, images } = values;
  const common = { name, externalId, clickUrl, kind, brandId: brandId ?? 0, formatId: formatId ?? 0 };
  if (kind === 'html') return { ...common, html };
  if (kind === 'vast') return { ...common, clickUrl: null, vast };
  const signal = new AbortController().signal;
  const ignore = () => undefined;
  const sent = await Promise.all(
    Object.entries(images).map(
      async ([field, file]) =>
        [field, await uploadInParts(file, { onSent: ignore, onBegun: ignore, begun: null, signal })] as const,
    ),
  );
  return { ...common, fields, ...(sent.length > 0 && { uploadIds: Object.fromEntries(sent) }) };
}
