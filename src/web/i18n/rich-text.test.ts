import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { RichText } from './rich-text.tsx';

beforeAll(() => {
  i18n.loadAndActivate({
    locale: 'en',
    messages: { 'activity.sentence.approve': [['actor'], ' approved <link>', ['object'], '</link>'] },
  });
});

function sentence(values: { readonly actor: string; readonly object: string }): string {
  const text = createElement(RichText<'activity.sentence.approve'>, {
    id: 'activity.sentence.approve',
    elements: { link: createElement('a', { href: '/' }) },
    values,
  });
  return renderToStaticMarkup(createElement(I18nProvider, { i18n }, text));
}

test('the elements of a message are rendered', () => {
  expect(sentence({ actor: 'Maya', object: 'Aurora' })).toBe('Maya approved <a href="/">Aurora</a>');
});

test.each(['<script>alert(1)</script>', '<link>Aurora</link>', 'a </link> b', '<0/>', 'Winter <2027>'])(
  'the tags in the name %s are text',
  (name) => {
    const text = name.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(sentence({ actor: name, object: name })).toBe(`${text} approved <a href="/">${text}</a>`);
  },
);
