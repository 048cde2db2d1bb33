import { changeCampaigns } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { BulkBar, type BulkTexts } from '../ui/action/bulk-bar.tsx';

/** Actions on all selected campaigns. */
export function CampaignBulkBar({
  selected,
  clear,
}: {
  readonly selected: ReadonlySet<number>;
  readonly clear: () => void;
}) {
  return (
    <BulkBar
      selected={selected}
      clear={clear}
      send={(body) => dataOf(changeCampaigns({ client, body }))}
      texts={bulkTexts()}
    />
  );
}

function bulkTexts(): BulkTexts {
  return {
    region: t('campaign.label.selected'),
    skipped: t('campaign.text.skipped'),
    undone: t('campaign.notice.undone'),
    selected: (count) => t('campaign.text.selected', { count }),
    verb: (action) => t(`campaign.bulkVerb.${action}`),
    question: (action, count) => t(`campaign.bulkQuestion.${action}`, { count }),
    done: (action, count) => t(`campaign.bulkDone.${action}`, { count }),
  };
}
