import { Drawer, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getAuditEntry } from '../../client/generated/sdk.gen.ts';
import type { AuditEntry } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useFocusBack } from '../ui/dialog/use-focus-back.ts';
import { DifferenceTable } from '../ui/difference/difference-table.tsx';
import { CodeText } from '../ui/display/code-text.tsx';
import { Facts } from '../ui/display/facts.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { objectText, pageOf } from './audit-links.ts';
import { changedFieldsOf } from './changed-parts.ts';
import { useActors } from './use-actors.ts';

/** One change: what was before, and after. */
export function AuditEntryDrawer({ id, close }: { readonly id: number; readonly close: () => void }) {
  useFocusBack();
  const { data, error } = useQuery({
    queryKey: ['audit', 'one', id],
    queryFn: () => dataOf(getAuditEntry({ client, path: { id } })),
  });
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={640}
      title={
        <Text component="span" fw={650} fz="lg">
          Change {id}
        </Text>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {error !== null && <ProblemAlert error={error} />}
      {data !== undefined && <Shown entry={data} />}
    </Drawer>
  );
}

function Shown({ entry }: { readonly entry: AuditEntry }) {
  const actorName = useActors([entry]);
  const page = pageOf(entry);
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { name: 'When', value: <Instant at={entry.at} /> },
          { name: 'Who', value: actorName(entry.actor) },
          { name: 'What', value: entry.action },
          {
            name: 'Object',
            value:
              page === undefined ? (
                objectText(entry)
              ) : (
                <TextLink {...page} fz="sm">
                  {objectText(entry)}
                </TextLink>
              ),
          },
        ]}
      />
      <DifferenceTable
        caption="What was changed"
        {...(entry.before !== null && { before: 'Before' })}
        after={entry.before === null ? 'Value' : 'After'}
        differences={changedFieldsOf(entry.before, entry.after)}
        same="Nothing that can be shown is different."
      />
      {entry.requestId !== null && (
        <div>
          <Text fz="xs" c="dimmed">
            Call that did it
          </Text>
          <CodeText text={entry.requestId} label="Copy the id of the call" />
        </div>
      )}
      <div>
        <Text fz="xs" c="dimmed">
          Hash in the chain
        </Text>
        <CodeText text={entry.hash} label="Copy the hash" />
      </div>
    </Stack>
  );
}
