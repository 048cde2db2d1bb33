import { Button, Checkbox, Group, Input, VisuallyHidden } from '@mantine/core';
import type { Scope } from '../../contract/access/scopes.ts';
import { scopeAreasOf, scopeVerbs } from './scope-areas.ts';
import classes from './scopes-field.module.css';

/** What a program may do, by area and verb; no more than who gives it. */
export function ScopesField(props: {
  readonly value: readonly Scope[];
  /** Those that can be given. */
  readonly offered: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
  readonly error?: string | undefined;
}) {
  const { value, offered, onChange } = props;
  const all = [...new Set([...offered, ...value])];
  const toggle = (scope: Scope) =>
    onChange(value.includes(scope) ? value.filter((one) => one !== scope) : [...value, scope]);
  return (
    <Input.Wrapper label="Scopes" labelElement="div" description="What it may do" error={props.error} required>
      <Group gap="xs" my={6}>
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => onChange(all.filter((scope) => scope.endsWith(':read')))}
        >
          All that read
        </Button>
        <Button variant="default" size="compact-xs" onClick={() => onChange(all)}>
          All
        </Button>
        <Button variant="default" size="compact-xs" onClick={() => onChange([])}>
          None
        </Button>
      </Group>
      <table className={classes.table}>
        <VisuallyHidden component="caption">Scopes</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">Area</th>
            {scopeVerbs.map((verb) => (
              <th key={verb} scope="col">
                {verb}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scopeAreasOf(all).map(({ area, text, verbs }) => (
            <tr key={area}>
              <th scope="row">{text}</th>
              {scopeVerbs.map((verb) => {
                const scope = `${area}:${verb}` as Scope;
                return (
                  <td key={verb}>
                    {verbs.includes(verb) && (
                      <Checkbox
                        size="xs"
                        aria-label={`${text}: ${verb}`}
                        checked={value.includes(scope)}
                        onChange={() => toggle(scope)}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Input.Wrapper>
  );
}
