import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Campaign } from '../../client/generated/types.gen.ts';
import { useSpendLabel } from '../api/use-spend-label.ts';
import { PacingBar } from '../delivery/pacing-bar.tsx';
import { t } from '../i18n/t.ts';
import { conjunctionText, countText, moneyText, percentText, shareText } from '../labels/figures.ts';
import { progressText } from '../labels/progress-text.ts';

/** The delivery of a campaign: total, progress of its goals, today, spend and rates. */
export function CampaignStrip({ campaign: { budget, delivered, progress } }: { readonly campaign: Campaign }) {
  const { impressions, viewables, clicks, spend, today } = delivered;
  const spendLabel = useSpendLabel();
  return (
    <Paper component="section" aria-label={t('campaign.title.figures')} mb="md">
      <SimpleGrid component="dl" m={0} cols={{ base: 2, sm: 3, lg: 5 }} spacing="lg" verticalSpacing="md">
        <Figure
          name={t('campaign.label.impressionsTotal')}
          value={countText(impressions)}
          note={progress.map(({ counter, ...each }) => <PacingBar key={counter} {...each} text={progressText(each)} />)}
        />
        <Figure name={t('campaign.label.impressionsToday')} value={countText(today.impressions)} />
        <Figure
          name={spendLabel}
          value={spend.length === 0 ? '–' : conjunctionText(spend.map(moneyText))}
          {...(budget !== null && { note: t('campaign.format.ofBudget', { amount: moneyText(budget) }) })}
        />
        <Figure
          name={t('campaign.label.ctr')}
          value={impressions === 0 ? '–' : percentText(clicks / impressions)}
          note={t('campaign.format.clicks', { total: clicks, today: today.clicks })}
        />
        <Figure
          name={t('campaign.label.viewability')}
          value={impressions === 0 ? '–' : shareText(viewables / impressions)}
        />
      </SimpleGrid>
    </Paper>
  );
}

function Figure({ name, value, note }: { readonly name: string; readonly value: string; readonly note?: ReactNode }) {
  return (
    <div>
      <Text component="dt" fz="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fz="xl" fw={650} className="figures">
        {value}
      </Text>
      {note !== undefined && (
        <Text component="dd" m={0} fz="xs" c="dimmed">
          {note}
        </Text>
      )}
    </div>
  );
}
