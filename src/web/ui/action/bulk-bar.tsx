import { ActionIcon, Button, CloseButton, Group, List, Text } from '@mantine/core';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { BulkBody, BulkResult } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { type HoldInput, openHoldDialog } from '../dialog/hold-dialog.tsx';
import { Icon } from '../display/icon.tsx';
import { notifySuccess } from '../notice/notify.ts';
import { notifyWithUndo } from '../notice/notify-with-undo.tsx';
import type { ActionName } from './action-buttons.tsx';
import classes from './bulk-bar.module.css';
import { reasonsOf, runBulk, succeededIds } from './bulk-results.ts';
import { useChange } from './use-change.ts';

/** Bulk actions, and the action that undoes each. */
const bulkActions = [
  { action: 'submit', undo: null, isRare: true },
  { action: 'pause', undo: 'resume', isRare: false },
  { action: 'resume', undo: 'pause', isRare: false },
  { action: 'archive', undo: 'unarchive', isRare: true },
] as const satisfies readonly {
  readonly action: ActionName;
  readonly undo: ActionName | null;
  /** Shown on phones only after the button for more actions. */
  readonly isRare: boolean;
}[];

/** Nothing undoes a hold: a release leaves the objects finished. */
const holdAction = { action: 'hold', undo: null, isRare: true } as const;

type BulkAction = (typeof bulkActions)[number];
/** An action and, for a hold, its end and note. */
type BulkRun = { readonly bulk: BulkAction | typeof holdAction; readonly hold?: HoldInput };
type DryRun = BulkRun & { readonly ids: readonly number[]; readonly result: BulkResult };

/** The texts of a type of objects. */
export type BulkTexts = {
  /** Name of the region for screen readers. */
  readonly region: string;
  readonly skipped: string;
  readonly undone: string;
  selected(count: number): string;
  verb(action: BulkAction['action']): string;
  question(action: BulkAction['action'], count: number): string;
  done(action: BulkAction['action'], count: number): string;
};

/** Texts of a hold of all selected objects, and the time zone of its end. */
export type BulkHold = {
  readonly zone: string;
  question(count: number): string;
  done(count: number): string;
};

/**
 * Actions on all selected objects, with a dry run, a confirmation and an undo. The bar covers the header of the table next to
 * it, and on phones the end of the window.
 */
