import { Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '../i18n/t.ts';
import { bytesText } from '../labels/figures.ts';
import { Icon } from '../ui/display/icon.tsx';
import classes from './attachment.module.css';

/** A file with its thumbnail or an icon, type and size, and further content. */
export function AttachmentRow(props: {
  readonly name: string;
  readonly bytes: number;
  /** Null: the file has no thumbnail. */
  readonly thumbnailUrl: string | null;
  /** Replaces the plain name, for example by a link. */
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start" className={classes.row}>
      <SmallThumbnail url={props.thumbnailUrl} />
      <Stack gap={2} className={classes.middle}>
        <Text fz="sm" className={classes.name}>
          {props.title ?? props.name}
        </Text>
        <Text fz="xs" c="dimmed">
          {attachmentFacts(props)}
        </Text>
        {props.children}
      </Stack>
      {props.actions !== undefined && (
        <Group gap={4} wrap="nowrap">
          {props.actions}
        </Group>
      )}
    </Group>
  );
}

/** Type and size: `PDF · 48 kB` */
export function attachmentFacts({ name, bytes }: { readonly name: string; readonly bytes: number }): string {
  const extension = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toUpperCase();
  return `${extension ?? t('comment.label.file')} · ${bytesText(bytes)}`;
}

/** A browser that cannot decode the image shows the icon. */
function SmallThumbnail({ url }: { readonly url: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className={classes.frame}>
      {url === null || url === broken ? (
        <Icon name="page" />
      ) : (
        <img src={url} alt="" className={classes.image} onError={() => setBroken(url)} />
      )}
    </span>
  );
}
