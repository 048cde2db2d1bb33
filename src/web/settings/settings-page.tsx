import { Button, Group, NumberInput, Paper, Stack, Switch, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSettings, updateSettings } from '../../client/generated/sdk.gen.ts';
import type { Settings } from '../../client/generated/types.gen.ts';
import { maxAttributionDays } from '../../core/words/limits.ts';
import { AdministrationTabs } from '../administration/administration-tabs.tsx';
import { client, objectWithEtag, problemOfError } from '../api/client.ts';
import { fieldError, useDraft } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { useSave } from '../api/use-save.ts';
import { partnerChoices } from '../media-partner/partner-choices.ts';
import { ConflictDialog } from '../ui/dialog/conflict-dialog.tsx';
import { ReferenceMultiSelect } from '../ui/field/reference-select.tsx';
import { notifySuccess } from '../ui/notice/notify.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { PageLoading } from '../ui/page/page-loading.tsx';

const advertisers = partnerChoices('ADVERTISER');
const key = ['settings'];

/** For so many days after it an ad may have led to an order. */
const attributionDays = [
  {
    name: 'attributionClickDays',
    label: 'Days after a click',
    description:
      'An order is credited to an ad of a sponsored product that was clicked within these days. For orders that are told of from now on',
    min: 1,
  },
  {
    name: 'attributionViewDays',
    label: 'Days after a view',
    description: 'Where no ad was clicked: one that was seen within these days. 0: views lead to no order',
    min: 0,
  },
] as const;

/** What is decided for everybody. */
export function SettingsPage() {
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: () => objectWithEtag(getSettings({ client })) });
  const [beginnings, setBeginnings] = useState(0);
  const again = () => setBeginnings((count) => count + 1);
  return (
    <Page title="Settings" lead="What is decided for the whole account.">
      <AdministrationTabs />
      {error !== null && <ProblemAlert error={error} again={() => void refetch()} />}
      {error === null && data === undefined && <PageLoading />}
      {data !== undefined && <SettingsForm key={beginnings} stored={data} again={again} />}
    </Page>
  );
}

function SettingsForm(props: {
  readonly stored: { readonly object: Settings; readonly etag: string };
  /** Begins anew, from what is stored now. */
  readonly again: () => void;
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
    onSaved: () => {
      props.again();
      notifySuccess('The settings are saved.');
    },
  });
  const mayWrite = me.may('settings:write');
  const isWhole = saver.error !== null && (problemOfError(saver.error).errors ?? []).length === 0;
  return (
    <Paper
      component="form"
      maw={720}
      onSubmit={(event) => {
        event.preventDefault();
        void saver.save();
      }}
    >
      <Stack gap="lg">
        {isWhole && <ProblemAlert error={saver.error} />}
        <Switch
          label="Four eyes"
          description="Whatever is submitted or uploaded, and every material change of what is approved, waits for another person, ad operations included"
          checked={values.fourEyes}
          disabled={!mayWrite}
          onChange={(event) => set('fourEyes', event.currentTarget.checked)}
        />
        <ReferenceMultiSelect
          label="Media partners whose creatives need no review"
          description={
            values.fourEyes
              ? 'Without effect while four eyes is on'
              : 'What their advertisers upload is approved once it is processed'
          }
          source={advertisers}
          value={values.autoApprovedMediaPartnerIds}
          disabled={!mayWrite}
          onChange={(ids) => set('autoApprovedMediaPartnerIds', ids)}
          error={fieldError(saver.error, 'autoApprovedMediaPartnerIds')}
        />
        <TagsInput
          label="More categories of inventory"
          description="Beyond Display, In-store and Sponsored Products; codes such as newsletter. Enter after each"
          value={[...values.extraCategories]}
          disabled={!mayWrite}
          onChange={(categories) => set('extraCategories', categories)}
          splitChars={[',', ' ']}
          error={fieldError(saver.error, 'extraCategories')}
        />
        {attributionDays.map(({ name, min, ...words }) => (
          <NumberInput
            key={name}
            {...words}
            value={values[name]}
            min={min}
            max={maxAttributionDays}
            allowDecimal={false}
            disabled={!mayWrite}
            onChange={(days) => set(name, Number(days))}
            error={fieldError(saver.error, name)}
          />
        ))}
        {mayWrite && (
          <Group justify="flex-end">
            <Button variant="default" disabled={!draft.isChanged} onClick={props.again}>
              Undo
            </Button>
            <Button type="submit" loading={saver.isSaving} disabled={!draft.isChanged}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
      <ConflictDialog conflict={saver.conflict} close={saver.forgetConflict} />
    </Paper>
  );
}

function valuesOf(settings: Settings) {
  const { fourEyes, autoApprovedMediaPartnerIds, extraCategories } = settings;
  const { attributionClickDays, attributionViewDays } = settings;
  const values = { fourEyes, autoApprovedMediaPartnerIds, extraCategories, attributionClickDays, attributionViewDays };
  return values as {
    readonly fourEyes: boolean;
    readonly autoApprovedMediaPartnerIds: readonly number[];
    readonly extraCategories: readonly string[];
    readonly attributionClickDays: number;
    readonly attributionViewDays: number;
  };
}
