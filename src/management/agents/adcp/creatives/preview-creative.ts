import { AdcpError } from '@adcp/sdk/server';
import { dayMs } from '../../../../core/time/durations.ts';
import type { Preview } from '../../../../exchange/previews/preview-folder.ts';
import { createPreviewLinks, readPreview } from '../../../resources/creative/preview-links.ts';
import { requireScopes } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import { faultsOf } from './creative-fault.ts';
import { previewOfManifest } from './preview-of-manifest.ts';
import type { ManifestGiven, PreviewCall, PreviewedCreative } from './protocol-types.ts';
import { readOwnCreative } from './read-own-creative.ts';

/** Lifetime of a preview link of an agent in seconds. */
const linkSeconds = dayMs / 1000;

type Single = Extract<PreviewedCreative, { response_type: 'single' }>;
type Render = Single['previews'][number]['renders'][number];
type Item = Pick<PreviewCall, 'format_id' | 'inputs' | 'output_format' | 'template_id'>;

/**
 * Answers `preview_creative` with links to pages that show the creative as it would be delivered and count nothing.
 * Files of a manifest are shown from the addresses of the buyer and are not stored.
 */
export async function previewCreative(context: SellerContext, request: PreviewCall): Promise<PreviewedCreative> {
  requireScopes(context, 'creatives:read');
  const { request_type: type, creative_manifest: manifest, requests = [], variant_id: variant } = request;
  if (type === 'variant') return previewVariant(context, variant ?? '', request);
  if (type === 'single') {
    if (manifest === undefined) throw invalid('creative_manifest', 'The manifest is required');
    return { response_type: 'single', ...(await previewItem(context, manifest, request)) };
  }
  const results = [];
  for (const [index, { creative_manifest: one, ...item }] of requests.entries()) {
    const creativeId = idOf(one) ?? `request-${index}`;
    try {
      const wanted = { ...request, ...item };
      results.push({
        success: true as const,
        creative_id: creativeId,
        response: await previewItem(context, one, wanted),
      });
    } catch (error) {
      results.push({ success: false as const, creative_id: creativeId, errors: errorsOf(error) });
    }
  }
  return { response_type: 'batch', results } as PreviewedCreative;
}

function errorsOf(error: unknown) {
  return error instanceof AdcpError ? [{ code: error.code, message: error.message }] : faultsOf(error, 0);
}

async function previewItem(
  context: SellerContext,
  manifest: ManifestGiven,
  item: Item,
): Promise<Omit<Single, 'response_type'>> {
  if (item.template_id !== undefined) {
    throw new AdcpError('UNSUPPORTED_FEATURE', { message: 'There are no preview templates', field: 'template_id' });
  }
  const preview = await readManifest(context, manifest, item);
  const link = await createPreviewLinks(context.services).create(preview, linkSeconds);
  const inputs = item.inputs ?? [{ name: 'Default' }];
  return {
    previews: inputs.map(({ name }) => ({
      preview_id: link.previewId,
      renders: [renderOf(preview, link, item.output_format)],
      input: { name },
    })),
    expires_at: link.expiresAt,
  };
}

/** A manifest without assets refers to a creative of the buyer. */
async function readManifest(context: SellerContext, manifest: ManifestGiven, item: Item): Promise<Preview> {
  const id = idOf(manifest);
  if (id !== null && Object.keys(manifest.assets).length === 0) return readStored(context, id);
  try {
    return await previewOfManifest(
      context,
      item.format_id === undefined ? manifest : { ...manifest, format_id: item.format_id },
    );
  } catch (error) {
    const [fault] = error instanceof AdcpError ? [] : faultsOf(error, 0);
    if (fault === undefined) throw error;
    throw new AdcpError(fault.code, { message: fault.message, field: fault.field ?? 'creative_manifest' });
  }
}

async function readStored(context: SellerContext, creativeId: string): Promise<Preview> {
  const id = await readOwnCreative(context, creativeId);
  const preview = id === null ? null : await readPreview(context.services.database, id, null);
  if (preview !== null) return preview;
  throw new AdcpError('CREATIVE_NOT_FOUND', { message: 'There is no such creative', field: 'creative_id' });
}

/** A variant of `get_creative_delivery` is the creative itself. */
async function previewVariant(context: SellerContext, variantId: string, item: Item): Promise<PreviewedCreative> {
  const preview = await readStored(context, variantId);
  const link = await createPreviewLinks(context.services).create(preview, linkSeconds);
  return {
    response_type: 'variant',
    variant_id: variantId,
    creative_id: variantId,
    previews: [{ preview_id: link.previewId, renders: [renderOf(preview, link, item.output_format)] }],
    expires_at: link.expiresAt,
  } as PreviewedCreative;
}

function renderOf(
  { creative: { width, height } }: Preview,
  { url, frameUrl, previewId }: { readonly url: string; readonly frameUrl: string; readonly previewId: string },
  format: PreviewCall['output_format'] = 'url',
): Render {
  const size = width === null || height === null ? null : { width, height };
  const style = 'style="border:0" sandbox="allow-scripts allow-popups"';
  const pixels = size === null ? '' : ` width="${size.width}" height="${size.height}"`;
  return {
    render_id: previewId,
    role: 'primary',
    output_format: format,
    ...(format === 'html'
      ? { preview_html: `<iframe src="${frameUrl}"${pixels} ${style}></iframe>` }
      : { preview_url: url }),
    ...(size !== null && { dimensions: size }),
  } as Render;
}

function idOf(manifest: ManifestGiven): string | null {
  const { creative_id: id } = manifest as { readonly creative_id?: unknown };
  return typeof id === 'string' ? id : null;
}

function invalid(field: string, message: string): AdcpError {
  return new AdcpError('INVALID_REQUEST', { message, field });
}
