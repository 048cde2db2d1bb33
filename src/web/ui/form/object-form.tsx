import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { dataOf, problemOfError } from '../../api/client.ts';
import type { StoredObject } from '../../api/resource.ts';
import { useDraft } from '../../api/use-draft.ts';
import { useSave } from '../../api/use-save.ts';
import { UnarchiveButton } from '../action/unarchive-button.tsx';
import { useChange } from '../action/use-change.ts';
import { confirm } from '../dialog/confirm.tsx';
import { ConflictDialog } from '../dialog/conflict-dialog.tsx';
import { Icon } from '../display/icon.tsx';
import { notifySuccess } from '../notice/notify.ts';
import { ProblemAlert } from '../notice/problem-alert.tsx';
import type { ObjectDrawerProps } from './object-drawer-props.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A new object: its fields and the button that makes it. */
export function NewObjectForm<View extends StoredObject, Values extends Fields>(
  props: ObjectDrawerProps<View, Values>,
) {
  const { resource, fresh, close } = props;
  const draft = useDraft(fresh);
  const create = useChange({
    nouns: [resource.noun, ...(resource.touches ?? [])],
    change: (values: Values) => dataOf(resource.create(values)),
    done: ({ name }) => `${name} is made.`,
    onDone: (made) => {
      close();
      props.onCreated?.(made);
    },
    quiet: true,
  });
  return (
    <FormFrame error={create.error} onSubmit={() => create.mutate(draft.values)} isDisabled={false}>
      {props.fields({ draft, error: create.error, isNew: true })}
      <Group justify="flex-end" mt="xs">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending} disabled={!props.isComplete(draft.values)}>
          Create {resource.word}
        </Button>
      </Group>
    </FormFrame>
  );
}

/** An object that is there: its fields, saved over the version that was read. */
export function StoredObjectForm<View extends StoredObject, Values extends Fields>(
  props: ObjectDrawerProps<View, Values> & { readonly stored: { readonly object: View; readonly etag: string } },
) {
  const { resource, valuesOf, close, mayWrite } = props;
  // Later versions do not disturb who writes: what is changed is compared with what was read at first.
  const [base] = useState(props.stored);
  const { object } = base;
  const draft = useDraft(valuesOf(object));
  const saver = useSave<View>({
    key: [resource.noun, 'one', object.id],
    stored: base,
    changes: draft.latestChanges,
    read: () => resource.read(object.id),
    patch: (changes, etag) => resource.patch(object.id, changes, etag),
    touches: resource.touches,
    onSaved: ({ name }) => {
      notifySuccess(`${name} is saved.`);
      close();
    },
  });
  const isOpen = mayWrite && object.archivedAt === null;
  return (
    <>
      {props.head?.(object)}
      {mayWrite && object.archivedAt !== null && (
        <Group justify="space-between" mb="sm">
          <Text fz="sm">It is archived: it is in no list and cannot be changed.</Text>
          <UnarchiveButton resource={resource} id={object.id} onDone={close} />
        </Group>
      )}
      <FormFrame error={saver.error} onSubmit={() => void saver.save()} isDisabled={!isOpen}>
        {props.fields({ draft, error: saver.error, isNew: false })}
        {isOpen && (
          <Group justify="space-between" mt="xs">
            <ArchiveButton {...props} />
            <Button type="submit" loading={saver.isSaving} disabled={!draft.isChanged}>
              Save
            </Button>
          </Group>
        )}
      </FormFrame>
      <ConflictDialog conflict={saver.conflict} close={saver.forgetConflict} />
    </>
  );
}

function ArchiveButton<View extends StoredObject, Values extends Fields>({
  resource,
  stored,
  archiveText,
  close,
}: ObjectDrawerProps<View, Values> & { readonly stored: { readonly object: View; readonly etag: string } }) {
  const { object, etag } = stored;
  const archive = useChange({
    nouns: [resource.noun, ...(resource.touches ?? [])],
    change: () => dataOf(resource.archive(object.id, etag)),
    done: `${object.name} is archived.`,
    onDone: close,
  });
  const ask = () =>
    confirm({
      title: `Archive ${object.name}?`,
      text: archiveText ?? `The ${resource.word} leaves the lists. Its reports stay.`,
      verb: 'Archive',
      isDangerous: true,
      onConfirm: () => archive.mutate(undefined),
    });
  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<Icon name="archive" />}
      loading={archive.isPending}
      onClick={ask}
    >
      Archive
    </Button>
  );
}

/** A form in a column; what is wrong with a field stands at it, what is wrong with all above. */
function FormFrame(props: {
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly isDisabled: boolean;
  readonly children: ReactNode;
}) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  const isWhole = props.error !== null && (problemOfError(props.error).errors ?? []).length === 0;
  return (
    <form onSubmit={submit} noValidate>
      <Fieldset variant="unstyled" p={0} m={0} miw={0} disabled={props.isDisabled}>
        <Stack gap="sm">
          {isWhole && <ProblemAlert error={props.error} />}
          {props.children}
        </Stack>
      </Fieldset>
    </form>
  );
}
