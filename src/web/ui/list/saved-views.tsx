import { ActionIcon, Button, Group, Menu, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';
import { Icon } from '../display/icon.tsx';

type Values = Readonly<Record<string, string | undefined>>;
type View = { readonly name: string; readonly values: Values };

const maxViews = 20;

/** Saved filters of a list, stored in the browser for each user. */
export function SavedViews({ list, values }: { readonly list: string; readonly values: Values }) {
  const me = useMe();
  const navigate = useNavigate();
  const [views, setViews] = useLocalStorage<readonly View[]>({
    key: `placard-views-${list}-${me.id}`,
    defaultValue: [],
  });
  const [name, setName] = useState('');
  const save = () => {
    const saved = { ...values, page: undefined };
    setViews(
      [...views.filter((view) => view.name !== name.trim()), { name: name.trim(), values: saved }].slice(-maxViews),
    );
    setName('');
  };
  return (
    <Menu position="bottom-end" closeOnItemClick={false} width={260}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="filter" />}>
          {t('common.label.views')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {views.length > 0 && <Menu.Label>{t('common.label.savedViews')}</Menu.Label>}
        {views.map((view) => (
          <Group key={view.name} gap={4} wrap="nowrap">
            <Menu.Item onClick={() => void navigate({ to: '.', search: view.values as never })}>{view.name}</Menu.Item>
            <ActionIcon
              color="gray"
              aria-label={t('common.action.deleteView', { name: view.name })}
              onClick={() => setViews(views.filter((other) => other !== view))}
            >
              <Icon name="remove" />
            </ActionIcon>
          </Group>
        ))}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Group gap={4} p={4} wrap="nowrap">
            <TextInput
              aria-label={t('common.label.viewName')}
              placeholder={t('common.hint.viewName')}
              size="xs"
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              style={{ flex: 1 }}
            />
            <Button type="submit" size="xs" disabled={name.trim() === ''}>
              {t('common.action.save')}
            </Button>
          </Group>
        </form>
      </Menu.Dropdown>
    </Menu>
  );
}
