import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getBooking, getPosition } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { PageLoading } from '../ui/page/page-loading.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { AdTag } from './ad-tag.tsx';
import { endAttempt } from './first-ad-attempt.ts';
import { FirstAdForm } from './first-ad-form.tsx';
import { TagCheck } from './tag-check.tsx';

const refreshMs = 1_000;

/** Creates the first ad, then shows its tag and checks that it works. The address names the created objects. */
export function FirstAdPage() {
  const [values, change] = useAddress();
  const { position, booking, revision } = values;
  if (position === undefined || booking === undefined) {
    return (
      <Page title={t('firstAd.title.page')} lead={t('firstAd.text.lead')}>
        <FirstAdForm
          onCreated={(ad) => {
            endAttempt();
            change({
              position: String(ad.position.id),
              booking: String(ad.booking.id),
              revision: String(ad.revision),
            });
          }}
        />
      </Page>
    );
  }
  const again = () => change({ position: undefined, booking: undefined, revision: undefined });
  return (
    <Page
      title={t('firstAd.title.created')}
      lead={t('firstAd.text.createdLead')}
      actions={
        <Button variant="default" onClick={again}>
          {t('firstAd.action.another')}
        </Button>
      }
    >
      <CreatedAd positionId={Number(position)} bookingId={Number(booking)} revision={Number(revision ?? 0)} />
    </Page>
  );
}

function CreatedAd(props: { readonly positionId: number; readonly bookingId: number; readonly revision: number }) {
  const { positionId, bookingId, revision } = props;
  const position = useQuery({
    queryKey: ['positions', 'first-ad', positionId],
    queryFn: () => dataOf(getPosition({ client, path: { id: positionId } })),
  });
  const booking = useQuery({
    queryKey: ['bookings', 'first-ad', bookingId],
    queryFn: () => dataOf(getBooking({ client, path: { id: bookingId } })),
    // The page waits for the first impression only.
    refetchInterval: ({ state: { data } }) => ((data?.delivered.impressions ?? 0) > 0 ? false : refreshMs),
  });
  const error = position.error ?? booking.error;
  if (error !== null) return <ProblemAlert error={error} retry={() => void position.refetch()} />;
  if (position.data === undefined || booking.data === undefined) return <PageLoading />;
  return (
    <>
      <AdTag slotName={position.data.slotName} />
      <TagCheck position={position.data} booking={booking.data} revision={revision} />
    </>
  );
}
