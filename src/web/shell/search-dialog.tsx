import { Modal } from '@mantine/core';

export function SearchDialog({ close }: { readonly close: () => void }) {
  return <Modal opened onClose={close} title="Search" />;
}
