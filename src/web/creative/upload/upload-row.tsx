import { ActionIcon, Anchor, Box, Group, Progress, Select, Stack, Text, TextInput } from '@mantine/core';
import type { Format } from '../../../client/generated/types.gen.ts';
import { messageOf } from '../../api/client.ts';
import { fieldError } from '../../api/use-draft.ts';
import { dimensionsText, formatText } from '../../inventory/model/format-choices.ts';
import { bytesText } from '../../labels/figures.ts';
import { StateBadge } from '../../ui/display/badges.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { Thumbnail } from '../../ui/display/thumbnail.tsx';
import { kindLabel } from '../model/kind-labels.ts';
import { isPossibleKind } from '../model/match-format.ts';
import { CheckList } from './check-list.tsx';
import classes from './upload-row.module.css';
import { isUploading, type UploadItem } from './use-uploads.ts';

type UploadRowProps = {
  readonly item: UploadItem;
  readonly formats: readonly Format[];
  /** Formats that are booked. */
  readonly booked: readonly number[];
  readonly change: (changes: Partial<UploadItem>) => void;
  readonly remove: () => void;
};

const percent = 100;

/** One file: what it is, what it will be called, which format it is for, and how far it is. */
export function UploadRow({ item, formats, booked, change, remove }: UploadRowProps) {
  const { file, kind, phase, name, error } = item;
  const isEditable = kind !== null && !isUploading(item) && phase !== 'done';
  return (
    <li className={classes.row}>
      <Thumbnail kind={kind ?? ''} url={kind === 'image' ? item.url : null} />
      <Stack gap={4} className={classes.middle}>
        {isEditable ? (
          <TextInput
            aria-label={`Name of ${file.name}`}
            value={name}
            maxLength={255}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={name.trim() === '' ? 'Give it a name' : fieldError(error, 'name')}
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
        aria-label={isUploading(item) ? `Stop ${file.name}` : `Take ${file.name} off the list`}
      >
        <Icon name="close" />
      </ActionIcon>
    </li>
  );
}

function FormatField({ item, formats, booked, change }: Omit<UploadRowProps, 'remove'>) {
  const { kind, phase, file, formatId, error } = item;
  const possible = formats.filter((format) => kind !== null && isPossibleKind(kind, format));
  const isOther = formatId !== null && booked.length > 0 && !booked.includes(formatId);
  const hint = isOther ? 'No booked position has this format' : matchText(item);
  return (
    <Select
      className={classes.format}
      aria-label={`Format of ${file.name}`}
      placeholder={phase === 'reading' ? 'Looking …' : 'Choose a format'}
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
        Files of this type cannot be shown. Images, HTML5 zips, films and sounds can.
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
          aria-label={`${file.name}, sent`}
        />
        <Text fz="xs" c="dimmed" mt={2}>
          {phase === 'processing' ? 'Being made ready …' : `${bytesText(sentBytes)} of ${bytesText(file.size)}`}
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
      return 'Matched by its size';
    case 'shape':
      return 'Matched by its shape: larger than the format, so it is sharp on dense screens';
    case 'kind':
      return 'The only format of its kind';
    default:
      return undefined;
  }
}

function missingText({ kind, width, height }: UploadItem, possible: readonly Format[]): string {
  if (possible.length === 0) return `There is no format for ${kind} yet`;
  const size = dimensionsText({ width, height });
  return size === '' ? 'Choose its format' : `No format is ${size}`;
}

function formatName(formats: readonly Format[], id: number | null): string {
  const format = formats.find((one) => one.id === id);
  return format === undefined ? '' : formatText(format);
}
