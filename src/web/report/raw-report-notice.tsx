import { Group, Progress, Text } from '@mantine/core';
import type { Report, ReportProgress } from '../../client/generated/types.gen.ts';
import { hasReach } from '../../core/reporting/report-metrics.ts';
import { hasRequestFacts } from '../../core/reporting/value-dimensions.ts';
import { minShownViewers } from '../../core/vocabulary/limits/report-limits.ts';
import { t } from '../i18n/t.ts';
import { percentText } from '../labels/figures.ts';
import { instantText } from '../ui/time/zoned-time.ts';
import type { ReportParameters } from './model/report-query.ts';

/** The progress of a report from raw events, and the time that it covers. */
export function RawReportNotice({
  report,
  parameters,
  isCounting,
  isComplete,
  progress,
}: {
  readonly report: Report | undefined;
  readonly parameters: ReportParameters;
  readonly isCounting: boolean;
  /** Whether all fields that the report needs have values. */
  readonly isComplete: boolean;
  readonly progress: ReportProgress | null;
}) {
  if (!parameters.isRaw) return null;
  if (!isComplete) return <Text c="dimmed">{t('report.text.chooseKey')}</Text>;
  if (isCounting && progress !== null) {
    const { waiting, percent } = progress;
    const text =
      waiting > 0 ? t('report.text.waitingReports', { count: waiting }) : t('report.text.countingEvents', { percent });
    return (
      <Group gap="sm" role="status" mb="sm">
        <Progress value={percent} animated w={200} aria-label={text} />
        <Text size="sm">{text}</Text>
      </Group>
    );
  }
  if (report === undefined || isCounting) return null;
  const { rawEvents, timeZones, totals } = report;
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {rawEvents === null
        ? t('report.text.noRawEvents')
        : t('report.text.rawEvents', {
            from: instantText(rawEvents.from, timeZones[0]),
            to: instantText(rawEvents.to, timeZones[0]),
          })}
      {hasReach(parameters) && ` ${reachText(totals)}`}
      {hasReach(parameters) &&
        hasRequestFacts({ groupBy: parameters.groupBy, ...parameters.facts }) &&
        ` ${t('report.text.reachHidden', { fewest: minShownViewers })}`}
    </Text>
  );
}

/** Who is counted, and for which part of the impressions. */
function reachText({ impressions, knownImpressions = 0 }: Report['totals']): string {
  const share = impressions === 0 ? null : knownImpressions / impressions;
  return t('report.text.reach', { share: percentText(share) });
}
