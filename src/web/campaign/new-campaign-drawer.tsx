import { Button, Drawer, Text } from '@mantine/core';
import { t } from '../i18n/t.ts';
import { useFocusBack } from '../ui/dialog/use-focus-back.ts';
import type { CreateFormProps } from '../ui/field/create-form.ts';
import { DrawerBehind, useCovered } from '../ui/form/drawer-behind.ts';
import { NewCampaignForm } from './new-campaign-form.tsx';

/** Creates a campaign in a drawer, for forms that refer to campaigns. */
export function NewCampaignDrawer({ name, onCreated, close }: CreateFormProps) {
  useFocusBack();
  const [isCovered, setCovered] = useCovered();
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={640}
      title={
        <Text component="span" fw={650} fz="lg">
          {t('campaign.title.new')}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
      closeOnEscape={!isCovered}
    >
      <DrawerBehind value={setCovered}>
        <NewCampaignForm
          name={name}
          onCreated={(campaign) => {
            close();
            onCreated(campaign);
          }}
          cancel={
            <Button variant="default" onClick={close}>
              {t('common.action.cancel')}
            </Button>
          }
        />
      </DrawerBehind>
    </Drawer>
  );
}
