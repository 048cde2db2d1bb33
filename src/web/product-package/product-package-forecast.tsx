import { Box, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getProductPackageForecast } from '../../client/generated/sdk.gen.ts';
import type { ProductPackageForecast as Forecast, ProductPackage } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';

/** Expected impressions of a package, as buyer agents see them. */
export function ProductPackageForecast({ sold: { id, version } }: { readonly sold: ProductPackage }) {
  const { data, error } = useQuery({
    queryKey: ['product-packages', id, version, 'forecast'],
    queryFn: () => dataOf(getProductPackageForecast({ client, path: { id } })),
  });
  return (
    <Box mb="lg" component="section">
      <Title order={3} mb="xs">
        {t('selling.title.forecast')}
      </Title>
      {error !== null && <ProblemAlert error={error} />}
      {error === null && (data === undefined ? <Skeleton height={44} /> : <ForecastText forecast={data} />)}
    </Box>
  );
}

function ForecastText({
  forecast: { impressions, gap, recordedDays, positionCount },
}: {
  readonly forecast: Forecast;
}) {
  if (impressions === null) {
    return (
      <Text fz="sm" c="dimmed">
        {t(`selling.forecastGap.${gap ?? 'NO_AVAILABILITY'}`)}
      </Text>
    );
  }
  return (
    <>
      <Text fz="sm">
        <RichText
          id="selling.text.forecast"
          values={impressions}
          elements={{ strong: <Text component="span" fz="lg" fw={650} /> }}
        />
      </Text>
      <Text fz="xs" c="dimmed">
        {t('selling.text.forecastBasis', { days: recordedDays, positions: positionCount })}
      </Text>
    </>
  );
}