export function BulkBar({
  selected,
  clear,
  send,
  texts,
  hold,
  children,
}: {
  readonly selected: ReadonlySet<number>;
  readonly clear: () => void;
  /** Sends one bulk call. */
  readonly send: (body: BulkBody) => Promise<BulkResult>;
  readonly texts: BulkTexts;
  /** Omitted: the selected objects cannot be held. */
  readonly hold?: BulkHold | undefined;
  /** Further buttons. */
  readonly children?: ReactNode;
}) {
  const [dryRun, setDryRun] = useState<DryRun | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { ref, headHeight } = useHeadHeight(selected.size > 0);
  const ids = [...selected];
  const attempt = useChange({
    nouns: [],
    change: async (wanted: BulkRun) => ({ ...wanted, ids, result: await run(send, wanted, ids, { dryRun: true }) }),
    onDone: setDryRun,
  });
  const undo = useChange({
    nouns: ['campaigns', 'bookings'],
    change: ({ action, done }: { readonly action: ActionName; readonly done: readonly number[] }) =>
      run(send, { bulk: { action } }, done, { dryRun: false }),
    done: texts.undone,
  });
  const apply = useChange({
    nouns: ['campaigns', 'bookings'],
    change: async ({ result, ...wanted }: DryRun) => run(send, wanted, succeededIds(result, ids), { dryRun: false }),
    onDone: (result, { bulk }) => {
      setDryRun(null);
      clear();
      const done = succeededIds(result, changeableIds(dryRun));
      if (bulk.action === 'hold') return notifySuccess(hold?.done(done.length) ?? '');
      const message = texts.done(bulk.action, done.length);
      if (bulk.undo === null) return notifySuccess(message);
      return notifyWithUndo(message, () => undo.mutate({ action: bulk.undo, done }));
    },
  });
  if (selected.size === 0) return null;
  return (
    <section
      ref={ref}
      className={classes.bar}
      style={{ '--head-height': headHeight === 0 ? undefined : `${headHeight}px` } as CSSProperties}
      aria-label={texts.region}
      data-open={isOpen || undefined}
    >
      <CloseButton size="sm" aria-label={t('common.action.clearSelection')} onClick={clear} />
      <Text fz="sm" fw={550} me="xs">
        {texts.selected(selected.size)}
      </Text>
      {bulkActions.map((bulk) => (
        <Button
          key={bulk.action}
          size="compact-sm"
          variant="default"
          data-rare={bulk.isRare || undefined}
          loading={attempt.isPending}
          onClick={() => attempt.mutate({ bulk })}
        >
          {t(`common.operation.${bulk.action}`)}
        </Button>
      ))}
      {hold !== undefined && (
        <HoldButton
          hold={hold}
          count={ids.length}
          isBusy={attempt.isPending}
          onHold={(input) => attempt.mutate({ bulk: holdAction, hold: input })}
        />
      )}
      <div className={classes.more}>{children}</div>
      <ActionIcon
        variant="default"
        hiddenFrom="sm"
        aria-label={t('common.action.moreActions')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </ActionIcon>
      {dryRun !== null && (
        <DryRunDialog
          dryRun={dryRun}
          texts={texts}
          hold={hold}
          close={() => setDryRun(null)}
          isBusy={apply.isPending}
          apply={() => apply.mutate(dryRun)}
        />
      )}
    </section>
  );
}

function HoldButton({
  hold,
  count,
  isBusy,
  onHold,
}: {
  readonly hold: BulkHold;
  readonly count: number;
  readonly isBusy: boolean;
  readonly onHold: (input: HoldInput) => void;
}) {
  const { zone, question } = hold;
  return (
    <Button
      size="compact-sm"
      variant="default"
      data-rare
      loading={isBusy}
      onClick={() => openHoldDialog({ title: question(count), zone, onHold })}
    >
      {t('common.operation.hold')}
    </Button>
  );
}

/** The height of the header of the table next to the bar, whose titles can have several lines. 0: not shown. */
function useHeadHeight(isShown: boolean) {
  const ref = useRef<HTMLElement>(null);
  const [headHeight, setHeadHeight] = useState(0);
  useLayoutEffect(() => {
    const head = isShown ? ref.current?.parentElement?.querySelector('thead') : null;
    if (head === null || head === undefined) return;
    const observer = new ResizeObserver(() => setHeadHeight(head.offsetHeight));
    setHeadHeight(head.offsetHeight);
    observer.observe(head);
    return () => observer.disconnect();
  }, [isShown]);
  return { ref, headHeight };
}

function DryRunDialog({
  dryRun,
  texts,
  hold,
  close,
  apply,
  isBusy,
}: {
  readonly dryRun: DryRun;
  readonly texts: BulkTexts;
  readonly hold: BulkHold | undefined;
  readonly close: () => void;
  readonly apply: () => void;
  readonly isBusy: boolean;
}) {
  const count = changeableIds(dryRun).length;
  const reasons = reasonsOf(dryRun.result);
  const { action } = dryRun.bulk;
  return (
    <Dialog close={close} title={action === 'hold' ? (hold?.question(count) ?? '') : texts.question(action, count)}>
      <SkippedReasons reasons={reasons} text={texts.skipped} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close} data-autofocus={count === 0 || undefined}>
          {t('common.action.back')}
        </Button>
        <Button onClick={apply} data-autofocus={count > 0 || undefined} loading={isBusy} disabled={count === 0}>
          {action === 'hold' ? t('common.operation.hold') : texts.verb(action)}
        </Button>
      </Group>
    </Dialog>
  );
}

/** The reasons why selected objects cannot be changed. */
function SkippedReasons({ reasons, text }: { readonly reasons: ReturnType<typeof reasonsOf>; readonly text: string }) {
  if (reasons.length === 0) return null;
  return (
    <>
      <Text fz="sm">{text}</Text>
      <List fz="sm" mb="sm">
        {reasons.map((reason) => (
          <List.Item key={reason.reason}>{t('common.format.reasonCount', reason)}</List.Item>
        ))}
      </List>
    </>
  );
}

function run(
  send: (body: BulkBody) => Promise<BulkResult>,
  { bulk: { action }, hold }: { readonly bulk: { readonly action: ActionName }; readonly hold?: HoldInput },
  ids: readonly number[],
  options: { readonly dryRun: boolean },
): Promise<BulkResult> {
  return runBulk(
    send,
    ids.map((id) => ({ id, action, ...hold })),
    options,
  );
}

function changeableIds(dryRun: DryRun | null): readonly number[] {
  return dryRun === null ? [] : succeededIds(dryRun.result, dryRun.ids);
}
