import { Skeleton, Stack } from '@mantine/core';

/** While a page or its first answer is on its way: nothing jumps when it comes. */
export function PageLoading() {
  return (
    <Stack gap="md" role="status" aria-label="Loading">
      <Skeleton height={28} width="30%" />
      <Skeleton height={120} />
      <Skeleton height={220} />
    </Stack>
  );
}
