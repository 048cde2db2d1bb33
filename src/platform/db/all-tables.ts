// Written by `npm run registries`. Do not edit.
import type { BookingTemplateTables } from './row-rules/booking-template.ts';
import type { ConversionActionTables } from './row-rules/commerce/conversion-action.ts';
import type { SavedReportTables } from './row-rules/saved-report.ts';
import type { BuyerAgentTables } from './row-rules/selling/buyer-agent.ts';
import type { ProductPackageTables } from './row-rules/selling/product-package.ts';
import type { AgentCallTables } from './tables/agent-call-tables.ts';
import type { AgentNotificationTables } from './tables/agent-notification-tables.ts';
import type { AgentTables } from './tables/agent-tables.ts';
import type { AssistantTables } from './tables/assistant-tables.ts';
import type { AuthorizationTables } from './tables/authorization-tables.ts';
import type { BrandingTables } from './tables/branding-tables.ts';
import type { CollaborationTables } from './tables/collaboration-tables.ts';
import type { ConfigurationTables } from './tables/configuration-tables.ts';
import type { ConversionTables } from './tables/conversion-tables.ts';
import type { InventoryTables } from './tables/inventory-tables.ts';
import type { MediaBuyTables } from './tables/media-buy-tables.ts';
import type { ProductTables } from './tables/product-tables.ts';
import type { ReportScheduleTables } from './tables/report-schedule-tables.ts';
import type { ScreenTables } from './tables/screen-tables.ts';
import type { SegmentTables } from './tables/segment-tables.ts';
import type { WebhookTables } from './tables/webhook-tables.ts';
import type { WorkerTables } from './tables/worker-tables.ts';

/** Every type `<Name>Tables`. */
export type AllTables = AgentCallTables &
  AgentNotificationTables &
  AgentTables &
  AssistantTables &
  AuthorizationTables &
  BookingTemplateTables &
  BrandingTables &
  BuyerAgentTables &
  CollaborationTables &
  ConfigurationTables &
  ConversionActionTables &
  ConversionTables &
  InventoryTables &
  MediaBuyTables &
  ProductPackageTables &
  ProductTables &
  ReportScheduleTables &
  SavedReportTables &
  ScreenTables &
  SegmentTables &
  WebhookTables &
  WorkerTables;
