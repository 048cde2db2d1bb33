import { Anchor, Breadcrumbs, Button, Group, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { getReport } from '../../client/generated/sdk.gen.ts';
import type { GetReportData } from '../../client/generated/types.gen.ts';
import { isTimeDimension } from '../../core/reporting/comparison.ts';
import { hourOfWeek, isPlainDimension, isRequestDimension } from '../../core/reporting/value-dimensions.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import { listOf, listText } from '../ui/page/use-address.ts';
import { calendarDayText, hourOfWeekText, instantText, monthText } from '../ui/time/zoned-time.ts';
import { type DrillStep, drillStepsOf, undrilled } from './model/drill-down.ts';
import { type Dimension, factText } from './model/report-labels.ts';
import { type FilterDimension, filterDimensions } from './model/report-query.ts';

type Values = Readonly<Record<string, string | undefined>>;
type Named = { readonly dimension: Dimension; readonly key: string };

const freshMs = 300_000;
/** Filters with a field of their own. */
const withField: readonly FilterDimension[] = ['campaign', 'booking', 'brand'];

/** The values that were selected in the table, with links back, and filters that have no field. */
export function DrillPath({ values, change }: { readonly values: Values; readonly change: (changes: Values) => void }) {
  const steps = drillStepsOf(values);
  const ofSteps = new Set(steps.map(({ dimension, key }) => `${dimension} ${key}`));
  const others = filterDimensions
    .filter((name) => !withField.includes(name))
    .flatMap((dimension) => listOf(values[dimension]).map((key) => ({ dimension, key })))
    .filter(({ dimension, key }) => !ofSteps.has(`${dimension} ${key}`));
  const textOf = useTexts([...steps, ...others]);
  if (steps.length === 0 && others.length === 0) return null;
  return (
    <Group gap="md" mb="sm">
      {steps.length > 0 && (
        <Breadcrumbs component="nav" aria-label={t('report.label.drillPath')} separatorMargin={6}>
          {crumbsOf(steps, textOf).map(({ key, text, index }) =>
            index === steps.length ? (
              <Text key={key} fz="sm" fw={600} aria-current="true">
                {text}
              </Text>
            ) : (
              <Anchor
                key={key}
                component="button"
                type="button"
                fz="sm"
                onClick={() => change(undrilled(values, index))}
              >
                {text}
              </Anchor>
            ),
          )}
        </Breadcrumbs>
      )}
      {others.length > 0 && (
        <Group gap="xs" role="group" aria-label={t('report.label.filters')}>
          {others.map((filter) => (
            <Button
              key={`${filter.dimension} ${filter.key}`}
              size="compact-sm"
              variant="default"
              rightSection={<Icon name="close" size={12} />}
              aria-label={t('report.action.removeFilter', { name: filterText(filter, textOf) })}
              onClick={() =>
                change({
                  [filter.dimension]: listText(listOf(values[filter.dimension]).filter((key) => key !== filter.key)),
                })
              }
            >
              {filterText(filter, textOf)}
            </Button>
          ))}
        </Group>
      )}
    </Group>
  );
}

function filterText(filter: Named, textOf: (one: Named) => string): string {
  return t('common.label.withValue', {
    label: t(`labels.reportDimension.${filter.dimension}`),
    value: textOf(filter),
  });
}

/** All data, and one entry for each step. `index` is the first step that a click removes. */
function crumbsOf(steps: readonly DrillStep[], textOf: (step: Named) => string) {
  const all = { key: 'all', text: t('report.label.allData'), index: 0 };
  return [
    all,
    ...steps.map((step, index) => ({ key: `${step.dimension} ${step.key}`, text: textOf(step), index: index + 1 })),
  ];
}

/** The names of selected objects, from a report about each of them. `#12` until a name is loaded. */
function useTexts(named: readonly Named[]): (one: Named) => string {
  const objects = named.filter(({ dimension }) => !isTimeDimension(dimension) && !isPlainDimension(dimension));
  const found = useQueries({
    queries: objects.map(({ dimension, key }) => ({
      queryKey: ['reports', 'name', dimension, key],
      queryFn: () => {
        const query = { groupBy: [dimension], [`${dimension}Id`]: [Number(key)] } as GetReportData['query'];
        return dataOf(getReport({ client, query }));
      },
      staleTime: freshMs,
    })),
  });
  return ({ dimension, key }) => {
    if (dimension === 'month') return monthText(key);
    if (dimension === 'day') return calendarDayText(key);
    if (dimension === 'hour') return instantText(key, 'UTC');
    if (isRequestDimension(dimension)) return factText(dimension, key);
    if (dimension === hourOfWeek) return hourOfWeekText(Number(key));
    const index = objects.findIndex((one) => one.dimension === dimension && one.key === key);
    return found[index]?.data?.rows[0]?.[`${dimension}Name`] ?? `#${key}`;
  };
}
