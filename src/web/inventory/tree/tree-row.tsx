import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { Icon, type IconName } from '../../ui/display/icon.tsx';
import classes from './inventory-tree.module.css';

type TreeRowProps = {
  readonly depth: number;
  readonly icon: IconName;
  readonly name: string;
  /** Short facts after the name. */
  readonly facts?: readonly string[];
  readonly onOpen: () => void;
  readonly isOpenAtFirst: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly isEmpty: boolean;
  /** A button that creates an object below this one. */
  readonly add?: { readonly text: string; readonly label: string; readonly onAdd: () => void } | undefined;
  readonly children: ReactNode;
};

/** A branch of the tree that can be expanded. */
export function TreeRow(props: TreeRowProps) {
  const { depth, name, facts = [], isEmpty, add } = props;
  const [isOpen, setOpen] = useState(props.isOpenAtFirst);
  const toggle = () => {
    setOpen(!isOpen);
    props.onToggle?.(!isOpen);
  };
  return (
    <li>
      <div className={classes.row} data-depth={depth}>
        <ActionIcon
          size="sm"
          color="gray"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'inventory.action.collapse' : 'inventory.action.expand', { name })}
          onClick={toggle}
          disabled={isEmpty}
          className={classes.toggle}
        >
          <Icon name={isOpen ? 'collapse' : 'expand'} />
        </ActionIcon>
        <TreeName name={name} icon={props.icon} onOpen={props.onOpen} />
        {facts.length > 0 && <span className={classes.fact}>{facts.join(' · ')}</span>}
        {isEmpty && <span className={classes.fact}>{t('inventory.label.empty')}</span>}
        {add !== undefined && (
          <Button
            variant="subtle"
            size="compact-xs"
            className={classes.add}
            leftSection={<Icon name="add" size={13} />}
            aria-label={add.label}
            onClick={add.onAdd}
          >
            {add.text}
          </Button>
        )}
      </div>
      {isOpen && !isEmpty && <ul className={classes.branch}>{props.children}</ul>}
    </li>
  );
}

/** The name of a row. A click opens the drawer of the object. */
export function TreeName(props: {
  readonly name: string;
  readonly icon: IconName;
  readonly onOpen: () => void;
  readonly isCode?: boolean;
}) {
  return (
    <UnstyledButton className={classes.name} data-code={props.isCode === true} onClick={props.onOpen}>
      <Icon name={props.icon} size={15} />
      <span>{props.isCode === true ? <SlotName name={props.name} /> : props.name}</span>
    </UnstyledButton>
  );
}

/** A slot name that continues on the next line after `_` or `-`. */
function SlotName({ name }: { readonly name: string }) {
  const parts = name.split(/(?<=[_-])(?=[^_-])/);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name have no identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
