import { Grid, Stack } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { memo, type ReactNode } from 'react';
import type { FormDraft } from '../api/use-draft.ts';
import { Staged } from '../ui/page/staged.tsx';
import classes from './booking-editor.module.css';
import type { BookingValues } from './model/booking-values.ts';
import { BasicsSection } from './sections/basics-section.tsx';
import { CreativesSection } from './sections/creatives-section.tsx';
import { DeliverySection } from './sections/delivery-section.tsx';
import { InventorySection } from './sections/inventory-section.tsx';
import { ScheduleSection } from './sections/schedule-section.tsx';
import { SponsoredSection } from './sections/sponsored-section.tsx';
import { TargetingSection } from './sections/targeting-section.tsx';

/** Loading the campaign or the inventory renders the page again. The sections then keep their content. */
const Basics = memo(BasicsSection);
const Inventory = memo(InventorySection);
const Schedule = memo(ScheduleSection);
const Delivery = memo(DeliverySection);
const Targeting = memo(TargetingSection);
const Sponsored = memo(SponsoredSection);
const Creatives = memo(CreativesSection);

/** The editable fields of a booking. The column next to them shows missing fields and the expected share. */
export function BookingEditor(props: {
  readonly draft: FormDraft<BookingValues>;
  readonly error: unknown;
  readonly zone: string;
  readonly isNew: boolean;
  readonly brandIds: readonly number[];
  /** Called with the names of chosen files that are not uploaded. Leaving the page would lose them. */
  readonly onPendingFiles: (files: readonly string[]) => void;
  /** Warnings about the booking. They are above the fields if the window has no column for them. */
  readonly warnings: ReactNode;
  /** Sticky column next to the fields. */
  readonly aside: ReactNode;
}) {
  const { draft, error, zone } = props;
  const section = { draft, error, zone };
  const isSponsored = draft.values.type === 'sponsored_products';
  const hasColumn = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack gap="md">
          {!hasColumn && props.warnings}
          <Staged>
            <Basics {...section} isNew={props.isNew} />
            <Inventory {...section} />
            <Schedule {...section} />
            <Delivery {...section} />
            <Targeting {...section} />
            {isSponsored && <Sponsored {...section} brandIds={props.brandIds} />}
            {(!isSponsored || draft.values.creatives.length > 0) && (
              <Creatives {...section} brandIds={props.brandIds} onPendingFiles={props.onPendingFiles} />
            )}
          </Staged>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Aside>
          {hasColumn && props.warnings}
          {props.aside}
        </Aside>
      </Grid.Col>
    </Grid>
  );
}

/** A column that stays in view. Its end stays in view if it is higher than the window. */
function Aside({ children }: { readonly children: ReactNode }) {
  const { ref, height } = useElementSize();
  return (
    <Stack gap="md" ref={ref} className={classes.aside} style={{ '--aside-height': `${height}px` }}>
      {children}
    </Stack>
  );
}
