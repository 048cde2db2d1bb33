import { Button, Group, Menu } from '@mantine/core';
import { useState } from 'react';
import type { ReportRow } from '../../client/generated/types.gen.ts';
import { type RequestDimension, requestDimensions } from '../../core/reporting/value-dimensions.ts';
import { bookingChoices } from '../booking/model/booking-choices.ts';
import { campaignChoices } from '../campaign/campaign-choices.ts';
import { t } from '../i18n/t.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { Icon } from '../ui/display/icon.tsx';
import { ReferenceMultiSelect } from '../ui/field/reference-select.tsx';
import { TagsInput } from '../ui/field/selects.tsx';
import { listOf, listText } from '../ui/page/use-address.ts';
import { factText } from './model/report-labels.ts';
import { valueListOf, valueListText } from './model/value-list.ts';

type Values = Readonly<Record<string, string | undefined>>;
type Props = {
  /** Rows of the report, whose values can be selected. */
  readonly rows: readonly ReportRow[];
  readonly values: Values;
  readonly change: (changes: Values) => void;
};

/** Values that are offered while typing. */
const maxOffered = 100;
const brands = brandChoices();
const objectFilters = [
  { name: 'campaign', label: 'report.label.campaigns', source: campaignChoices },
  { name: 'booking', label: 'report.label.bookings', source: bookingChoices },
  { name: 'brand', label: 'report.label.brands', source: brands },
] as const;

/** The filters that are used or were added, and a menu of the others. */
export function ReportFilters({ rows, values, change }: Props) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const isShown = (name: string) => added.includes(name) || listOf(values[name]).length > 0;
  const add = (name: string) => setAdded((names) => (names.includes(name) ? names : [...names, name]));
  const otherObjects = objectFilters.filter(({ name }) => !isShown(name));
  const otherFacts = requestDimensions.filter((name) => !isShown(name));
  const hasFields = otherObjects.length + otherFacts.length < objectFilters.length + requestDimensions.length;
  return (
    <Group gap="sm" align="flex-start">
      {objectFilters
        .filter(({ name }) => isShown(name))
        .map(({ name, label, source }) => (
          <ReferenceMultiSelect
            key={name}
            label={t(label)}
            placeholder={listOf(values[name]).length === 0 ? t('report.label.all') : ''}
            source={source}
            value={listOf(values[name]).map(Number)}
            onChange={(chosen) => change({ [name]: listText(chosen) })}
            w={{ base: '100%', xs: 240 }}
          />
        ))}
      {requestDimensions.filter(isShown).map((name) => (
        <FactFilter
          key={name}
          dimension={name}
          value={valueListOf(values[name])}
          offered={offeredValues(rows, name)}
          autoFocus={added.includes(name)}
          onChange={(chosen) => {
            // The field remains when its last value is removed.
            add(name);
            change({ [name]: valueListText(chosen) });
          }}
        />
      ))}
      {otherObjects.length + otherFacts.length > 0 && (
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <Button variant="default" leftSection={<Icon name="add" />} mt={hasFields ? 24 : 0}>
              {t('report.action.addFilter')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
            {otherObjects.map(({ name, label }) => (
              <Menu.Item key={name} onClick={() => add(name)}>
                {t(label)}
              </Menu.Item>
            ))}
            <Menu.Label>{t('report.label.requestFacts')}</Menu.Label>
            {otherFacts.map((name) => (
              <Menu.Item key={name} onClick={() => add(name)}>
                {t(`labels.reportDimension.${name}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}

/** Values of a fact of requests, typed or selected. A value can contain commas. */
export function FactFilter({
  dimension,
  value,
  offered,
  autoFocus = false,
  onChange,
}: {
  readonly dimension: RequestDimension;
  readonly value: readonly string[];
  /** Values that can be selected. */
  readonly offered: readonly string[];
  readonly autoFocus?: boolean;
  readonly onChange: (values: readonly string[]) => void;
}) {
  return (
    <TagsInput
      label={t(`labels.reportDimension.${dimension}`)}
      description={t('report.hint.factFilter')}
      inputWrapperOrder={['label', 'input', 'description']}
      placeholder={value.length === 0 ? t('report.label.all') : ''}
      value={[...value]}
      data={[...offered]}
      renderOption={({ option }) => factText(dimension, option.value)}
      onChange={(chosen) => onChange(chosen.map((one) => one.trim()).filter((one) => one !== ''))}
      splitChars={[]}
      acceptValueOnBlur
      limit={maxOffered}
      autoFocus={autoFocus}
      w={{ base: '100%', xs: 240 }}
    />
  );
}

/** The values of a dimension in the rows, without duplicates. */
function offeredValues(rows: readonly ReportRow[], dimension: RequestDimension): readonly string[] {
  return [...new Set(rows.flatMap((row) => row[dimension] ?? []))];
}
