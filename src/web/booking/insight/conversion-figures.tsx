import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getReport } from '../../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';
import { moneyText } from '../../labels/figures.ts';
import { TextLink } from '../../ui/page/link.tsx';

/** The conversions that are credited to a booking, and their value. Nothing without conversions. */
export function ConversionFigures({ bookingId }: { readonly bookingId: number }) {
  const me = useMe();
  const { data } = useQuery({
    queryKey: ['reports', 'conversions', bookingId],
    queryFn: () => dataOf(getReport({ client, query: { groupBy: ['booking'], bookingId: [bookingId] } })),
    enabled: me.may('reports:read'),
  });
  if (data === undefined || data.totals.conversions === 0) return null;
  const { conversions, revenue } = data.totals;
  return (
    <Text fz="xs" c="dimmed">
      <TextLink to="/reports" search={{ groupBy: 'booking', booking: String(bookingId) }} inherit>
        {t('booking.format.conversions', { count: conversions })}
      </TextLink>
      {revenue.length > 0 && ` · ${revenue.map((value) => moneyText(value)).join(' + ')}`}
    </Text>
  );
}
