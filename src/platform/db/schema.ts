import type { ColumnType, Generated, Selectable } from 'kysely';
import type { PublicKey } from '../../contract/access/public-key.ts';
import type { BookingSponsored } from '../../contract/booking/sponsored.ts';
import type { FieldValues } from '../../core/creative/template-field.ts';
import type { EventCounter, EventGoalKind } from '../../core/pricing/billable-events.ts';
import type { PriceModel } from '../../core/pricing/price-model.ts';
import type { BookedLoop, FrequencyCap } from '../../core/snapshot/snapshot-rows.ts';
import type { Targeting } from '../../core/targeting/targeting.ts';
import type { VideoCreative } from '../../core/vast/video-creative.ts';
import type { AddressCheckColumns } from './address-check-columns.ts';
import type { AllTables } from './all-tables.ts';
import type { CommonColumns, Json, WithDefault } from './columns.ts';

/** The tables as Kysely sees them: camelCase by the plugin in `open-database.ts`; bigint is read as number. */
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
  bookingWatch: { bookingId: number; blockingReasons: string[] };
  bookingWatchState: { onlyRow: Generated<boolean>; revision: number; at: Date; seenTo: number | null };
  unusedFile: { area: string; under: string; since: Date };
  event: EventTable;
  journalPosition: JournalPositionTable;
  countedEvent: { eventId: string; expiresAt: Date; happenedAt: Date | null; localDay: string | null };
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
/** One object that a change wrote. */
export type StoredTouch = {
  /** Its noun's path below /api/v1. */
  kind: string;
  id: number;
  /** Members of its view that differ; null: any may. */
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
  paused: WithDefault<boolean>;
  /** `operations` or `others`; null: nobody has. */
  pausedBy: string | null;
  held: WithDefault<boolean>;
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
    /** Of kind product: what it shows. */
    productId: WithDefault<number | null>;
    state: string;
    paused: WithDefault<boolean>;
    /** As of a booking. */
    submittedBy: WithDefault<string[]>;
    /** What is to be shown in place of what is approved, and waits for review. */
    pendingVersion: ColumnType<PendingVersion | null, string | null | undefined, string | null>;
    /** Why it, or its last version, was rejected. */
    rejectionReason: string | null;
  };
