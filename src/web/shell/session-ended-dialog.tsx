import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { queryClient } from '../api/query-client.ts';
import { sessionState } from '../api/session-state.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { notifySuccess } from '../ui/notice/notify.ts';

const checkMs = 10_000;

/** Stays open until the user has signed in again, in another tab. The page behind it keeps its input. */
export function SessionEndedDialog() {
  const me = useMe();
  useEffect(() => {
    const check = async () => {
      const answer = await fetch('/api/v1/me').catch(() => null);
      if (answer === null || !answer.ok) return;
      const { id } = (await answer.json()) as { readonly id: number };
      // The page belongs to the user who opened it.
      if (id !== me.id) window.location.reload();
      sessionState.setEnded(false);
      await queryClient.invalidateQueries();
      notifySuccess(t('shell.text.signedInAgain'));
    };
    const timer = setInterval(() => void check(), checkMs);
    const checkNow = () => void check();
    window.addEventListener('focus', checkNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', checkNow);
    };
  }, [me.id]);
  return (
    <Dialog
      close={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('shell.title.sessionEnded')}
    >
      <Text fz="sm" mb="md">
        {t('shell.text.sessionEnded')}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button component="a" variant="default" href={signInAddress()}>
          {t('shell.action.discardAndSignIn')}
        </Button>
        <Button component="a" href="/sign-in?returnTo=/help" target="_blank" rel="noopener">
          {t('shell.action.signInNewTab')}
        </Button>
      </Group>
    </Dialog>
  );
}

function signInAddress(): string {
  return `/sign-in?returnTo=${encodeURIComponent(`${window.location.pathname}${window.location.search}`)}`;
}
