/*
 * Upload of files that become creatives.
 *
 * - `upload-creatives.tsx`: the list. `upload-row.tsx`: one file. `crop-field.tsx`: the part of an image to keep.
 * - `check-list.tsx`: problems of a creative.
 * - `use-uploads.ts`: state of the files. `send-file.ts`: requests.
 */

import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Creative } from '../../../client/generated/types.gen.ts';
import { maxResumableBytes } from '../../../core/vocabulary/limits/upload-limits.ts';
import { invalidateResources } from '../../api/invalidate-resources.ts';
import { fieldError } from '../../api/use-draft.ts';
import { t } from '../../i18n/t.ts';
import { formatsQuery } from '../../inventory/model/formats-query.ts';
import { bytesText } from '../../labels/figures.ts';
import { brandChoices, brandsByIds } from '../../media-partner/partner-choices.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { ReferenceSelect } from '../../ui/field/reference-select.tsx';
import { FileDrop } from '../../upload/file-drop.tsx';
import { fileEndings } from '../model/file-facts.ts';
import { UploadRow } from './upload-row.tsx';
import { canUpload, isUploading, useUploads } from './use-uploads.ts';

type UploadCreativesProps = {
  /** Brands to choose from. Absent: any brand. */
  readonly brandIds?: readonly number[];
  /** Formats of booked positions. Files are matched with them first. */
  readonly formatIds?: readonly number[];
  /** Called for each creative after its creation. */
  readonly onUploaded?: (creative: Creative) => void;
  /** Called with the names of the files that are not uploaded yet, whenever the names change. */
  readonly onPending?: (files: readonly string[]) => void;
};

const anyBrand = brandChoices();

/** Creates creatives from files. Each file is matched with a format by its size and can be renamed. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback is new on each render; only the names matter
  useEffect(() => onPending?.(JSON.parse(pending)), [pending]);
  return (
    <Stack gap="sm">
      <CommonFields
        brandIds={brandIds}
        brandId={brandId}
        setBrand={setBrand}
        clickUrl={clickUrl}
        setClickUrl={setClickUrl}
        error={uploads.items.find(({ error }) => error !== null)?.error}
        hasFiles={uploads.items.length > 0}
      />
      <FileDrop
        onFiles={uploads.add}
        isDisabled={!formats.isSuccess}
        endings={fileEndings}
        hint={t('creative.hint.uploadFiles', { size: bytesText(maxResumableBytes) })}
      />
      {uploads.items.length > 0 && (
        <Paper p={0} component="ul" m={0} aria-label={t('creative.label.files')}>
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
              {t('creative.text.selectBrand')}
            </Text>
          )}
          <Button
            leftSection={<Icon name="upload" />}
            disabled={brandId === null}
            loading={uploads.items.some(isUploading)}
            onClick={() => void uploads.start({ brandId, clickUrl: clickUrl.trim() })}
          >
            {t('creative.action.uploadFiles', { count: ready })}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Brand of all files and, with the first file, their click-through URL. */
function CommonFields(props: {
  readonly brandIds: readonly number[] | undefined;
  readonly brandId: number | null;
  readonly setBrand: (id: number | null) => void;
  readonly clickUrl: string;
  readonly setClickUrl: (url: string) => void;
  /** The error of a rejected file. */
  readonly error: unknown;
  readonly hasFiles: boolean;
}) {
  const { brandIds, brandId, setBrand, clickUrl, setClickUrl, error, hasFiles } = props;
  const hasBrand = brandIds?.length !== 1;
  if (!hasBrand && !hasFiles) return null;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      {hasBrand && (
        <ReferenceSelect
          label={t('creative.label.brand')}
          description={t('creative.hint.brandOfFiles')}
          required
          source={brandIds === undefined ? anyBrand : brandsByIds(brandIds)}
          value={brandId}
          onChange={setBrand}
        />
      )}
      {hasFiles && (
        <TextInput
          label={t('creative.label.clickUrl')}
          description={t('creative.hint.sharedClickUrl')}
          type="url"
          placeholder="https://"
          value={clickUrl}
          error={fieldError(error, 'clickUrl')}
          onChange={(event) => setClickUrl(event.currentTarget.value)}
        />
      )}
    </SimpleGrid>
  );
}
