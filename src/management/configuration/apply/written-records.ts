import type { TransactionChange } from '../../records/change.ts';
import type { ChangeRecord, ResourceView } from '../../records/resource.ts';
import { withoutComputedFields } from '../../records/save-record.ts';
import type { ConfigurationChange } from '../document/compare-configuration.ts';
import type { ManagedSection, SectionRow } from '../stored/managed-sections.ts';

/** A written row and its view before the change. */
type Written = {
  readonly change: ConfigurationChange;
  readonly action: string;
  /** null: the object is new. */
  readonly before: ResourceView | null;
  readonly row: SectionRow;
  readonly also: readonly ChangeRecord[];
};

/** Rows of an apply, which are presented together because each view needs several queries. */
export type WrittenRecords = {
  add(section: ManagedSection, written: Written): void;
  /** Adds the records to `change.later` in the order of the changes. Does nothing if the records are discarded. */
  record(change: TransactionChange, changes: readonly ConfigurationChange[]): Promise<void>;
};

/** Rows that are presented together. */
const rowsAtOnce = 1_000;

/** Collects written rows until the end of an apply. */
export function openWrittenRecords(): WrittenRecords {
  const all = new Map<ManagedSection, Written[]>();
  return {
    add(section, written) {
      const own = all.get(section) ?? [];
      own.push(written);
      all.set(section, own);
    },
    async record(change, changes) {
      const { later } = change;
      if (later === undefined) return;
      const order = new Map(changes.map((one, index) => [one, index]));
      const byOrder = (a: Written, b: Written) => (order.get(a.change) ?? 0) - (order.get(b.change) ?? 0);
      for (const [section, unsorted] of all) {
        const own = unsorted.toSorted(byOrder);
        for (let start = 0; start < own.length; start += rowsAtOnce) {
          later.push(...(await recordsOf(change, section, own.slice(start, start + rowsAtOnce))));
        }
      }
    },
  };
}

async function recordsOf(
  { transaction, caller }: TransactionChange,
  { resource }: ManagedSection,
  written: readonly Written[],
): Promise<readonly ChangeRecord[]> {
  const { kind, computedFields = [] } = resource;
  const rows = written.map(({ row }) => row);
  const views = await resource.present(rows, transaction, caller);
  return written.flatMap(({ action, before, also }, index) => [
    ...also,
    {
      action,
      kind,
      before: before && withoutComputedFields(before, computedFields),
      view: withoutComputedFields(views[index] as ResourceView, computedFields),
    },
  ]);
}
