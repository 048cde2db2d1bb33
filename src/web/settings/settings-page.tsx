/*
 * Settings of the account.
 *
 * - `settings-page.tsx`, `use-settings.ts`: all settings. `account-fields.tsx`, `region-currency.ts`: name, currency, time
 *   zone and language.
 * - `seller-fields.tsx`: the seller in ads.txt, sellers.json and adagents.json.
 * - `branding/`: name, logo and colors of the installation.
 * - `setup-page.tsx`, `save-setup.ts`: the setup of an empty account.
 */

import { Box, Button, Group, NumberInput, Paper, Stack, Switch, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { getSettings, updateSettings } from '../../client/generated/sdk.gen.ts';
import type { Settings } from '../../client/generated/types.gen.ts';
import { maxAttributionDays } from '../../core/vocabulary/limits/conversion-limits.ts';
import { AdministrationTabs } from '../administration/administration-tabs.tsx';
import { client, objectWithEtag, problemOfError } from '../api/client.ts';
import { fieldError, useDraft } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { useSave } from '../api/use-save.ts';
import { t } from '../i18n/t.ts';
import { partnerChoices } from '../media-partner/partner-choices.ts';
import { ConflictDialog } from '../ui/dialog/conflict-dialog.tsx';
import { ReferenceMultiSelect } from '../ui/field/reference-select.tsx';
import { TagsInput } from '../ui/field/selects.tsx';
import { notifySuccess } from '../ui/notice/notify.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { setBrand } from '../ui/page/brand.ts';
import { Page } from '../ui/page/page.tsx';
import { PageLoading } from '../ui/page/page-loading.tsx';
import { Staged } from '../ui/page/staged.tsx';
import { AccountFields, type AccountValues } from './account-fields.tsx';
import { brandOfSettings } from './branding/brand-of-settings.ts';
import { BrandingFields, type BrandingValues } from './branding/branding-fields.tsx';
import { SellerFields, type SellerValues } from './seller-fields.tsx';
import classes from './settings-page.module.css';

const advertisers = partnerChoices('ADVERTISER');
const key = ['settings'];

/** The attribution periods. */
const attributionDays = [
  {
    name: 'attributionClickDays',
    label: 'settings.label.clickDays',
    hint: 'settings.hint.clickDays',
    min: 1,
  },
  {
    name: 'attributionViewDays',
    label: 'settings.label.viewDays',
    hint: 'settings.hint.viewDays',
    min: 0,
  },
] as const;

/** The settings of the account. */
export function SettingsPage() {
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: () => objectWithEtag(getSettings({ client })) });
  const [resets, setResets] = useState(0);
  const reset = () => setResets((count) => count + 1);
  return (
    <Page title={t('settings.title.settings')} lead={t('settings.text.lead')}>
      <AdministrationTabs />
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {error === null && data === undefined && <PageLoading />}
      {data !== undefined && <SettingsForm key={resets} stored={data} reset={reset} />}
    </Page>
  );
}

function SettingsForm(props: {
  readonly stored: { readonly object: Settings; readonly etag: string };
  /** Discards the draft and reads the stored settings. */
  readonly reset: () => void;
}) {
  const me = useMe();
  const [stored] = useState(props.stored);
  const draft = useDraft(valuesOf(stored.object));
  const { values, set } = draft;
  const saver = useSave<Settings>({
    key,
    stored,
    changes: draft.latestChanges,
    read: () => getSettings({ client }),
    patch: (body, etag) => updateSettings({ client, body, headers: { 'If-Match': etag } }),
    onSaved: (saved) => {
      setBrand(brandOfSettings(saved));
      props.reset();
      notifySuccess(t('settings.text.saved'));
    },
  });
  const mayWrite = me.may('settings:write');
  const hasGeneralProblem = saver.error !== null && (problemOfError(saver.error).errors ?? []).length === 0;
  return (
    <Box
      component="form"
      maw={720}
      onSubmit={(event) => {
        event.preventDefault();
        void saver.save();
      }}
    >
      <Stack gap="md">
        {hasGeneralProblem && <ProblemAlert error={saver.error} />}
        <Staged>
          <Part title={t('settings.title.account')}>
            <AccountFields values={values} change={draft.assign} error={saver.error} disabled={!mayWrite} />
          </Part>
          <Part title={t('settings.title.approval')}>
            <ApprovalFields values={values} set={set} error={saver.error} disabled={!mayWrite} />
          </Part>
          <Part title={t('settings.title.thirdParties')}>
            <NumberInput
              label={t('settings.label.discrepancyThreshold')}
              description={t('settings.hint.discrepancyThreshold')}
              value={values.discrepancyThresholdPercent}
              min={0}
              max={100}
              allowDecimal={false}
              disabled={!mayWrite}
              onChange={(percent) => set('discrepancyThresholdPercent', Number(percent))}
              error={fieldError(saver.error, 'discrepancyThresholdPercent')}
            />
          </Part>
          <Part title={t('settings.title.attribution')}>
            {attributionDays.map(({ name, min, label, hint }) => (
              <NumberInput
                key={name}
                label={t(label)}
                description={t(hint, { max: maxAttributionDays })}
                value={values[name]}
                min={min}
                max={maxAttributionDays}
                allowDecimal={false}
                disabled={!mayWrite}
                onChange={(days) => set(name, Number(days))}
                error={fieldError(saver.error, name)}
              />
            ))}
          </Part>
          <Part title={t('settings.title.seller')}>
            <SellerFields values={values} change={draft.assign} error={saver.error} disabled={!mayWrite} />
          </Part>
          <Paper>
            <BrandingFields
              values={values}
              change={draft.assign}
              error={saver.error}
              disabled={!mayWrite}
              stored={props.stored.object}
            />
          </Paper>
        </Staged>
        {mayWrite && (
          <Paper p="sm" className={classes.bar}>
            <Group justify="flex-end">
              <Button variant="default" disabled={!draft.isChanged} onClick={props.reset}>
                {t('settings.action.discard')}
              </Button>
              <Button type="submit" loading={saver.isSaving} disabled={!draft.isChanged}>
                {t('common.action.save')}
              </Button>
            </Group>
          </Paper>
        )}
      </Stack>
      <ConflictDialog conflict={saver.conflict} close={saver.forgetConflict} />
    </Box>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id}>
      <Title order={2} id={id} mb="md">
        {title}
      </Title>
      <Stack gap="lg">{children}</Stack>
    </Paper>
  );
}

