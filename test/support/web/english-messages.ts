import { i18n } from '@lingui/core';
import { loadMessages } from '../../../src/messages/load-messages.ts';

// Vitest setup file: tests of the interface use English texts.
i18n.loadAndActivate({ locale: 'en', locales: 'en-GB', messages: loadMessages('en') });
