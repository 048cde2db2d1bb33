/*
 * Components that display data.
 *
 * - `badges.tsx`, `facts.tsx`, `reason-list.tsx`, `tone-frame.tsx`, `thumbnail.tsx`, `icon.tsx`: status, facts,
 *   icons.
 * - `code-text.tsx`, `copy-button.tsx`, `copy-text.ts`, `save-file.ts`: code, copying, saving.
 * - `trend-chart.tsx`, `trend-scale.ts`: charts. `hints.tsx`, `hint-bubble.tsx`: tooltips.
 */

import {
  Archive,
  ArrowDown,
  ArrowUp,
  Bell,
  CalendarRange,
  ChartColumn,
  Check,
  ChevronDown,
  ChevronRight,
  CircleCheck,
  CircleQuestionMark,
  Clock,
  Code,
  Columns3,
  Copy,
  Download,
  Ellipsis,
  ExternalLink,
  Eye,
  FileText,
  Film,
  Frame,
  House,
  IdCard,
  ImageIcon,
  Info,
  Keyboard,
  Layers,
  LayoutGrid,
  Link,
  Lock,
  LogOut,
  Monitor,
  Moon,
  Package,
  Pause,
  Pencil,
  Play,
  Plus,
  RefreshCw,
  Rocket,
  Search,
  Settings,
  SlidersHorizontal,
  Smartphone,
  Sun,
  TableIcon,
  Target,
  Trash2,
  TriangleAlert,
  Upload,
  User,
  Volume2,
  X,
} from 'lucide-react';

/** One icon for each concept. */
const icons = {
  add: Plus,
  administration: Settings,
  archive: Archive,
  attention: TriangleAlert,
  bell: Bell,
  booking: CalendarRange,
  campaign: Rocket,
  check: Check,
  clock: Clock,
  close: X,
  collapse: ChevronDown,
  columns: Columns3,
  conversion: Target,
  copy: Copy,
  creative: ImageIcon,
  dark: Moon,
  done: CircleCheck,
  down: ArrowDown,
  download: Download,
  edit: Pencil,
  expand: ChevronRight,
  filter: SlidersHorizontal,
  grid: LayoutGrid,
  help: CircleQuestionMark,
  home: House,
  info: Info,
  inventory: Layers,
  keyboard: Keyboard,
  leave: LogOut,
  light: Sun,
  link: Link,
  markup: Code,
  more: Ellipsis,
  newWindow: ExternalLink,
  page: FileText,
  partner: IdCard,
  pause: Pause,
  person: User,
  phone: Smartphone,
  position: Frame,
  preview: Eye,
  product: Package,
  reload: RefreshCw,
  remove: Trash2,
  report: ChartColumn,
  resume: Play,
  review: CircleCheck,
  screen: Monitor,
  search: Search,
  secret: Lock,
  shelf: TableIcon,
  sound: Volume2,
  table: TableIcon,
  up: ArrowUp,
  upload: Upload,
  video: Film,
} as const;

/** One of `icons`. */
export type IconName = keyof typeof icons;

/** A decorative icon next to a text. An icon without a text needs a `label`. */
export function Icon({
  name,
  size = 16,
  label,
}: {
  readonly name: IconName;
  readonly size?: number;
  readonly label?: string;
}) {
  const IconComponent = icons[name];
  const accessibility = label === undefined ? ({ 'aria-hidden': true } as const) : { role: 'img', 'aria-label': label };
  return <IconComponent width={size} height={size} style={{ flex: 'none' }} {...accessibility} />;
}
