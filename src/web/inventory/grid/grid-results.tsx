import { Alert, List, Stack } from '@mantine/core';
import { t } from '../../i18n/t.ts';
import { Icon } from '../../ui/display/icon.tsx';

/** The result of one combination. Null: the position was created. */
export type GridResult = { readonly slotName: string; readonly problem: string | null };

/** Which positions were created, and why others were not. */
export function GridResults({ results }: { readonly results: readonly GridResult[] }) {
  const created = results.filter(({ problem }) => problem === null);
  const failed = results.filter(({ problem }) => problem !== null);
  return (
    <Stack gap="xs" aria-live="polite">
      {created.length > 0 && (
        <Alert
          color="green"
          variant="light"
          icon={<Icon name="done" />}
          title={t('inventory.text.positionsCreated', { count: created.length })}
        >
          <Names names={created.map(({ slotName }) => slotName)} />
        </Alert>
      )}
      {failed.length > 0 && (
        <Alert
          color="red"
          variant="light"
          icon={<Icon name="attention" />}
          title={t('inventory.text.positionsFailed', { count: failed.length })}
        >
          <Names
            names={failed.map(({ slotName, problem }) =>
              t('inventory.text.positionFailed', { slotName, problem: problem ?? '' }),
            )}
          />
        </Alert>
      )}
    </Stack>
  );
}

/** A list of names that stays short. */
function Names({ names }: { readonly names: readonly string[] }) {
  return (
    <List fz="sm" mah={200} style={{ overflowY: 'auto' }} tabIndex={0} aria-label={t('inventory.label.slotNames')}>
      {names.map((name) => (
        <List.Item key={name} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </List.Item>
      ))}
    </List>
  );
}
