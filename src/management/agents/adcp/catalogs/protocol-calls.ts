import type { SalesPlatform } from '@adcp/sdk/server';

type Method<Name extends keyof SalesPlatform> = NonNullable<SalesPlatform[Name]>;
export type CatalogsCall = Parameters<Method<'syncCatalogs'>>[0];
export type CatalogsResult = Awaited<ReturnType<Method<'syncCatalogs'>>>;
export type CatalogRow = CatalogsResult['catalogs'][number];
export type CatalogGiven = NonNullable<CatalogsCall['catalogs']>[number];
export type SourcesCall = Parameters<Method<'syncEventSources'>>[0];
export type SourcesResult = Awaited<ReturnType<Method<'syncEventSources'>>>;
export type SourceRow = SourcesResult['event_sources'][number];
export type SourceGiven = NonNullable<SourcesCall['event_sources']>[number];
export type EventsCall = Parameters<Method<'logEvent'>>[0];
export type EventsResult = Awaited<ReturnType<Method<'logEvent'>>>;
export type FeedbackCall = Parameters<Method<'providePerformanceFeedback'>>[0];
export type FeedbackResult = Awaited<ReturnType<Method<'providePerformanceFeedback'>>>;