function ApprovalFields({
  values,
  set,
  error,
  disabled,
}: {
  readonly values: Values;
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  readonly error: unknown;
  readonly disabled: boolean;
}) {
  return (
    <>
      <Switch
        label={t('settings.label.secondApprover')}
        description={t('settings.hint.secondApprover')}
        checked={values.fourEyes}
        disabled={disabled}
        onChange={(event) => set('fourEyes', event.currentTarget.checked)}
      />
      <ReferenceMultiSelect
        label={t('settings.label.autoApproved')}
        description={t(values.fourEyes ? 'settings.hint.autoApprovedOff' : 'settings.hint.autoApproved')}
        source={advertisers}
        value={values.autoApprovedMediaPartnerIds}
        disabled={disabled}
        onChange={(ids) => set('autoApprovedMediaPartnerIds', ids)}
        error={fieldError(error, 'autoApprovedMediaPartnerIds')}
      />
      <TagsInput
        label={t('settings.label.categories')}
        description={t('settings.hint.categories')}
        value={[...values.extraCategories]}
        disabled={disabled}
        onChange={(categories) => set('extraCategories', categories)}
        splitChars={[',', ' ']}
        error={fieldError(error, 'extraCategories')}
      />
      <TagsInput
        label={t('settings.label.trackerDomains')}
        description={t('settings.hint.trackerDomains')}
        value={[...values.trackerDomains]}
        disabled={disabled}
        onChange={(domains) => set('trackerDomains', domains)}
        splitChars={[',', ' ']}
        acceptValueOnBlur
        error={fieldError(error, 'trackerDomains')}
      />
      <Switch
        label={t('settings.label.resizeBundleImages')}
        description={t('settings.hint.resizeBundleImages')}
        checked={values.resizeBundleImages}
        disabled={disabled}
        onChange={(event) => set('resizeBundleImages', event.currentTarget.checked)}
      />
    </>
  );
}

type Values = AccountValues &
  BrandingValues &
  SellerValues & {
    readonly fourEyes: boolean;
    readonly autoApprovedMediaPartnerIds: readonly number[];
    readonly extraCategories: readonly string[];
    readonly trackerDomains: readonly string[];
    readonly resizeBundleImages: boolean;
    readonly discrepancyThresholdPercent: number;
    readonly attributionClickDays: number;
    readonly attributionViewDays: number;
  };

function valuesOf(settings: Settings): Values {
  const { fourEyes, autoApprovedMediaPartnerIds, extraCategories, trackerDomains, resizeBundleImages } = settings;
  const { accountName, currency, timeZone, defaultLanguage } = settings;
  const { attributionClickDays, attributionViewDays, accentColor, mailSenderName } = settings;
  const { discrepancyThresholdPercent, sellerDomain, sellerContactEmail, sellerContactAddress } = settings;
  const attribution = { discrepancyThresholdPercent, attributionClickDays, attributionViewDays };
  const account = { accountName, currency, timeZone, defaultLanguage, accentColor, mailSenderName };
  const creatives = { autoApprovedMediaPartnerIds, extraCategories, trackerDomains, resizeBundleImages };
  const seller = { sellerDomain, sellerContactEmail, sellerContactAddress };
  return { fourEyes, ...creatives, ...account, ...attribution, ...seller };
}
