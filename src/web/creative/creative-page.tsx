import { Button, Grid, Group, Menu, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Creative } from '../../client/generated/types.gen.ts';
import { useMe } from '../api/use-me.ts';
import { History } from '../audit/history.tsx';
import { DuplicateCreativeItem } from '../duplicate/duplicate-creative-item.tsx';
import { FavoriteButton } from '../favorite/favorite-button.tsx';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { formatsQuery } from '../inventory/model/formats-query.ts';
import { ActionButtons } from '../ui/action/action-buttons.tsx';
import { inverseOf, performAction } from '../ui/action/perform-action.ts';
import { useChange } from '../ui/action/use-change.ts';
import { StateBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { Thumbnail } from '../ui/display/thumbnail.tsx';
import { Segments } from '../ui/field/segments.tsx';
import { RejectionNotice } from '../ui/notice/rejection-notice.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { useId } from '../ui/page/use-id.ts';
import { Instant } from '../ui/time/instant.tsx';
import { CreativeBookings } from './creative-bookings.tsx';
import { CreativeFacts } from './creative-facts.tsx';
import { CreativeFiles } from './creative-files.tsx';
import { EditCreativeDialog } from './edit-creative-dialog.tsx';
import { type CreativeAction, creativeQuery, performCreativeAction } from './model/creative-queries.ts';
import { hasReplaceableFile, kindLabel } from './model/kind-labels.ts';
import { previewSizeOf } from './model/preview-scale.ts';
import { useThumbnailUrls } from './model/use-thumbnail-urls.ts';
import { NewFileDialog } from './new-file-dialog.tsx';
import { type PreviewedVersion, PreviewStage } from './preview-stage.tsx';
import { CheckList } from './upload/check-list.tsx';

const pictureWidth = 960;

/** Below the first view. */
const Comments = lazy(async () => ({ default: (await import('../comment/comments.tsx')).Comments }));

/** One creative: preview, details, checks, files and bookings. */
export function CreativePage() {
  const id = useId();
  const me = useMe();
  const { data: stored } = useSuspenseQuery(creativeQuery(id));
  const creative = stored.object;
  const [dialog, setDialog] = useState<'edit' | 'file' | null>(null);
  const [version, setVersion] = useShownVersion(creative);
  const shown = version === 'pending' && creative.pendingVersion !== null ? creative.pendingVersion : creative;
  const act = useActions(stored);
  const isProduct = creative.productId !== null;
  const mayWrite = me.may('creatives:write') && creative.state !== 'archived' && !isProduct;
  return (
    <Page
      title={creative.name}
      tool={<FavoriteButton kind="creatives" object={creative} />}
      mark={<StateBadge state={creative.state} />}
      lead={t('creative.text.kindAndId', { kind: kindLabel(creative.kind), id: creative.id })}
      crumbs={[{ text: t('creative.title.list'), to: '/creatives' }]}
      actions={
        <>
          {mayWrite && (
            <Button variant="default" leftSection={<Icon name="edit" />} onClick={() => setDialog('edit')}>
              {t('common.action.edit')}
            </Button>
          )}
          <ActionButtons
            available={creative.availableActions}
            isBusy={act.isBusy}
            onAction={act.run}
            menuItems={
              mayWrite ? (
                <>
                  {hasReplaceableFile(creative.kind) && (
                    <Menu.Item leftSection={<Icon name="upload" />} onClick={() => setDialog('file')}>
                      {t('creative.action.replaceFile')}
                    </Menu.Item>
                  )}
                  <DuplicateCreativeItem creative={creative} />
                </>
              ) : undefined
            }
          />
        </>
      }
    >
      <ReviewState creative={creative} version={version} setVersion={setVersion} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Paper>
            {isProduct ? <ProductPreview creative={creative} /> : <Preview creative={creative} version={version} />}
          </Paper>
          <CreativeFiles assets={shown.assets} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <CreativeFacts creative={creative} shown={shown} />
        </Grid.Col>
      </Grid>
      <CreativeBookings creativeId={id} />
      <Suspense fallback={null}>
        <Comments kind="creatives" objectId={id} isArchived={creative.archivedAt !== null} />
      </Suspense>
      {me.may('audit:read') && <History kind="creatives" objectId={id} />}
      {dialog === 'edit' && <EditCreativeDialog stored={stored} close={() => setDialog(null)} />}
      {dialog === 'file' && <NewFileDialog stored={stored} close={() => setDialog(null)} />}
    </Page>
  );
}

/** Rejection, pending version and checks. */
function ReviewState({
  creative,
  version,
  setVersion,
}: {
  readonly creative: Creative;
  readonly version: PreviewedVersion;
  readonly setVersion: (version: PreviewedVersion) => void;
}) {
  const { pendingVersion, rejectionReason, state } = creative;
  const checks = version === 'pending' && pendingVersion !== null ? pendingVersion.checks : creative.checks;
  if (rejectionReason === null && pendingVersion === null && checks.length === 0) return null;
  return (
    <Stack gap="sm" mb="md">
      <RejectionNotice
        title={state === 'rejected' ? t('creative.title.rejected') : t('creative.title.newVersionRejected')}
        reason={rejectionReason}
      />
      {pendingVersion !== null && (
        <Group gap="sm">
          <Segments
            aria-label={t('creative.label.version')}
            size="xs"
            value={version}
            onChange={(next) => setVersion(next as PreviewedVersion)}
            data={[
              { value: 'current', label: t('creative.label.deliveredVersion') },
              { value: 'pending', label: t('creative.label.newVersion') },
            ]}
          />
          <ToneBadge
            text={t('creative.label.newVersionPending')}
            tone="waiting"
            hint={t('creative.hint.newVersionPending')}
          />
          <Text fz="sm" c="dimmed">
            <RichText id="creative.text.submitted" values={{ time: <Instant at={pendingVersion.submittedAt} /> }} />
          </Text>
        </Group>
      )}
      <CheckList checks={checks} />
    </Stack>
  );
}

function Preview({ creative, version }: { readonly creative: Creative; readonly version: PreviewedVersion }) {
  const { data: formats } = useQuery(formatsQuery);
  const format = formats?.find(({ id }) => id === creative.formatId);
  return (
    <>
      <Title order={2} mb="xs">
        {t('creative.title.preview')}
      </Title>
      <PreviewStage
        creativeId={creative.id}
        revision={creative.version}
        version={version}
        size={previewSizeOf(format, creative)}
      />
    </>
  );
}

/** The shown version is stored in the URL, so that links to it work. */
function useShownVersion(creative: Creative) {
  const [values, change] = useAddress();
  const version: PreviewedVersion = values['version'] === 'pending' && creative.pendingVersion ? 'pending' : 'current';
  const setVersion = (next: PreviewedVersion) => change({ version: next === 'pending' ? 'pending' : undefined });
  return [version, setVersion] as const;
}

function useActions({ object: creative, etag }: { readonly object: Creative; readonly etag: string }) {
  const change = useChange({
    nouns: ['creatives', 'bookings', 'campaigns'],
    change: ({
      action,
      reason,
      isUndo,
    }: {
      readonly action: CreativeAction;
      readonly reason?: string;
      readonly isUndo?: true;
    }) => performCreativeAction({ id: creative.id, ...(isUndo !== true && { etag }), reason }, action),
    done: (_, { action }) => t(`creative.done.${action}`, { name: creative.name }),
    inverse: (input) => {
      const inverse = inverseOf(input);
      return inverse && { ...inverse, isUndo: true as const };
    },
  });
  const run = (action: string) => {
    const chosen = action as CreativeAction;
    performAction(creative.name, chosen, ({ reason }) => change.mutate({ action: chosen, ...(reason && { reason }) }));
  };
  return { run, isBusy: change.isPending };
}

/** The image of a product. The requesting page determines its presentation. */
function ProductPreview({ creative }: { readonly creative: Creative }) {
  const pictureOf = useThumbnailUrls([creative], pictureWidth);
  return (
    <>
      <Title order={2} mb="xs">
        {t('creative.title.product')}
      </Title>
      <Thumbnail kind="product" url={pictureOf(creative)} size="large" />
      <Text fz="sm" mt="xs">
        <RichText
          id="creative.text.product"
          elements={{ link: <TextLink to={`/products/${creative.productId}`} /> }}
          values={{ name: creative.name }}
        />
      </Text>
    </>
  );
}
