import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { dataOf, problemOfError } from '../../api/client.ts';
import type { StoredObject } from '../../api/resource.ts';
import { useDraft } from '../../api/use-draft.ts';
import { useSave } from '../../api/use-save.ts';
import { t } from '../../i18n/t.ts';
import { UnarchiveButton } from '../action/unarchive-button.tsx';
import { useChange } from '../action/use-change.ts';
import { confirm } from '../dialog/confirm.tsx';
import { ConflictDialog } from '../dialog/conflict-dialog.tsx';
import { Icon } from '../display/icon.tsx';
import { notifySuccess } from '../notice/notify.ts';
import { ProblemAlert } from '../notice/problem-alert.tsx';
import type { ObjectDrawerProps } from './object-drawer-props.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The form of a new object. */
export function NewObjectForm<View extends StoredObject, Values extends Fields>(
  props: ObjectDrawerProps<View, Values>,
) {
  const { resource, fresh, close } = props;
  const draft = useDraft(fresh);
  const create = useChange({
    nouns: [resource.noun, ...(resource.touches ?? [])],
    change: (values: Values) => dataOf(resource.create(values)),
    done: ({ name }) => t('common.text.created', { name }),
    onDone: (created) => {
      close();
      props.onCreated?.(created);
    },
    quiet: true,
  });
  return (
    <FormFrame error={create.error} onSubmit={() => create.mutate(draft.values)} isDisabled={false}>
      {props.fields({ draft, error: create.error, isNew: true })}
      <Group justify="flex-end" mt="xs">
        <Button variant="default" onClick={close}>
          {t('common.action.cancel')}
        </Button>
        <Button type="submit" loading={create.isPending} disabled={!props.isComplete(draft.values)}>
          {t(`labels.createResource.${resource.kind}`)}
        </Button>
      </Group>
    </FormFrame>
  );
}

/** The form of a stored object. A save compares with the version that was read when the form opened. */
export function StoredObjectForm<View extends StoredObject, Values extends Fields>(
  props: ObjectDrawerProps<View, Values> & { readonly stored: { readonly object: View; readonly etag: string } },
) {
  const { resource, valuesOf, close, mayWrite } = props;
  // Later versions do not replace what the user types. Changes are relative to the first version.
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
      notifySuccess(t('common.text.saved', { name }));
      close();
    },
  });
  const isOpen = mayWrite && object.archivedAt === null;
  return (
    <>
      {props.head?.(object)}
      {mayWrite && object.archivedAt !== null && (
        <Group justify="space-between" mb="sm">
          <Text fz="sm">{t('common.text.archivedReadOnly')}</Text>
          <UnarchiveButton resource={resource} id={object.id} onDone={close} />
        </Group>
      )}
      <FormFrame error={saver.error} onSubmit={() => void saver.save()} isDisabled={!isOpen}>
        {props.fields({ draft, error: saver.error, isNew: false })}
        {isOpen && (
          <Group justify="space-between" mt="xs">
            <ArchiveButton {...props} />
            <Button type="submit" loading={saver.isSaving} disabled={!draft.isChanged}>
              {t('common.action.save')}
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
    done: t('common.text.archived', { name: object.name }),
    onDone: close,
  });
  const ask = () =>
    confirm({
      title: t('common.title.archive', { name: object.name }),
      text: archiveText ?? t('common.text.archiveWarning'),
      verb: t('common.action.archive'),
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
      {t('common.action.archive')}
    </Button>
  );
}

/** A form in one column. Problems of a field are shown at the field, other problems above the form. */
function FormFrame(props: {
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly isDisabled: boolean;
  readonly children: ReactNode;
}) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The form of another object can be the parent in React, not in the document.
    event.stopPropagation();
    props.onSubmit();
  };
  const hasGeneralProblem = props.error !== null && (problemOfError(props.error).errors ?? []).length === 0;
  return (
    <form onSubmit={submit} noValidate>
      <Fieldset variant="unstyled" p={0} m={0} miw={0} disabled={props.isDisabled}>
        <Stack gap="sm">
          {hasGeneralProblem && <ProblemAlert error={props.error} />}
          {props.children}
        </Stack>
      </Fieldset>
    </form>
  );
}
