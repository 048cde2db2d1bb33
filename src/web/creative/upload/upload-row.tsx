import { ActionIcon, Anchor, Box, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import type { Format } from '../../../client/generated/types.gen.ts';
import { messageOf } from '../../api/client.ts';
import { fieldError } from '../../api/use-draft.ts';
import { t } from '../../i18n/t.ts';
import { dimensionsText, formatText } from '../../inventory/model/format-choices.ts';
import { bytesText } from '../../labels/figures.ts';
import { StateBadge } from '../../ui/display/badges.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { Thumbnail } from '../../ui/display/thumbnail.tsx';
import { Select } from '../../ui/field/selects.tsx';
import { kindLabel } from '../model/kind-labels.ts';
import { isPossibleKind } from '../model/match-format.ts';
import { CheckList } from './check-list.tsx';
import { CropField } from './crop-field.tsx';
import classes from './upload-row.module.css';
import { cropOf, isUploading, type UploadItem } from './use-uploads.ts';

type UploadRowProps = {
  readonly item: UploadItem;
  readonly formats: readonly Format[];
  /** Formats of booked positions. */
  readonly booked: readonly number[];
  readonly change: (changes: Partial<UploadItem>) => void;
  readonly remove: () => void;
};

const percent = 100;

/** A file with its name, format and upload progress. */
export function UploadRow({ item, formats, booked, change, remove }: UploadRowProps) {
  const { file, kind, phase, name, error } = item;
  const isEditable = kind !== null && !isUploading(item) && phase !== 'done';
  const crop = isEditable ? cropOf(item, formats) : null;
  return (
    <li className={classes.row}>
      <Thumbnail kind={kind ?? ''} url={kind === 'image' ? item.url : null} />
      <Stack gap={4} className={classes.middle}>
        {isEditable ? (
          <TextInput
            aria-label={t('creative.label.nameOf', { file: file.name })}
            value={name}
            maxLength={255}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={name.trim() === '' ? t('creative.error.nameMissing') : fieldError(error, 'name')}
          />
        ) : (
          <Text fz="sm" fw={550} className={classes.name}>
            {item.creative === null ? (
              name
            ) : (
              <Anchor href={`/creatives/${item.creative.id}`} target="_blank" inherit>
                {item.creative.name}
              </Anchor>
            )}
          </Text>
        )}
        <Text fz="xs" c="dimmed" className={classes.name}>
          {factsOf(item)}
        </Text>
        {crop !== null && (
          <CropField
            {...crop}
            url={item.url}
            fileName={file.name}
            value={item.focalPoint}
            onChange={(focalPoint) => change({ focalPoint })}
          />
        )}
        <Outcome item={item} />
      </Stack>
      {isEditable && <FormatField item={item} formats={formats} booked={booked} change={change} />}
      {item.creative !== null && (
        <Group gap="xs" className={classes.format}>
          <StateBadge state={item.creative.state} />
          <Text fz="xs" c="dimmed">
            {formatName(formats, item.formatId)}
          </Text>
        </Group>
      )}
      <ActionIcon
        color="gray"
        onClick={remove}
        aria-label={t(isUploading(item) ? 'creative.action.stopUpload' : 'creative.action.removeFile', {
          file: file.name,
        })}
      >
        <Icon name="close" />
      </ActionIcon>
    </li>
  );
}

function FormatField({ item, formats, booked, change }: Omit<UploadRowProps, 'remove'>) {
  const { kind, phase, file, formatId, error } = item;
  const possible = formats.filter((format) => kind !== null && isPossibleKind(kind, format));
  const isNotBooked = formatId !== null && booked.length > 0 && !booked.includes(formatId);
  const hint = isNotBooked ? t('creative.hint.formatNotBooked') : matchText(item);
  return (
    <Select
      className={classes.format}
      aria-label={t('creative.label.formatOf', { file: file.name })}
      placeholder={phase === 'reading' ? t('creative.hint.readingFile') : t('creative.label.selectFormat')}
      data={possible.map((format) => ({ value: String(format.id), label: formatText(format) }))}
      value={formatId === null ? null : String(formatId)}
      onChange={(chosen) => change({ formatId: chosen === null ? null : Number(chosen), matchedBy: null })}
      searchable
      allowDeselect={false}
      description={hint}
      inputWrapperOrder={['input', 'description', 'error']}
      error={phase !== 'reading' && formatId === null ? missingText(item, possible) : fieldError(error, 'formatId')}
    />
  );
}

function Outcome({ item }: { readonly item: UploadItem }) {
  const { kind, phase, file, sentBytes, error, creative } = item;
  if (kind === null) {
    return (
      <Text fz="xs" c="var(--mantine-color-error)" role="alert">
        {t('creative.error.unsupportedFile')}
      </Text>
    );
  }
  if (phase === 'sending' || phase === 'processing') {
    const value = (sentBytes / file.size) * percent;
    return (
      <Box>
        <Progress
          value={value}
          size="sm"
          striped={phase === 'processing'}
          animated={phase === 'processing'}
          aria-label={t('creative.label.uploadOf', { file: file.name })}
        />
        <Text fz="xs" c="dimmed" mt={2}>
          {phase === 'processing'
            ? t('creative.text.processing')
            : t('creative.text.sentOf', { sent: bytesText(sentBytes), total: bytesText(file.size) })}
        </Text>
      </Box>
    );
  }
  if (phase === 'failed') {
    return (
      <Text fz="xs" c="var(--mantine-color-error)" role="alert">
        {messageOf(error)}
      </Text>
    );
  }
  return creative === null ? null : <CheckList checks={creative.checks} />;
}

function factsOf({ file, kind, width, height }: UploadItem): string {
  const parts = [
    kind === null ? '' : kindLabel(kind),
    dimensionsText({ width, height }),
    bytesText(file.size),
    file.name,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function matchText({ matchedBy }: UploadItem): string | undefined {
  switch (matchedBy) {
    case 'size':
      return t('creative.hint.matchedBySize');
    case 'shape':
      return t('creative.hint.matchedByShape');
    case 'kind':
      return t('creative.hint.matchedByKind');
    default:
      return undefined;
  }
}

function missingText({ kind, width, height }: UploadItem, possible: readonly Format[]): string {
  if (possible.length === 0) return t('creative.error.noFormatForKind', { kind: kindLabel(kind ?? '') });
  const size = dimensionsText({ width, height });
  return size === '' ? t('creative.error.formatMissing') : t('creative.error.noFormatOfSize', { size });
}

function formatName(formats: readonly Format[], id: number | null): string {
  const format = formats.find((candidate) => candidate.id === id);
  return format === undefined ? '' : formatText(format);
}
