import { Anchor, Code, Text, Title } from '@mantine/core';
import type { Creative } from '../../client/generated/types.gen.ts';
import { dimensionsText } from '../inventory/model/format-choices.ts';
import { bytesText, countWithNoun } from '../labels/figures.ts';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';

type Asset = Creative['assets'][number];

/** Characters of a hash that tell two files apart. */
const hashShown = 12;

const columns: readonly TableColumn<Asset>[] = [
  {
    key: 'file',
    title: 'File',
    render: ({ url, field }) => (
      <Anchor href={url} target="_blank" rel="noreferrer" inherit>
        {field === null ? nameOf(url) : `${field}: ${nameOf(url)}`}
      </Anchor>
    ),
  },
  { key: 'type', title: 'Type', nowrap: true, render: ({ mime }) => mime },
  { key: 'size', title: 'Size', nowrap: true, render: (asset) => dimensionsText(asset) || '–' },
  { key: 'bytes', title: 'Bytes', align: 'end', nowrap: true, render: ({ bytes }) => bytesText(bytes) },
  {
    key: 'versions',
    title: 'Other versions',
    render: ({ variants }) => (variants.length === 0 ? '–' : versionsText(variants)),
  },
  {
    key: 'hash',
    title: 'SHA-256',
    render: ({ sha256 }) => (sha256 === null ? '–' : <Code title={sha256}>{sha256.slice(0, hashShown)}</Code>),
  },
];

/** The files of a creative, and what was made of them. */
export function CreativeFiles({ assets }: { readonly assets: readonly Asset[] }) {
  if (assets.length === 0) return null;
  return (
    <>
      <Title order={2} mt="lg" mb="xs">
        Files
      </Title>
      <DataTable caption="Files" columns={columns} rows={assets} rowKey={({ url }) => url} />
      <Text fz="xs" c="dimmed" mt={4}>
        An address has the hash of its content in it: what is behind it never changes.
      </Text>
    </>
  );
}

/** `12 images of 160 to 970 pixels, from 2.1 KB` */
function versionsText(variants: Asset['variants']): string {
  const widths = variants.map(({ width }) => width);
  const smallest = Math.min(...variants.map(({ bytes }) => bytes));
  const [narrowest, widest] = [Math.min(...widths), Math.max(...widths)];
  const range = narrowest === widest ? `${widest} pixels` : `${narrowest} to ${widest} pixels`;
  return `${countWithNoun(variants.length, 'image')} of ${range}, from ${bytesText(smallest)}`;
}

function nameOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? url);
}
