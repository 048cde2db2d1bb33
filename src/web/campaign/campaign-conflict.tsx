import type { FieldConflict } from '../api/field-conflicts.ts';
import { useNames } from '../api/use-names.ts';
import type { SaveConflict } from '../api/use-save.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { ConflictDialog } from '../ui/dialog/conflict-dialog.tsx';
import { campaignDifferences } from './campaign-differences.ts';

const partners = partnerChoices();
const brands = brandChoices();
const none: readonly FieldConflict[] = [];

/** Resolves an edit conflict of a campaign. */
export function CampaignConflict({
  conflict,
  close,
}: {
  readonly conflict: SaveConflict | null;
  readonly close: () => void;
}) {
  const zone = useZone();
  const fields = conflict?.fields ?? none;
  const partnerName = useNames(partners, idsIn(fields, ['advertiserCompanyId', 'invoiceCompanyId']));
  const brandName = useNames(brands, idsIn(fields, ['brandIds']));
  const differences = campaignDifferences(fields, { partnerName, brandName, zone });
  return <ConflictDialog conflict={conflict} close={close} differences={differences} />;
}

function idsIn(fields: readonly FieldConflict[], names: readonly string[]): readonly number[] {
  return fields
    .filter(({ name }) => names.includes(name))
    .flatMap(({ theirs, mine }) => [theirs, mine].flat())
    .filter((id): id is number => typeof id === 'number');
}
