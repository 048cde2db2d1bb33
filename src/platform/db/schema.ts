import type { ColumnType, Generated, Selectable } from 'kysely';
import type { PublicKey } from '../../contract/access/public-key.ts';
import type { BookingSponsored } from '../../contract/booking/sponsored.ts';
import type { DisplayTrackers } from '../../core/creative/display-trackers.ts';
import type { FieldValues } from '../../core/creative/template-field.ts';
import type { EventCounter, EventGoalKind } from '../../core/pricing/billable-events.ts';
import type { PriceModel } from '../../core/pricing/price-model.ts';
import type { BookedLoop, FrequencyCap } from '../../core/snapshot/snapshot-rows.ts';
import type { Targeting } from '../../core/targeting/targeting.ts';
import type { VideoCreative } from '../../core/vast/video-creative.ts';
import type { RoadblockMode, RotationMethod } from '../../core/vocabulary/booking-modes.ts';
import type { AddressCheckColumns } from './address-check-columns.ts';
import type { AllTables } from './all-tables.ts';
import type { CommonColumns, Json, WithDefault } from './columns.ts';
import type { StoredAsset } from './tables/stored-asset.ts';

/** The tables for Kysely: camelCase by the plugin in `open-database.ts`; bigint is read as number. */
export type Database = AllTables & {
  setting: { key: string; value: unknown; updatedAt: WithDefault<Date> };
  currentRevision: { onlyRow: Generated<boolean>; revision: number; changedAt: WithDefault<Date> };
  revision: RevisionTable;
  mediaPartner: MediaPartnerTable;
  brand: BrandTable;
  campaign: CampaignTable;
  creative: CreativeTable;
  booking: BookingTable;
  bookingCreative: BookingCreativeTable;
  deploymentSettings: DeploymentSettingsTable;
  serviceAccount: ServiceAccountTable;
  usedAssertion: { id: string; expiresAt: Date };
  revokedToken: { tokenId: string; expiresAt: Date };
  userAccount: UserAccountTable;
  userMapping: UserMappingTable;
  userSession: UserSessionTable;
  identityProvider: IdentityProviderTable;
  identityProviderDomain: IdentityProviderDomainTable;
  userIdentity: {
    id: Generated<number>;
    issuer: string;
    subject: string;
    userId: number;
    createdAt: WithDefault<Date>;
  };
  signInAttempt: { key: string; attempts: number; endsAt: Date };
  idempotencyKey: IdempotencyKeyTable;
  auditEntry: AuditEntryTable;
  auditLink: AuditLinkTable;
  auditHead: { onlyRow: Generated<boolean>; number: number; hash: string };
  /** `critical`: whether the health was critical at the last pass of `notifyOfCriticalBookings`. */
  bookingWatch: { bookingId: number; blockingReasons: string[]; critical: WithDefault<boolean> };
  /** `criticalRecorded`: whether `notifyOfCriticalBookings` has recorded all bookings once. */
  bookingWatchState: {
    onlyRow: Generated<boolean>;
    revision: number;
    at: Date;
    seenTo: number | null;
    criticalRecorded: Generated<boolean>;
  };
  unusedFile: { area: string; under: string; since: Date };
  event: EventTable;
  journalPosition: JournalPositionTable;
  countedEvent: { eventId: string; expiresAt: Date; happenedAt: Date | null; localDay: string | null };
  countedRange: { rangeId: number; slotKind: string; hourAt: Date; localDay: string; expiresAt: Date; members: Buffer };
  deliveryHour: DeliveryHourTable;
  eventHour: EventHourTable;
  customEvent: { bookingId: number; event: string; sender: number | null };
  filteredHour: FilteredHourTable;
  bookingTotal: { bookingId: number } & Record<EventCounter, number>;
  bookingDay: { bookingId: number; localDay: string } & Record<EventCounter, number>;
};

export type RevisionTable = {
  revision: number;
  createdAt: WithDefault<Date>;
  actor: string;
  summary: string;
  touched: Json<StoredTouch[]> | null;
};
/** One object written by a change. */
export type StoredTouch = {
  /** Path of its resource type below /api/v1. */
  kind: string;
  id: number;
  /** Changed properties; null: any may have changed. */
  members: string[] | null;
};

export type MediaPartnerTable = CommonColumns & {
  roles: string[];
  externalKey: string | null;
  subsystemExternalIds: Json<Record<string, string>>;
  active: WithDefault<boolean>;
  domains: WithDefault<string[]>;
};
export type BrandTable = CommonColumns & {
  mediaPartnerId: number;
  externalKey: string | null;
  subsystemExternalIds: Json<Record<string, string>>;
  categories: WithDefault<string[]>;
  domains: WithDefault<string[]>;
};
export type CampaignTable = CommonColumns & {
  advertiserCompanyId: number;
  invoiceCompanyId: number;
  brandIds: number[];
  poNumber: string | null;
  type: WithDefault<string>;
  validUntil: Date | null;
  /** Hard cap of the spend, in micro-units; null: none. */
  budgetMicros: number | null;
  budgetCurrency: string | null;
  paused: WithDefault<boolean>;
  /** `operations` or `others`; null: not paused. */
  pausedBy: string | null;
  held: WithDefault<boolean>;
  /** End of the hold. null: no end, or not held. */
  heldUntil: Date | null;
  holdNote: string | null;
  cancelled: WithDefault<boolean>;
  cancelledBy: string | null;
  archivedBy: string | null;
};
export type CreativeTable = CommonColumns &
  AddressCheckColumns &
  ShownColumns & {
    kind: string;
    brandId: number;
    formatId: number;
    /** For kind product: the product shown. */
    productId: WithDefault<number | null>;
    state: string;
    paused: WithDefault<boolean>;
    /** As for a booking. */
    submittedBy: WithDefault<string[]>;
    /** A new version that is pending review. */
    pendingVersion: ColumnType<PendingVersion | null, string | null | undefined, string | null>;
    /** Reason for the rejection of the creative or its last version. */
    rejectionReason: string | null;
  };
