/*
 * Actions on objects.
 *
 * - `action-buttons.tsx`, `perform-action.ts`, `unarchive-button.tsx`: one object. `use-change.ts`: the call.
 * - `bulk-bar.tsx`, `bulk-results.ts`: all selected objects of a list.
 */

import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../i18n/t.ts';
import { Icon, type IconName } from '../display/icon.tsx';

type ActionStyle = { readonly icon: IconName; readonly isMain?: true };

/** The actions of campaigns, bookings and creatives. */
const actionStyles = {
  submit: { icon: 'check', isMain: true },
  approve: { icon: 'check', isMain: true },
  reject: { icon: 'close' },
  accept: { icon: 'check', isMain: true },
  convert: { icon: 'campaign', isMain: true },
  confirm: { icon: 'check', isMain: true },
  pause: { icon: 'pause' },
  resume: { icon: 'resume', isMain: true },
  reopen: { icon: 'reload' },
  hold: { icon: 'clock' },
  release: { icon: 'close' },
  cancel: { icon: 'close' },
  archive: { icon: 'archive' },
  unarchive: { icon: 'reload' },
} as const satisfies Record<string, ActionStyle>;

/** One of `actionStyles`. */
export type ActionName = keyof typeof actionStyles;

/** The label and icon of an action. */
export function actionLabels(action: ActionName): ActionStyle & { readonly verb: string } {
  return { ...actionStyles[action], verb: t(`common.operation.${action}`) };
}

/** The available actions: frequent ones as buttons, the others in a menu. */
export function ActionButtons({
  available,
  onAction,
  isBusy,
  menuItems,
}: {
  readonly available: readonly ActionName[];
  readonly onAction: (action: ActionName) => void;
  readonly isBusy: boolean;
  /** First items of the menu. */
  readonly menuItems?: ReactNode;
}) {
  const isButton = (action: ActionName) => actionLabels(action).isMain === true || action === 'pause';
  const menuActions = available.filter((action) => !isButton(action));
  return (
    <>
      {available.filter(isButton).map((action) => (
        <Button
          key={action}
          variant={actionLabels(action).isMain === true ? 'filled' : 'default'}
          leftSection={<Icon name={actionLabels(action).icon} />}
          loading={isBusy}
          onClick={() => onAction(action)}
        >
          {actionLabels(action).verb}
        </Button>
      ))}
      {(menuActions.length > 0 || menuItems !== undefined) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" px="xs" aria-label={t('common.action.moreActions')}>
              <Icon name="more" />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {menuItems}
            {menuActions.map((action) => (
              <Menu.Item
                key={action}
                leftSection={<Icon name={actionLabels(action).icon} />}
                onClick={() => onAction(action)}
              >
                {actionLabels(action).verb}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
