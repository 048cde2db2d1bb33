import type { Position } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { compactText } from '../../labels/figures.ts';
import { CopyButton } from '../../ui/display/copy-button.tsx';
import { useFormats } from '../model/formats-query.ts';
import { mediaTypeText, sizeText } from '../model/inventory-labels.ts';
import classes from './inventory-tree.module.css';
import { TreeName } from './tree-row.tsx';

/** The positions of one location with their slot names. */
export function PositionRows({
  positions,
  depth,
  open,
}: {
  readonly positions: readonly Position[];
  readonly depth: number;
  readonly open: (item: string) => void;
}) {
  const formatOf = useFormats();
  return positions.map((position) => {
    const format = formatOf(position.formatId);
    const { id, name, slotName } = position;
    return (
      <li key={id}>
        <div className={classes.row} data-depth={depth}>
          <span className={classes.noToggle} />
          <span className={classes.copied}>
            <TreeName name={name} icon="position" onOpen={() => open(`position-${id}`)} isCode={name === slotName} />
            <CopyButton text={slotName} label={t('inventory.action.copy', { text: slotName })} />
          </span>
          {name !== slotName && <span className={classes.fact}>{slotName}</span>}
          {format !== undefined && (
            <span className={classes.fact}>
              {[format.name, mediaTypeText(format.mediaType), sizeText(format)].join(' · ')}
            </span>
          )}
          {position.requestsPerDay !== null && (
            <span className={classes.traffic}>{requestsText(position.requestsPerDay)}</span>
          )}
        </div>
      </li>
    );
  });
}

function requestsText(requests: number): string {
  return t('inventory.text.requestsPerDay', { requests, count: compactText(requests) });
}
