import { Button, Menu } from '@mantine/core';
import { Icon, type IconName } from '../display/icon.tsx';

type Act = { readonly verb: string; readonly icon: IconName; readonly isMain?: true; readonly asks?: string };

/** Everything that can be done with a campaign, booking or creative. */
const acts = {
  submit: { verb: 'Submit', icon: 'check', isMain: true },
  approve: { verb: 'Approve', icon: 'check', isMain: true },
  reject: { verb: 'Reject', icon: 'close' },
  accept: { verb: 'Accept offer', icon: 'check', isMain: true },
  convert: { verb: 'Convert to campaign', icon: 'campaign', isMain: true },
  pause: { verb: 'Pause', icon: 'pause' },
  resume: { verb: 'Resume', icon: 'resume', isMain: true },
  reopen: { verb: 'Reopen', icon: 'reload' },
  cancel: { verb: 'Cancel', icon: 'close', asks: 'It ends for good and cannot be resumed.' },
  archive: { verb: 'Archive', icon: 'archive', asks: 'It leaves the lists and delivers no more. Its reports stay.' },
  unarchive: { verb: 'Bring back', icon: 'reload' },
} as const satisfies Record<string, Act>;

/** One of `acts`. */
export type ActionName = keyof typeof acts;

/** The word for an action, and what to ask before it. */
export function actionLabels(action: ActionName): Act {
  return acts[action];
}

/** What can be done now: the likely ones as buttons, the others in a menu. */
export function ActionButtons({
  available,
  onAction,
  isBusy,
}: {
  readonly available: readonly ActionName[];
  readonly onAction: (action: ActionName) => void;
  readonly isBusy: boolean;
}) {
  const isShown = (action: ActionName) => actionLabels(action).isMain === true || action === 'pause';
  const rest = available.filter((action) => !isShown(action));
  return (
    <>
      {available.filter(isShown).map((action) => (
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
      {rest.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" px="xs" aria-label="More actions">
              <Icon name="more" />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map((action) => (
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
