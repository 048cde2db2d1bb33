import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../display/icon.tsx';

type Target = {
  readonly to: string;
  readonly search?: Readonly<Record<string, string | undefined>>;
  readonly children?: ReactNode;
};

/** A link to a page of the interface. */
export function TextLink({ to, search, ...rest }: Target & AnchorProps) {
  return <Anchor component={Link} to={to} search={search as never} {...rest} />;
}

/** A link that looks like a button. */
export function ButtonLink({ to, search, ...rest }: Target & ButtonProps) {
  return <Button component={Link} to={to} search={search as never} {...rest} />;
}

/** The primary button of a list: a link to the page that creates an object. */
export function NewButton(props: Target) {
  return <ButtonLink leftSection={<Icon name="add" />} {...props} />;
}
