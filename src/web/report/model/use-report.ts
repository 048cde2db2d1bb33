import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getReport, getReportProgress } from '../../../client/generated/sdk.gen.ts';
import type { GetReportData, ReportProgress } from '../../../client/generated/types.gen.ts';
import { needsRawEvents } from '../../../core/reporting/value-dimensions.ts';
import { client, dataOf } from '../../api/client.ts';
import { randomKey } from '../../api/random-key.ts';
import { comparisonQuery, queryOf, type ReportParameters } from './report-query.ts';

const refreshMs = 15_000;
/** Interval of the progress of a report. */
const progressMs = 1_000;

type Query = NonNullable<GetReportData['query']>;

/** Reads the report, and that of the comparison period if there is one. */
export function useReport(parameters: ReportParameters) {
  const query = queryOf(parameters);
  const earlier = comparisonQuery(parameters);
  const isRaw = needsRawEvents(parameters);
  const isComplete = !parameters.groupBy.includes('keyValue') || parameters.key !== null;
  const [requestId] = useState(randomKey);
  const options = (asked: Query) => ({
    queryKey: ['reports', 'page', asked],
    // The signal ends the request when other parameters are chosen. Then the server stops counting.
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      dataOf(getReport({ client, query: isRaw ? { ...asked, requestId } : asked, signal })),
    placeholderData: keepPreviousData,
    // Counting raw events again is expensive, and there is new data once an hour.
    refetchInterval: isRaw ? (false as const) : refreshMs,
    refetchOnWindowFocus: !isRaw,
  });
  const report = useQuery({ ...options(query), enabled: isComplete });
  const comparison = useQuery({ ...options(earlier ?? query), enabled: isComplete && earlier !== null });
  const isCounting = isRaw && (report.isFetching || comparison.isFetching);
  return {
    data: isComplete ? report.data : undefined,
    compared: earlier === null ? null : (comparison.data ?? null),
    error: report.error,
    refetch: report.refetch,
    isCounting,
    isComplete,
    progress: useProgress(requestId, isCounting),
  };
}

/** null: unknown, for example because another host counts the report. */
function useProgress(requestId: string, isCounting: boolean): ReportProgress | null {
  const { data, isError } = useQuery({
    queryKey: ['report-progress', requestId],
    queryFn: () => dataOf(getReportProgress({ client, path: { requestId } })),
    enabled: isCounting,
    refetchInterval: progressMs,
    retry: false,
    gcTime: 0,
  });
  return isCounting && !isError ? (data ?? null) : null;
}
