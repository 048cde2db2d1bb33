import type { Campaign } from '../../client/generated/types.gen.ts';
import { elapsedBar } from '../delivery/elapsed-bar.tsx';
import { PacingBar } from '../delivery/pacing-bar.tsx';
import { t } from '../i18n/t.ts';
import { compactText, conjunctionText, countText, moneyText } from '../labels/figures.ts';
import { progressText } from '../labels/progress-text.ts';
import { CardReason, healthBadge, StatusBadge } from '../ui/display/badges.tsx';
import type { OptionalColumn } from '../ui/list/column-choice.ts';
import { TwoLines } from '../ui/list/two-lines.tsx';
import { CellLink } from '../ui/page/cell-link.tsx';
import { dayText, lastDayText } from '../ui/time/zoned-time.ts';

type NameOf = (id: number) => string;
type ColumnContext = {
  readonly partnerName: NameOf;
  readonly brandName: NameOf;
  readonly zone: string;
  /** Name of the price of delivered ads. */
  readonly spendLabel: string;
};

/** The columns of the campaign list. The first one is always visible. */
export function campaignListColumns(context: ColumnContext): readonly OptionalColumn<Campaign>[] {
  return [...mainColumns(context), ...deliveryColumns(context), ...dayColumns(context), ...otherColumns(context)];
}

function mainColumns({ partnerName }: ColumnContext): readonly OptionalColumn<Campaign>[] {
  return [
    {
      key: 'name',
      width: 290,
      title: t('campaign.label.campaign'),
      sort: 'name',
      render: ({ id, name, advertiserCompanyId }) => (
        <TwoLines second={partnerName(advertiserCompanyId)}>
          <CellLink to={`/campaigns/${id}`} isStrong>
            {name}
          </CellLink>
        </TwoLines>
      ),
    },
    {
      key: 'status',
      phone: 'mark',
      width: 122,
      title: t('campaign.label.status'),
      sort: 'status',
      nowrap: true,
      render: ({ status, blockingReasons }) => (
        <>
          <StatusBadge status={status} />
          {status === 'not_ready' && <CardReason reason={blockingReasons[0]} />}
        </>
      ),
    },
    {
      key: 'health',
      phone: 'issue',
      width: 92,
      title: t('campaign.label.health'),
      sort: 'health',
      nowrap: true,
      render: (campaign) => (
        <>
          {healthBadge(campaign)}
          <CardReason reason={campaign.limitingReasons[0]} />
        </>
      ),
    },
  ];
}

function deliveryColumns({ spendLabel }: ColumnContext): readonly OptionalColumn<Campaign>[] {
  return [
    { key: 'progress', phone: 'figure', width: 110, title: t('campaign.label.progress'), render: progressBar },
    {
      key: 'impressions',
      phone: 'figure',
      width: 112,
      title: t('campaign.label.impressionsTotal'),
      align: 'end',
      render: ({ delivered }) => countText(delivered.impressions),
    },
    {
      key: 'spend',
      phone: 'figure',
      width: 110,
      title: spendLabel,
      align: 'end',
      render: ({ delivered }) => conjunctionText(delivered.spend.map(moneyText)),
    },
  ];
}

function dayColumns({ zone }: ColumnContext): readonly OptionalColumn<Campaign>[] {
  return [
    {
      key: 'start',
      phone: 'value',
      width: 104,
      title: t('campaign.label.firstDay'),
      sort: 'startDate',
      nowrap: true,
      render: ({ startDate }) => (startDate === null ? null : dayText(startDate, zone)),
    },
    {
      key: 'end',
      phone: 'until',
      width: 104,
      title: t('campaign.label.lastDay'),
      sort: 'endDate',
      nowrap: true,
      render: (row) => endText(row, zone),
    },
    {
      key: 'today',
      phone: 'figure',
      width: 98,
      title: t('campaign.label.impressionsToday'),
      align: 'end',
      render: ({ delivered }) => compactText(delivered.today.impressions),
    },
  ];
}

function otherColumns({ partnerName, brandName }: ColumnContext): readonly OptionalColumn<Campaign>[] {
  return [
    {
      key: 'advertiser',
      phone: 'hidden',
      width: 126,
      isHidden: true,
      title: t('campaign.label.advertiser'),
      sort: 'advertiserCompanyName',
      render: (row) => partnerName(row.advertiserCompanyId),
    },
    {
      key: 'type',
      phone: 'hidden',
      width: 88,
      isHidden: true,
      title: t('campaign.label.type'),
      sort: 'type',
      render: ({ type }) => t(`labels.campaignType.${type}`),
    },
    {
      key: 'creatives',
      phone: 'figure',
      width: 82,
      isHidden: true,
      title: t('campaign.label.creatives'),
      sort: 'creativeCount',
      align: 'end',
      render: (row) => row.creativeCount,
    },
    {
      key: 'invoice',
      phone: 'figure',
      width: 130,
      isHidden: true,
      title: t('campaign.label.invoiceCompany'),
      sort: 'invoiceCompanyName',
      render: (row) => partnerName(row.invoiceCompanyId),
    },
    {
      key: 'brands',
      phone: 'hidden',
      width: 120,
      isHidden: true,
      title: t('campaign.label.brands'),
      render: ({ brandIds }) => brandIds.map(brandName).join(', '),
    },
    {
      key: 'po',
      phone: 'figure',
      width: 100,
      isHidden: true,
      title: t('campaign.label.poNumber'),
      sort: 'poNumber',
      render: ({ poNumber }) => poNumber,
    },
  ];
}

/** The progress of the goals, of those for impressions first. Without a goal, the elapsed time. */
function progressBar(campaign: Campaign) {
  const [first] = campaign.progress;
  const shown = campaign.progress.find(({ counter }) => counter === 'impressions') ?? first;
  return shown === undefined ? elapsedBar(campaign) : <PacingBar {...shown} text={progressText(shown)} />;
}

function endText({ startDate, endDate }: Campaign, zone: string): string | null {
  if (endDate !== null) return lastDayText(endDate, zone);
  return startDate === null ? null : t('labels.format.openEnded');
}
