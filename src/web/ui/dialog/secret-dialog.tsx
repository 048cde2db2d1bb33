import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { t } from '../../i18n/t.ts';
import { CodeText } from '../display/code-text.tsx';
import { Icon } from '../display/icon.tsx';
import { Dialog } from './dialog.tsx';

type LabelledText = { readonly label: string; readonly text: string };

/** Shows a secret once. The dialog closes only with its button. */
export function SecretDialog(props: {
  readonly title: string;
  readonly secret: LabelledText;
  /** Related values, such as a client ID. */
  readonly additional?: readonly LabelledText[];
  /** Replaces the text that the secret is shown once. */
  readonly text?: string;
  readonly closeText?: string;
  readonly close: () => void;
}) {
  return (
    <Dialog
      close={props.close}
      title={props.title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="sm">
        <Alert color="orange" variant="light" icon={<Icon name="attention" />}>
          {props.text ?? t('common.text.secretOnce')}
        </Alert>
        {[...(props.additional ?? []), props.secret].map(({ label, text }) => (
          <div key={label}>
            <Text fz="xs" c="dimmed">
              {label}
            </Text>
            <CodeText text={text} label={t('common.action.copyValue', { label })} />
          </div>
        ))}
        <Group justify="flex-end">
          <Button onClick={props.close}>{props.closeText ?? t('common.action.secretStored')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
