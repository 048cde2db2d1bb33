import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Creative } from '../../../client/generated/types.gen.ts';
import { maxResumableBytes } from '../../../core/words/limits.ts';
import { invalidateResources } from '../../api/invalidate-resources.ts';
import { fieldError } from '../../api/use-draft.ts';
import { formatsQuery } from '../../inventory/model/formats-query.ts';
import { bytesText, countWithNoun } from '../../labels/figures.ts';
import { brandChoices, brandsByIds } from '../../media-partner/partner-choices.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { ReferenceSelect } from '../../ui/field/reference-select.tsx';
import { FileDrop } from '../../upload/file-drop.tsx';
import { fileEndings } from '../model/file-facts.ts';
import { UploadRow } from './upload-row.tsx';
import { canUpload, isUploading, useUploads } from './use-uploads.ts';

type UploadCreativesProps = {
  /** The brands it may be for, at best one; absent: any. */
  readonly brandIds?: readonly number[];
  /** Formats that are booked: a file is matched with them first. */
  readonly formatIds?: readonly number[];
  /** Called with each creative once it is created. */
  readonly onUploaded?: (creative: Creative) => void;
  /** Called with the names of chosen files that are not uploaded, whenever they change. */
  readonly onPending?: (files: readonly string[]) => void;
};

const anyBrand = brandChoices();

/** Makes creatives of files: dropped, matched with formats by their size, named, and sent together. */
export function UploadCreatives({ brandIds, formatIds = [], onUploaded, onPending }: UploadCreativesProps) {
  const queries = useQueryClient();
  const formats = useQuery(formatsQuery);
  const [chosenBrand, setBrand] = useState<number | null>(null);
  const [clickUrl, setClickUrl] = useState('');
  const brandId = brandIds?.length === 1 ? (brandIds[0] ?? null) : chosenBrand;
  const uploads = useUploads({
    formats: formats.data ?? [],
    preferred: new Set(formatIds),
    onUploaded: (creative) => {
      onUploaded?.(creative);
      void invalidateResources(queries, ['creatives']);
    },
  });
  const ready = uploads.items.filter(canUpload).length;
  const pending = JSON.stringify(uploads.items.filter(({ phase }) => phase !== 'done').map(({ file }) => file.name));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are what matters, and the callback is new each time
  useEffect(() => onPending?.(JSON.parse(pending)), [pending]);
  return (
    <Stack gap="sm">
      <Common
        brandIds={brandIds}
        brandId={brandId}
        setBrand={setBrand}
        clickUrl={clickUrl}
        setClickUrl={setClickUrl}
        error={uploads.items.find(({ error }) => error !== null)?.error}
      />
      <FileDrop
        onFiles={uploads.add}
        isDisabled={!formats.isSuccess}
        endings={fileEndings}
        hint={`Images, HTML5 zips, films and sounds, up to ${bytesText(maxResumableBytes)} each`}
      />
      {uploads.items.length > 0 && (
        <Paper p={0} component="ul" m={0} aria-label="Files">
          {uploads.items.map((item) => (
            <UploadRow
              key={item.key}
              item={item}
              formats={formats.data ?? []}
              booked={formatIds}
              change={(changes) => uploads.change(item.key, changes)}
              remove={() => uploads.remove(item.key)}
            />
          ))}
        </Paper>
      )}
      {ready > 0 && (
        <Group justify="flex-end">
          {brandId === null && (
            <Text fz="sm" c="dimmed">
              Choose the brand first.
            </Text>
          )}
          <Button
            leftSection={<Icon name="upload" />}
            disabled={brandId === null}
            loading={uploads.items.some(isUploading)}
            onClick={() => void uploads.start({ brandId, clickUrl: clickUrl.trim() })}
          >
            Upload {countWithNoun(ready, 'file')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** What all the files have in common. */
function Common(props: {
  readonly brandIds: readonly number[] | undefined;
  readonly brandId: number | null;
  readonly setBrand: (id: number | null) => void;
  readonly clickUrl: string;
  readonly setClickUrl: (url: string) => void;
  /** Why one of them was refused. */
  readonly error: unknown;
}) {
  const { brandIds, brandId, setBrand, clickUrl, setClickUrl, error } = props;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      {brandIds?.length !== 1 && (
        <ReferenceSelect
          label="Brand"
          description="Bookings of this brand can show them"
          required
          source={brandIds === undefined ? anyBrand : brandsByIds(brandIds)}
          value={brandId}
          onChange={setBrand}
        />
      )}
      <TextInput
        label="A click leads to"
        description="The same for all of these files; each can have its own later"
        type="url"
        placeholder="https://"
        value={clickUrl}
        error={fieldError(error, 'clickUrl')}
        onChange={(event) => setClickUrl(event.currentTarget.value)}
      />
    </SimpleGrid>
  );
}
