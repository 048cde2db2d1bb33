import { Box } from '@mantine/core';
import { ActivityPanel } from '../activity/activity-panel.tsx';
import { useMe } from '../api/use-me.ts';
import { DeliveryTrend } from '../delivery/delivery-trend.tsx';
import { useZone } from '../inventory/model/use-zone.ts';

/** Delivery and activity of a campaign and its bookings. */
export function CampaignInsight({ campaignId }: { readonly campaignId: number }) {
  const zone = useZone();
  return (
    <>
      {useMe().may('reports:read') && (
        <Box mt="lg">
          <DeliveryTrend zone={zone} filter={{ campaignId: [campaignId] }} objects={{ campaignId }} plan={null} />
        </Box>
      )}
      <ActivityPanel campaignId={campaignId} />
    </>
  );
}
