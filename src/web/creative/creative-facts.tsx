import { Anchor, Code, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Creative } from '../../client/generated/types.gen.ts';
import { useNames } from '../api/use-names.ts';
import { dimensionsText, formatChoices } from '../inventory/model/format-choices.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { Instant } from '../ui/time/instant.tsx';
import { kindLabel } from './model/kind-labels.ts';

type Shown = Pick<Creative, 'clickUrl' | 'altText' | 'html' | 'fields' | 'media' | 'vast' | 'width' | 'height'>;
type Fact = { readonly name: string; readonly value: ReactNode };

const brands = brandChoices();
const msPerSecond = 1000;

/** What a creative is of, and what the version of it that is looked at says. */
export function CreativeFacts({ creative, shown }: { readonly creative: Creative; readonly shown: Shown }) {
  const brandName = useNames(brands, [creative.brandId]);
  const formatName = useNames(formatChoices, [creative.formatId]);
  const facts: readonly Fact[] = [
    { name: 'Brand', value: brandName(creative.brandId) },
    { name: 'Format', value: formatName(creative.formatId) },
    { name: 'Kind', value: kindLabel(creative.kind) },
    { name: 'Size', value: dimensionsText(shown) || '–' },
    { name: 'A click leads to', value: <Address url={shown.clickUrl} /> },
    ...ofKind(shown),
    { name: 'Made', value: <Instant at={creative.createdAt} /> },
    { name: 'Last changed', value: <Instant at={creative.updatedAt} /> },
    ...(creative.externalId === null ? [] : [{ name: 'External id', value: creative.externalId }]),
  ];
  return (
    <Paper>
      <Title order={2} mb="xs">
        Details
      </Title>
      <Stack gap="xs" component="dl" m={0}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <Text component="dt" fz="xs" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </div>
        ))}
      </Stack>
    </Paper>
  );
}

function ofKind({ altText, html, fields, media, vast }: Shown): readonly Fact[] {
  const facts: Fact[] = Object.entries(fields).map(([name, value]) => ({ name, value }));
  if (altText !== null) facts.push({ name: 'What the image shows', value: altText });
  if (media !== null) {
    facts.push({ name: 'Length', value: `${media.durationMs / msPerSecond} s` });
    facts.push({ name: 'Can be skipped', value: skipText(media.skipAfterMs) });
  }
  if (vast !== null) facts.push({ name: 'VAST address', value: vast.url });
  if (html !== null) {
    facts.push({
      name: 'Markup',
      value: (
        <Code block mah={240} tabIndex={0} aria-label="Markup">
          {html}
        </Code>
      ),
    });
  }
  return facts;
}

function skipText(skipAfterMs: number | null): string {
  return skipAfterMs === null ? 'No' : `After ${skipAfterMs / msPerSecond} s`;
}

function Address({ url }: { readonly url: string | null }) {
  if (url === null) return 'Nowhere';
  return (
    <Anchor href={url} target="_blank" rel="noreferrer noopener" inherit>
      {url}
    </Anchor>
  );
}