/** What a creative shows. */
export type ShownColumns = {
  clickUrl: string | null;
  altText: string | null;
  html: string | null;
  /** Of kinds video, audio and vast. */
  video: ColumnType<VideoCreative | null, string | null | undefined, string | null>;
  /** Of kinds native and advar. */
  fields: ColumnType<FieldValues | null, string | null | undefined, string | null>;
  width: number | null;
  height: number | null;
  assets: Json<StoredAsset[]>;
};
/** The same as it is read, with whose work it is. */
export type PendingVersion = Selectable<ShownColumns> & { submittedBy: string[]; submittedAt: string };
/** One file of a creative, as it lies in the media folder and is served below the delivery address. */
export type StoredAsset = {
  path: string;
  mime: string;
  bytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  /** The field of the template that it is in; left out: it is the creative's own. */
  field?: string;
  /** A frame of the film, which is shown before it plays; left out: a file that is delivered. */
  role?: 'poster';
  /** Milliseconds of one run of an animated image, and how many; 0: it never ends. */
  animation?: { runMs: number; runs: number };
  /** The same image in other widths and types, beside it; left out: there are none. */
  variants?: StoredVariant[];
};
export type StoredVariant = { name: string; mime: string; bytes: number; width: number; height: number };
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
  delivery: Json<StoredDelivery>;
  caps: Json<FrequencyCap[]>;
  loop: ColumnType<BookedLoop | null, string | null | undefined, string | null>;
  sponsored: ColumnType<BookingSponsored | null, string | null | undefined, string | null>;
  pricingModel: PriceModel | null;
  rateMicros: number | null;
  rateCurrency: string | null;
  /** The price at which what was shown counts, while another one waits for approval; null: its own. */
  agreedPricing: ColumnType<
    { pricingModel: PriceModel | null; rateMicros: number | null; rateCurrency: string | null } | null,
    string | null | undefined,
    string | null
  >;
  lifecycle: WithDefault<string>;
  paused: WithDefault<boolean>;
  /** As of a campaign. */
  pausedBy: string | null;
  cancelledBy: string | null;
  archivedBy: string | null;
  held: WithDefault<boolean>;
  /** Everybody whose work waits for review or was reviewed last, as the audit names them. */
  submittedBy: WithDefault<string[]>;
  /** Of the last refusal; null: none, or none was given. */
  rejectionReason: string | null;
};
/** What the method does not need is left out. */
export type StoredDelivery = {
  method: 'share' | 'share_of_voice' | 'even' | 'asap' | 'fill';
  /** 1 to 10,000, of share_of_voice. */
  basisPoints?: number;
  /** Events, or micro-units of the currency for `spend`. */
  goal?: { kind: EventGoalKind | 'spend'; total: number; currency?: string };
  /** Percent, of even. */
  frontLoading?: number;
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
/** One row: what an administrator decides for the whole deployment. */
export type DeploymentSettingsTable = CommonColumns & {
  fourEyes: WithDefault<boolean>;
  autoApprovedMediaPartnerIds: WithDefault<number[]>;
  extraCategories: WithDefault<string[]>;
  attributionClickDays: WithDefault<number>;
  attributionViewDays: WithDefault<number>;
  defaultLanguage: WithDefault<string>;
};
export type ServiceAccountTable = CommonColumns & {
  clientId: string;
  secretHashes: Json<{ hash: string; createdAt: string }[]>;
  publicKeys: Json<PublicKey[]>;
  scopes: string[];
  lastUsedAt: Date | null;
  /** How often it was unarchived. Tokens of an earlier generation are invalid. */
  tokenGeneration: WithDefault<number>;
};
export type UserAccountTable = CommonColumns & {
  email: string;
  role: string;
  passwordHash: string | null;
  /** Language of the interface, problems and e-mails; null: the browser's, then the default of the account. */
  language: WithDefault<string | null>;
  /** Mappings written before do not apply to this user; null: all apply. */
  mappingsSince: WithDefault<Date | null>;
};
/** One browser in which a person is signed in; the token in its cookie is nowhere but there. */
export type UserSessionTable = {
  tokenHash: string;
  userId: number;
  createdAt: Date;
  lastSeenAt: Date;
  /** Where they signed in; null: here, with a password. */
  identityProviderId: number | null;
  subject: string | null;
  /** Its name of their session there, when it has one. */
  providerSession: string | null;
};
export type IdentityProviderTable = CommonColumns & {
  issuer: string;
  clientId: string;
  /** Encrypted; null: it was given none. */
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
  /** null: an administrator has not confirmed it, so it cannot be used to sign in. */
  confirmedAt: WithDefault<Date | null>;
  confirmedBy: WithDefault<string | null>;
  /** Mappings written before the first sign-in of a person apply. */
  activatesMappings: WithDefault<boolean>;
};
export type UserMappingTable = {
  id: Generated<number>;
  userName: string;
  advertiserCompanyId: number;
  brandId: number;
  invoiceCompanyId: number | null;
  createdAt: WithDefault<Date>;
  /** When it was last sent, also when it was there already. */
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
/** The place of an entry in the chain, made by the database when its transaction commits. */
export type AuditLinkTable = { number: number; entryId: number; previousHash: string; hash: string };
export type EventTable = {
  id: Generated<number>;
  /** The same in each attempt to tell anybody of it. */
  messageId: string;
  type: string;
  at: Date;
  /** JSON text, exactly as it is sent. */
  payload: string;
  queued: WithDefault<boolean>;
};
/** How far a segment of the journal is rolled up, and when its first and last event happened; null: not known. */
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
  /** 0: not known. */
  creativeId: WithDefault<number>;
  positionId: WithDefault<number>;
  kind: string;
  reason: string;
  events: WithDefault<number>;
};
