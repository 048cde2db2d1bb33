import { Anchor, Code, Title } from '@mantine/core';
import type { Creative } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { dimensionsText } from '../inventory/model/format-choices.ts';
import { bytesText } from '../labels/figures.ts';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';

type Asset = Creative['assets'][number];

/** Shown characters of a hash. */
const shownHashLength = 12;

function columnsOf(): readonly TableColumn<Asset>[] {
  return [
    {
      key: 'file',
      title: t('creative.label.file'),
      render: ({ url, field }) => (
        <Anchor href={url} target="_blank" rel="noreferrer" inherit>
          {field === null ? fileNameOf(url) : `${field}: ${fileNameOf(url)}`}
        </Anchor>
      ),
    },
    { key: 'type', title: t('common.label.type'), nowrap: true, render: ({ mime }) => mime },
    { key: 'size', title: t('creative.label.size'), nowrap: true, render: (asset) => dimensionsText(asset) },
    {
      key: 'bytes',
      title: t('creative.label.fileSize'),
      align: 'end',
      nowrap: true,
      render: ({ bytes }) => bytesText(bytes),
    },
    {
      key: 'versions',
      title: t('creative.label.variants'),
      render: ({ variants }) => (variants.length === 0 ? null : variantsText(variants)),
    },
    {
      key: 'hash',
      title: t('creative.label.hash'),
      render: ({ sha256 }) =>
        sha256 === null ? null : <Code title={sha256}>{`${sha256.slice(0, shownHashLength)}…`}</Code>,
    },
  ];
}

/** The files of a creative and the variants that the server generated. */
export function CreativeFiles({ assets }: { readonly assets: readonly Asset[] }) {
  if (assets.length === 0) return null;
  return (
    <>
      <Title order={2} mt="lg" mb="xs">
        {t('creative.title.files')}
      </Title>
      <DataTable caption={t('creative.title.files')} columns={columnsOf()} rows={assets} rowKey={({ url }) => url} />
    </>
  );
}

/** `12 images, 160 to 970 px wide, from 2.1 kB` */
function variantsText(variants: Asset['variants']): string {
  const widths = variants.map(({ width }) => width);
  const size = bytesText(Math.min(...variants.map(({ bytes }) => bytes)));
  const [min, max] = [Math.min(...widths), Math.max(...widths)];
  const count = variants.length;
  if (min === max) return t('creative.text.variantsOfWidth', { count, width: max, size });
  return t('creative.text.variants', { count, min, max, size });
}

function fileNameOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? url);
}
