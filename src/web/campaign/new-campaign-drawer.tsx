import { Button } from '@mantine/core';
import { t } from '../i18n/t.ts';
import { SideDrawer } from '../ui/dialog/side-drawer.tsx';
import type { CreateFormProps } from '../ui/field/create-form.ts';
import { DrawerBehind, useCovered } from '../ui/form/drawer-behind.ts';
import { NewCampaignForm } from './new-campaign-form.tsx';

/** Creates a campaign in a drawer, for forms that refer to campaigns. */
export function NewCampaignDrawer({ name, onCreated, close }: CreateFormProps) {
  const [isCovered, setCovered] = useCovered();
  return (
    <SideDrawer close={close} width={640} title={t('campaign.title.new')} closeOnEscape={!isCovered}>
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
    </SideDrawer>
  );
}
