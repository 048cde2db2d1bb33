import { Button, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { maxPasswordLength, minPasswordLength } from '../../core/vocabulary/limits/access-limits.ts';
import { supportedLocale } from '../../messages/locales.ts';
import { problemOfError } from '../api/client.ts';
import { fieldError } from '../api/use-draft.ts';
import { type Person, useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { deviceZone } from '../ui/time/zoned-time.ts';
import { AccountFields, type AccountValues } from './account-fields.tsx';
import { currencyOfLanguage } from './region-currency.ts';
import { completeSetup, type SetupPerson, saveSetup } from './save-setup.ts';

const nextPage = '/first-ad';

/** The settings of a new account and its administrator, in one form with suggested values. */
export function SetupPage() {
  const me = useMe();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [account, setAccount] = useState(() => suggestedAccount(me));
  const [person, setPerson] = useState<SetupPerson>({ name: me.name, email: me.email ?? '', password: '' });
  const leave = async (to: string) => {
    await queries.invalidateQueries();
    await navigate({ to });
  };
  const save = useMutation({
    mutationFn: () => saveSetup(account, me.id, person),
    onSuccess: async (mustSignIn) => {
      if (mustSignIn) window.location.assign(`/sign-in?returnTo=${nextPage}`);
      else await leave(nextPage);
    },
  });
  const skip = useMutation({ mutationFn: () => completeSetup(), onSuccess: () => leave('/') });
  const error = save.error ?? skip.error;
  const hasGeneralProblem = error !== null && (problemOfError(error).errors ?? []).length === 0;
  return (
    <Page title={t('settings.title.setup')} lead={t('settings.text.setup')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack maw={720}>
          {hasGeneralProblem && <ProblemAlert error={error} />}
          <Paper component="section" aria-labelledby="account">
            <Stack gap="sm">
              <Title order={2} id="account">
                {t('settings.title.account')}
              </Title>
              <AccountFields
                values={account}
                change={(changes) => setAccount((now) => ({ ...now, ...changes }))}
                error={error}
                autoFocus
              />
            </Stack>
          </Paper>
          <PersonFields person={person} setPerson={setPerson} error={error} />
          <Group justify="space-between">
            <Button variant="subtle" loading={skip.isPending} onClick={() => skip.mutate()}>
              {t('settings.action.skipSetup')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('settings.action.saveSetup')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  );
}

function PersonFields(props: {
  readonly person: SetupPerson;
  readonly setPerson: (person: SetupPerson) => void;
  readonly error: unknown;
}) {
  const { person, setPerson, error } = props;
  return (
    <Paper component="section" aria-labelledby="person">
      <Stack gap="sm">
        <Title order={2} id="person">
          {t('settings.title.administrator')}
        </Title>
        <TextInput
          label={t('common.label.name')}
          autoComplete="name"
          required
          maxLength={255}
          value={person.name}
          onChange={(event) => setPerson({ ...person, name: event.currentTarget.value })}
          error={fieldError(error, 'name')}
        />
        <TextInput
          label={t('settings.label.email')}
          description={t('settings.hint.email')}
          type="email"
          autoComplete="username"
          required
          maxLength={255}
          value={person.email}
          onChange={(event) => setPerson({ ...person, email: event.currentTarget.value })}
          error={fieldError(error, 'email')}
        />
        <PasswordInput
          label={t('settings.label.newPassword')}
          description={t('settings.hint.newPassword', { count: minPasswordLength })}
          autoComplete="new-password"
          maxLength={maxPasswordLength}
          value={person.password}
          onChange={(event) => setPerson({ ...person, password: event.currentTarget.value })}
          error={fieldError(error, 'password')}
          visibilityToggleButtonProps={{ 'aria-label': t('access.action.togglePassword') }}
        />
        <Text fz="xs" c="dimmed">
          {t('settings.text.newPassword')}
        </Text>
      </Stack>
    </Paper>
  );
}

/** Stored values, or those of the browser for missing values. */
function suggestedAccount({ account, defaultLanguage }: Person): AccountValues {
  return {
    accountName: account.name,
    currency: currencyOfLanguage(navigator.language),
    timeZone: account.timeZone ?? deviceZone,
    defaultLanguage: supportedLocale(navigator.languages) ?? defaultLanguage,
  };
}
