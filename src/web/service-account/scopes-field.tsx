import { Button, Checkbox, Group, Input, VisuallyHidden } from '@mantine/core';
import type { Scope } from '../../contract/access/scopes.ts';
import { t } from '../i18n/t.ts';
import { scopeAreasOf, scopeVerbs, verbText } from './scope-areas.ts';
import classes from './scopes-field.module.css';

/** The scopes of a program by area and verb. Users can grant their own scopes only. */
export function ScopesField(props: {
  readonly value: readonly Scope[];
  /** Scopes that the user can grant. */
  readonly offered: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
  readonly error?: string | undefined;
}) {
  const { value, offered, onChange } = props;
  const all = [...new Set([...offered, ...value])];
  const toggle = (scope: Scope) =>
    onChange(value.includes(scope) ? value.filter((chosen) => chosen !== scope) : [...value, scope]);
  return (
    <Input.Wrapper
      label={t('access.label.scopes')}
      labelElement="div"
      description={t('access.hint.scopes')}
      error={props.error}
      required
    >
      <Group gap="xs" my={6}>
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => onChange(all.filter((scope) => scope.endsWith(':read')))}
        >
          {t('access.action.selectRead')}
        </Button>
        <Button variant="default" size="compact-xs" onClick={() => onChange(all)}>
          {t('access.action.selectAll')}
        </Button>
        <Button variant="default" size="compact-xs" onClick={() => onChange([])}>
          {t('access.action.clearAll')}
        </Button>
      </Group>
      <table className={classes.table}>
        <VisuallyHidden component="caption">{t('access.label.scopes')}</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">{t('access.label.area')}</th>
            {scopeVerbs.map((verb) => (
              <th key={verb} scope="col">
                {verbText(verb)}
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
                        aria-label={t('access.label.scopeOf', { area: text, verb: verbText(verb) })}
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
