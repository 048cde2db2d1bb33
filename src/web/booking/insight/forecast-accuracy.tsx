import { Box, Button, List, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Booking, Forecast } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { usePositionTexts } from '../../inventory/model/use-position-texts.ts';
import { PositionName } from '../../inventory/position-name.tsx';
import { shareText } from '../../labels/figures.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { bookingForecastQuery } from '../model/booking-queries.ts';
import { ForecastPrecision } from './forecast-figures.tsx';

const shownPositions = 8;

/** Confidence interval and errors of earlier forecasts, in total and by position, shown on request. */
export function ForecastAccuracy({ booking }: { readonly booking: Booking }) {
  const { data } = useQuery(bookingForecastQuery(booking));
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Box mt={4}>
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        rightSection={<Icon name={isOpen ? 'collapse' : 'expand'} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('booking.action.forecastAccuracy')}
      </Button>
      <Box id={id} mt={4}>
        {isOpen && data === undefined && <Skeleton height={88} />}
        {isOpen && data !== undefined && <ForecastPrecision forecast={data} />}
        {isOpen && data !== undefined && data.positions.length > 0 && <ByPosition positions={data.positions} />}
      </Box>
    </Box>
  );
}

function ByPosition({ positions }: Pick<Forecast, 'positions'>) {
  const shown = positions.slice(0, shownPositions);
  const textOfPosition = usePositionTexts(shown.map(({ positionId }) => positionId));
  return (
    <List mt="sm" fz="xs" spacing={8} listStyleType="none" aria-label={t('booking.title.byPosition')}>
      {shown.map(({ positionId, slotName, requests, sharePercent, error }) => (
        <List.Item key={positionId}>
          <Text component="span" fz="xs" fw={600}>
            <PositionName text={textOfPosition(positionId)} slotName={slotName} />
          </Text>{' '}
          <span className="figures">
            {t('booking.format.shareOfCount', { share: shareText(sharePercent / 100), count: requests })}
          </span>
          <Text fz="xs" c="dimmed">
            {errorText(error)}
          </Text>
        </List.Item>
      ))}
    </List>
  );
}

function errorText({ days, backTests, meanErrorPercent, heldPercent }: Forecast['positions'][number]['error']): string {
  if (meanErrorPercent === null) return t('booking.text.positionNotTested', { days });
  const percent = shareText(meanErrorPercent / 100);
  if (heldPercent === null) return t('booking.text.positionError', { days: backTests, percent });
  return t('booking.text.positionErrorWithInterval', { days: backTests, percent, held: shareText(heldPercent / 100) });
}
