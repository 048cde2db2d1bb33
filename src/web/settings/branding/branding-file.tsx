import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Settings } from '../../../client/generated/types.gen.ts';
import type { Outcome } from '../../../client/placard-problem.ts';
import { dataOf, messageOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { notifySuccess } from '../../ui/notice/notify.ts';
import { setBrand } from '../../ui/page/brand.ts';
import { brandOfSettings } from './brand-of-settings.ts';

/** An image of the branding: uploading, replacing and removing it. */
export function BrandingFile(props: {
  readonly label: string;
  readonly hint: string;
  /** Path of the stored file. null: none. */
  readonly path: string | null;
  readonly accept: string;
  readonly disabled: boolean;
  readonly upload: (file: File) => Promise<Outcome<Settings>>;
  readonly remove: () => Promise<Outcome<Settings>>;
}) {
  const { label, hint, path, disabled } = props;
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (file: File | null) => dataOf(file === null ? props.remove() : props.upload(file)),
    onSuccess: async (settings, file) => {
      setBrand(brandOfSettings(settings));
      notifySuccess(t(file === null ? 'settings.text.fileRemoved' : 'settings.text.fileSaved', { label }));
      await queries.invalidateQueries({ queryKey: ['settings'] });
    },
  });
  return (
    <div>
      <Text component="h3" fz="sm" fw={500} c="var(--mantine-color-text)">
        {label}
      </Text>
      <Input.Description>{hint}</Input.Description>
      <Group gap="sm" mt={6}>
        {path !== null && <img src={path} alt="" style={{ maxHeight: 48, maxWidth: 160, objectFit: 'contain' }} />}
        <FileButton accept={props.accept} onChange={(file) => file !== null && save.mutate(file)} disabled={disabled}>
          {(button) => (
            <Button
              variant="default"
              loading={save.isPending}
              disabled={disabled}
              aria-label={t('settings.action.uploadNamedFile', { label })}
              {...button}
            >
              {t('settings.action.uploadFile')}
            </Button>
          )}
        </FileButton>
        {path !== null && !disabled && (
          <Button variant="subtle" color="gray" disabled={save.isPending} onClick={() => save.mutate(null)}>
            {t('settings.action.removeFile', { label })}
          </Button>
        )}
      </Group>
      {save.error !== null && (
        <Input.Error role="alert" mt={4}>
          {messageOf(save.error)}
        </Input.Error>
      )}
    </div>
  );
}
