import { Button, Code, Group, Modal, Table, Text } from '@mantine/core';
import type { SaveConflict } from '../api/use-save.ts';
import { plainWords } from './plain-words.ts';

type Props = {
  readonly conflict: SaveConflict | null;
  readonly close: () => void;
  /** A field's name and its value in words, where the page knows better. */
  readonly describe?: (name: string, value: unknown) => { readonly label: string; readonly text: string };
};

/** Shows what somebody else saved first beside what is written here, and asks which holds. */
export function ConflictDialog({ conflict, close, describe = plainWords }: Props) {
  return (
    <Modal
      opened={conflict !== null}
      onClose={close}
      title="Somebody else saved first"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text fz="sm" mb="sm">
        These fields were changed there as well. Everything else is kept from both sides.
      </Text>
      <Table fz="sm" withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th>Yours</Table.Th>
            <Table.Th>Theirs</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(conflict?.fields ?? []).map(({ name, mine, theirs }) => (
            <Table.Tr key={name}>
              <Table.Td>{describe(name, mine).label}</Table.Td>
              <Table.Td>
                <Code>{describe(name, mine).text}</Code>
              </Table.Td>
              <Table.Td>
                <Code>{describe(name, theirs).text}</Code>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={conflict?.takeTheirs}>
          Take theirs
        </Button>
        <Button onClick={conflict?.keepMine}>Keep mine</Button>
      </Group>
    </Modal>
  );
}