/** Content of a creative. */
export type ShownColumns = {
  clickUrl: string | null;
  altText: string | null;
  html: string | null;
  /** For kinds video, audio and vast. */
  video: ColumnType<VideoCreative | null, string | null | undefined, string | null>;
  /** For kinds without `video`; null: none. */
  trackers: ColumnType<DisplayTrackers | null, string | null | undefined, string | null>;
  /** For kinds native and advar. */
  fields: ColumnType<FieldValues | null, string | null | undefined, string | null>;
  width: number | null;
  height: number | null;
  assets: Json<StoredAsset[]>;
};
/** A pending version as read, with its submitters. */
export type PendingVersion = Selectable<ShownColumns> & { submittedBy: string[]; submittedAt: string };
export type BookingTable = CommonColumns & {
  campaignId: number;
  type: string;
  startDate: Date;
  endDate: Date | null;
  activeDays: WithDefault<string[]>;
  dayParts: Json<{ days: string[]; fromMinute: number; toMinute: number }[]>;
  positionIds: WithDefault<number[]>;
  locationIds: WithDefault<number[]>;
  publicationIds: WithDefault<number[]>;
  publisherIds: WithDefault<number[]>;
  priority: WithDefault<number>;
  targeting: ColumnType<Targeting | null, string | null | undefined, string | null>;
  exclusionLabels: WithDefault<string[]>;
  duplicatesAllowed: WithDefault<boolean>;
  roadblock: WithDefault<RoadblockMode>;
  rotation: WithDefault<RotationMethod>;
  holdoutPercent: WithDefault<number>;
  trackers: ColumnType<DisplayTrackers | null, string | null | undefined, string | null>;
  delivery: Json<StoredDelivery>;
  caps: Json<FrequencyCap[]>;
  loop: ColumnType<BookedLoop | null, string | null | undefined, string | null>;
  sponsored: ColumnType<BookingSponsored | null, string | null | undefined, string | null>;
  pricingModel: PriceModel | null;
  rateMicros: number | null;
  rateCurrency: string | null;
  /** The price in force while another one is pending approval; null: the price of the booking. */
  agreedPricing: ColumnType<
    { pricingModel: PriceModel | null; rateMicros: number | null; rateCurrency: string | null } | null,
    string | null | undefined,
    string | null
  >;
  lifecycle: WithDefault<string>;
  paused: WithDefault<boolean>;
  /** As for a campaign. */
  pausedBy: string | null;
  cancelledBy: string | null;
  archivedBy: string | null;
  held: WithDefault<boolean>;
  heldUntil: Date | null;
  holdNote: string | null;
  /** Submitters of the pending or last review, in the form of the audit log. */
  submittedBy: WithDefault<string[]>;
  /** The booking whose shortfall it delivers. null: no makegood. */
  makegoodOfId: number | null;
  /** Reason of the last rejection; null: none, or not given. */
  rejectionReason: string | null;
};
/** Fields that the method does not need are omitted. */
export type StoredDelivery = {
  method: 'share' | 'share_of_voice' | 'even' | 'asap' | 'fill';
  /** 1 to 10,000, for share_of_voice. */
  basisPoints?: number;
  /** Events, or micro-units of the currency for `spend`. */
  goal?: { kind: EventGoalKind | 'spend'; total: number; currency?: string };
  /** Percent, for even. */
  frontLoading?: number;
  /** Hard cap of the spend, in micro-units. */
  budget?: { micros: number; currency: string };
};
export type BookingCreativeTable = {
  id: Generated<number>;
  bookingId: number;
  creativeId: number;
  weight: WithDefault<number>;
  startDate: Date | null;
  endDate: Date | null;
  removedAt: Date | null;
};
/** One row: settings of the deployment. */
export type DeploymentSettingsTable = CommonColumns & {
  fourEyes: WithDefault<boolean>;
  autoApprovedMediaPartnerIds: WithDefault<number[]>;
  extraCategories: WithDefault<string[]>;
  trackerDomains: WithDefault<string[]>;
  resizeBundleImages: WithDefault<boolean>;
  discrepancyThresholdPercent: WithDefault<number>;
  attributionClickDays: WithDefault<number>;
  attributionViewDays: WithDefault<number>;
  defaultLanguage: WithDefault<string>;
  accountName: WithDefault<string | null>;
  currency: WithDefault<string>;
  /** null: none was selected. */
  timeZone: WithDefault<string | null>;
  setupCompleted: WithDefault<boolean>;
  accentColor: WithDefault<string | null>;
  mailSenderName: WithDefault<string | null>;
  /** null: the authorization files are not served. */
  sellerDomain: WithDefault<string | null>;
  sellerContactEmail: WithDefault<string | null>;
  sellerContactAddress: WithDefault<string | null>;
  /** Names in `branding_file`. */
  logoFile: WithDefault<string | null>;
  signInImageFile: WithDefault<string | null>;
};
export type ServiceAccountTable = CommonColumns & {
  clientId: string;
  secretHashes: Json<{ hash: string; createdAt: string }[]>;
  publicKeys: Json<PublicKey[]>;
  scopes: string[];
  lastUsedAt: Date | null;
  /** Number of times it was unarchived. Tokens of an earlier generation are invalid. */
  tokenGeneration: WithDefault<number>;
};
export type UserAccountTable = CommonColumns & {
  email: string;
  role: string;
  passwordHash: string | null;
  /** Language of the interface, errors and e-mails; null: that of the browser, then the default of the account. */
  language: WithDefault<string | null>;
  /** Earlier mappings do not apply to this user; null: all apply. */
  mappingsSince: WithDefault<Date | null>;
  /** Finds the open invitation of the user; null: none. */
  invitationKey: WithDefault<string | null>;
  /** Keyed hash of the token of the invitation. */
  invitationHash: WithDefault<string | null>;
  invitationExpiresAt: WithDefault<Date | null>;
};
/** One browser in which a user is signed in. Only its cookie contains the token itself. */
export type UserSessionTable = {
  tokenHash: string;
  userId: number;
  createdAt: Date;
  lastSeenAt: Date;
  /** Identity provider; null: signed in with a password. */
  identityProviderId: number | null;
  subject: string | null;
  /** ID of the session at the identity provider, if any. */
  providerSession: string | null;
};
export type IdentityProviderTable = CommonColumns & {
  issuer: string;
  clientId: string;
  /** Encrypted; null: none. */
  sealedSecret: string | null;
  domains: string[];
  scopes: string[];
  groupsClaim: string;
  groupRoles: Json<{ group: string; role: string }[]>;
  assumeEmailVerified: boolean;
  /** It is registered with the redirect URI of an earlier version, which all providers shared. */
  sharedRedirect: WithDefault<boolean>;
};
/** A domain of an active identity provider. */
export type IdentityProviderDomainTable = {
  domain: string;
  identityProviderId: number;
  /** null: not confirmed by an administrator, so it cannot be used to sign in. */
  confirmedAt: WithDefault<Date | null>;
  confirmedBy: WithDefault<string | null>;
  /** True: mappings written before the first sign-in of a user apply. */
  activatesMappings: WithDefault<boolean>;
};
export type UserMappingTable = {
  id: Generated<number>;
  userName: string;
  advertiserCompanyId: number;
  brandId: number;
  invoiceCompanyId: number | null;
  createdAt: WithDefault<Date>;
  /** Time of the last write, including unchanged ones. */
  writtenAt: WithDefault<Date>;
};
export type IdempotencyKeyTable = {
  caller: string;
  key: string;
  requestHash: string;
  status: number | null;
  headers: Json<Record<string, string>> | null;
  body: string | null;
  createdAt: WithDefault<Date>;
};
export type AuditEntryTable = {
  id: Generated<number>;
  at: WithDefault<Date>;
  actor: string;
  action: string;
  kind: string;
  objectId: number | null;
  before: Json<unknown> | null;
  after: Json<unknown> | null;
  requestId: string | null;
  contentHash: string;
};
/** Position of an entry in the chain, assigned by the database when its transaction commits. */
export type AuditLinkTable = { number: number; entryId: number; previousHash: string; hash: string };
export type EventTable = {
  id: Generated<number>;
  /** Equal in all attempts to deliver it. */
  messageId: string;
  type: string;
  at: Date;
  /** JSON text, exactly as sent. */
  payload: string;
  queued: WithDefault<boolean>;
};
/** Rolled-up offset of a journal segment, and the time of its first and last event; null: unknown. */
export type JournalPositionTable = {
  segment: string;
  byteOffset: number;
  updatedAt: WithDefault<Date>;
  firstAt: Date | null;
  lastAt: Date | null;
};
export type DeliveryHourTable = {
  hourAt: Date;
  localDay: string;
  bookingId: number;
  creativeId: number;
  positionId: number;
} & Record<EventCounter, WithDefault<number>>;
export type EventHourTable = {
  hourAt: Date;
  localDay: string;
  bookingId: number;
  creativeId: number;
  positionId: number;
  event: string;
  events: WithDefault<number>;
};
export type FilteredHourTable = {
  hourAt: Date;
  localDay: string;
  bookingId: number;
  /** 0: unknown. */
  creativeId: WithDefault<number>;
  positionId: WithDefault<number>;
  kind: string;
  reason: string;
  events: WithDefault<number>;
};
