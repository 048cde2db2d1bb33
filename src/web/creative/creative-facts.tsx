import { Anchor, Code, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Creative } from '../../client/generated/types.gen.ts';
import { isDisplayTrackerEvent } from '../../core/creative/display-trackers.ts';
import { useNames } from '../api/use-names.ts';
import { t } from '../i18n/t.ts';
import { dimensionsText, formatChoices } from '../inventory/model/format-choices.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { Instant } from '../ui/time/instant.tsx';

type Shown = Pick<
  Creative,
  'clickUrl' | 'altText' | 'html' | 'fields' | 'media' | 'vast' | 'trackers' | 'width' | 'height'
>;
type Fact = { readonly name: string; readonly value: ReactNode };

const brands = brandChoices();
const msPerSecond = 1000;

/** Brand, format and type of a creative, and the content of the shown version. */
export function CreativeFacts({ creative, shown }: { readonly creative: Creative; readonly shown: Shown }) {
  const brandName = useNames(brands, [creative.brandId]);
  const formatName = useNames(formatChoices, [creative.formatId]);
  const facts: readonly Fact[] = [
    { name: t('creative.label.brand'), value: brandName(creative.brandId) },
    { name: t('creative.label.format'), value: formatName(creative.formatId) },
    { name: t('creative.label.size'), value: dimensionsText(shown) || '–' },
    { name: t('creative.label.clickUrl'), value: <ExternalLink url={shown.clickUrl} /> },
    ...factsOfKind(shown),
    ...trackerFacts(shown),
    { name: t('common.label.created'), value: <Instant at={creative.createdAt} /> },
    { name: t('common.label.updated'), value: <Instant at={creative.updatedAt} /> },
    ...(creative.externalId === null ? [] : [{ name: t('common.label.externalId'), value: creative.externalId }]),
  ];
  return (
    <Paper>
      <Title order={2} mb="xs">
        {t('creative.title.details')}
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

function factsOfKind({ altText, html, fields, media, vast }: Shown): readonly Fact[] {
  const facts: Fact[] = Object.entries(fields).map(([name, value]) => ({ name, value }));
  if (altText !== null) facts.push({ name: t('creative.label.altText'), value: altText });
  if (media !== null) {
    facts.push({
      name: t('creative.label.duration'),
      value: t('creative.text.seconds', { seconds: media.durationMs / msPerSecond }),
    });
    facts.push({ name: t('creative.label.skippable'), value: skipText(media.skipAfterMs) });
  }
  if (vast !== null) facts.push({ name: t('creative.label.vastUrl'), value: vast.url });
  if (html !== null) {
    facts.push({
      name: t('creative.label.markup'),
      value: (
        <Code block mah={240} tabIndex={0} aria-label={t('creative.label.markup')}>
          {html}
        </Code>
      ),
    });
  }
  return facts;
}

/** One URL per line. Events of players have their VAST name. */
function trackerFacts({ trackers: { progress = [], ...events } }: Shown): readonly Fact[] {
  const facts = Object.entries(events).flatMap(([event, urls]): Fact[] => {
    const name = isDisplayTrackerEvent(event) ? t(`creative.tracker.${event}`) : event;
    return urls === undefined || urls.length === 0 ? [] : [{ name, value: <UrlList urls={urls} /> }];
  });
  return progress.length === 0
    ? facts
    : [...facts, { name: 'progress', value: <UrlList urls={progress.map(({ url }) => url)} /> }];
}

function UrlList({ urls }: { readonly urls: readonly string[] }) {
  return urls.map((url) => <div key={url}>{url}</div>);
}

function skipText(skipAfterMs: number | null): string {
  return skipAfterMs === null
    ? t('common.label.no')
    : t('creative.text.skipAfter', { seconds: skipAfterMs / msPerSecond });
}

function ExternalLink({ url }: { readonly url: string | null }) {
  if (url === null) return t('common.label.none');
  return (
    <Anchor href={url} target="_blank" rel="noreferrer noopener" inherit>
      {url}
    </Anchor>
  );
}
