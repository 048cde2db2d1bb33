import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../i18n/t.ts';
import { TextLink } from '../ui/page/link.tsx';
import { favoriteAddress, favoritesQuery } from './favorite-queries.ts';

const shown = 12;

/** The favorites of the user in one row. Hidden without favorites. */
export function FavoritesCard() {
  const { data = [] } = useQuery(favoritesQuery);
  const [showsAll, setShowsAll] = useState(false);
  if (data.length === 0) return null;
  return (
    <Paper component="section" aria-label={t('shell.title.favorites')} p="sm" mb="md">
      <Group gap="xs" align="baseline">
        <Title order={2} fz="sm">
          {t('shell.title.favorites')}
        </Title>
        <Group component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none', minWidth: 0 }}>
          {data.slice(0, showsAll ? data.length : shown).map((favorite) => (
            <Text key={favorite.id} component="li" fz="sm" style={{ overflowWrap: 'anywhere' }}>
              <TextLink to={favoriteAddress(favorite)} fz="sm">
                {favorite.name}
              </TextLink>{' '}
              <Text component="span" fz="xs" c="dimmed">
                {t(`labels.resourceType.${favorite.kind}`)}
              </Text>
            </Text>
          ))}
        </Group>
        {data.length > shown && !showsAll && (
          <Button variant="subtle" size="compact-xs" onClick={() => setShowsAll(true)}>
            {t('shell.action.showAllFavorites')}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
