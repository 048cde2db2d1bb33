import { Anchor } from '@mantine/core';

/** The name of a row. It opens the object in a drawer. */
export function NameButton({ name, onOpen }: { readonly name: string; readonly onOpen: () => void }) {
  return (
    <Anchor component="button" type="button" fz="sm" fw={550} ta="start" onClick={onOpen}>
      {name}
    </Anchor>
  );
}
