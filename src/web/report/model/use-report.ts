import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getReport, getReportProgress } from '../../../client/generated/sdk.gen.ts';
import type { ReportProgress } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { randomKey } from '../../api/random-key.ts';
import { needsKey, queryOf, type ReportParameters } from './report-query.ts';

const refreshMs = 15_000;
/** Interval of the progress of a report. */
const progressMs = 1_000;

/** Reads the report, with the comparison period if there is one. */
export function useReport(parameters: ReportParameters) {
  const { isRaw, key } = parameters;
  const query = queryOf(parameters);
  const isComplete = !needsKey(parameters) || key !== null;
  const [requestId] = useState(randomKey);
  const report = useQuery({
    queryKey: ['reports', 'page', query],
    // The signal ends the request when other parameters are chosen. Then the server stops counting.
    queryFn: ({ signal }) => dataOf(getReport({ client, query: isRaw ? { ...query, requestId } : query, signal })),
    placeholderData: keepPreviousData,
    // Counting raw events again is expensive, and there is new data once an hour.
    refetchInterval: isRaw ? (false as const) : refreshMs,
    refetchOnWindowFocus: !isRaw,
    enabled: isComplete,
  });
  const isCounting = isRaw && report.isFetching;
  return {
    data: isComplete ? report.data : undefined,
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
