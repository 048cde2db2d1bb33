import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isRequestDimension } from '../../core/reporting/value-dimensions.ts';
import { maxReportTop } from '../../core/vocabulary/limits/report-limits.ts';
import { t } from '../i18n/t.ts';
import { needsKey, type ReportParameters } from './model/report-query.ts';

type Change = (changes: Readonly<Record<string, string | undefined>>) => void;

/** Fields of reports by facts of ad requests: the key of key-values, and the number of rows. */
export function RequestFields({
  parameters,
  change,
}: {
  readonly parameters: ReportParameters;
  readonly change: Change;
}) {
  const { groupBy, key, top } = parameters;
  return (
    <>
      {needsKey(parameters) && <KeyField key={key} value={key} change={change} />}
      {groupBy.some(isRequestDimension) && (
        <NumberInput
          label={t('report.label.top')}
          description={t('report.hint.top')}
          inputWrapperOrder={['label', 'input', 'description']}
          value={top ?? ''}
          onChange={(value) => change({ top: value === '' ? undefined : String(value) })}
          min={1}
          max={maxReportTop}
          allowDecimal={false}
          w={{ base: '100%', sm: 180 }}
        />
      )}
    </>
  );
}

/** A report is counted when the key is complete. */
function KeyField({ value, change }: { readonly value: string | null; readonly change: Change }) {
  const [text, setText] = useState(value ?? '');
  const apply = () => change({ key: text.trim() === '' ? undefined : text.trim() });
  return (
    <TextInput
      label={t('report.label.key')}
      description={t('report.hint.key')}
      inputWrapperOrder={['label', 'input', 'description']}
      required
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
      w={{ base: '100%', sm: 200 }}
    />
  );
}
