import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { CodeText } from '../display/code-text.tsx';
import { Icon } from '../display/icon.tsx';
import { useFocusBack } from './use-focus-back.ts';

type Shown = { readonly label: string; readonly text: string };

/** A secret, the one time that it can be seen. It goes only when somebody says that they kept it. */
export function SecretDialog(props: {
  readonly title: string;
  readonly secret: Shown;
  /** What belongs to it, such as a client id. */
  readonly beside?: readonly Shown[];
  readonly close: () => void;
}) {
  useFocusBack();
  return (
    <Modal
      opened
      onClose={props.close}
      title={props.title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="sm">
        <Alert color="orange" variant="light" icon={<Icon name="attention" />}>
          The secret is shown now and never again. Keep it where your secrets are kept.
        </Alert>
        {[...(props.beside ?? []), props.secret].map(({ label, text }) => (
          <div key={label}>
            <Text fz="xs" c="dimmed">
              {label}
            </Text>
            <CodeText text={text} label={`Copy the ${label.toLowerCase()}`} />
          </div>
        ))}
        <Group justify="flex-end">
          <Button onClick={props.close}>I have kept it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
