import type { Campaign } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { compactText } from '../labels/figures.ts';
import { healthBadge, StatusBadge } from '../ui/display/badges.tsx';
import type { OptionalColumn } from '../ui/list/column-choice.ts';
import { CellLink } from '../ui/page/cell-link.tsx';
import { dayText, lastDayText } from '../ui/time/zoned-time.ts';

type NameOf = (id: number) => string;
type ColumnContext = { readonly partnerName: NameOf; readonly brandName: NameOf; readonly zone: string };

/** The columns of the campaign list. The first one is always visible. */
export function campaignListColumns(context: ColumnContext): readonly OptionalColumn<Campaign>[] {
  return [...mainColumns(context), ...partnerColumns(context)];
}

function mainColumns({ zone }: ColumnContext): readonly OptionalColumn<Campaign>[] {
  return [
    {
      key: 'name',
      width: 234,
      title: t('campaign.label.campaign'),
      sort: 'name',
      render: ({ id, name }) => (
        <CellLink to={`/campaigns/${id}`} isStrong>
          {name}
        </CellLink>
      ),
    },
    {
      key: 'status',
      phone: 'mark',
      width: 130,
      title: t('campaign.label.status'),
      sort: 'status',
      nowrap: true,
      render: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'health',
      phone: 'issue',
      width: 92,
      title: t('campaign.label.health'),
      sort: 'health',
      nowrap: true,
      render: healthBadge,
    },
    {
      key: 'type',
      phone: 'hidden',
      width: 88,
      title: t('campaign.label.type'),
      sort: 'type',
      render: ({ type }) => t(`labels.campaignType.${type}`),
    },
    {
      key: 'delivered',
      phone: 'figure',
      width: 66,
      title: t('campaign.label.today'),
      align: 'end',
      render: ({ delivered }) => compactText(delivered.today.impressions),
    },
    {
      key: 'creatives',
      phone: 'figure',
      width: 82,
      title: t('campaign.label.creatives'),
      sort: 'creativeCount',
      align: 'end',
      render: (row) => row.creativeCount,
    },
    {
      key: 'start',
      phone: 'value',
      width: 102,
      title: t('campaign.label.firstDay'),
      sort: 'startDate',
      nowrap: true,
      render: ({ startDate }) => (startDate === null ? null : dayText(startDate, zone)),
    },
    {
      key: 'end',
      phone: 'until',
      width: 102,
      title: t('campaign.label.lastDay'),
      sort: 'endDate',
      nowrap: true,
      render: (row) => endText(row, zone),
    },
  ];
}

function partnerColumns({ partnerName, brandName }: ColumnContext): readonly OptionalColumn<Campaign>[] {
  return [
    {
      key: 'advertiser',
      phone: 'value',
      width: 126,
      title: t('campaign.label.advertiser'),
      sort: 'advertiserCompanyName',
      render: (row) => partnerName(row.advertiserCompanyId),
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

function endText({ startDate, endDate }: Campaign, zone: string): string | null {
  if (endDate !== null) return lastDayText(endDate, zone);
  return startDate === null ? null : t('labels.format.openEnded');
}
