import { Blocks, CalendarClock, MapPin, UserCheck, UsersRound, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { count } from '../../../shared/waits.ts'
import { cx } from '../../../ui/cx.ts'
import { formatMoney } from '../../../ui/format.ts'
import type { Icon } from '../../../ui/icon.ts'
import { Badge } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import {
  describeAllowed,
  describeApproval,
  describeCapacity,
  describeMaxBudget,
  describeRegions,
  describeSpan,
  describeTimes,
  hostingLabels,
} from './labels.ts'
import type { SandboxTemplate } from './types.ts'

/** The type has only the fields of a card, so that the editor can preview an unsaved template. */
type TemplateSummary = Pick<
  SandboxTemplate,
  | 'name'
  | 'description'
  | 'hosting'
  | 'regions'
  | 'allowedResourceTypes'
  | 'currency'
  | 'maxBudget'
  | 'maxHours'
  | 'maxExtensions'
  | 'extensionHours'
  | 'maxMembers'
  | 'approval'
  | 'typicalCost'
  | 'capacity'
  | 'enabled'
  | 'visibility'
>

export function TemplateCard({ template, children }: { template: TemplateSummary; children?: ReactNode }) {
  const { currency, typicalCost, capacity } = template
  const isFull = capacity.free === 0 || capacity.queued > 0
  return (
    <article className="flex h-full min-w-0 flex-col rounded-md border border-line bg-surface">
      <header className="px-4 pt-3.5">
        <p className="flex min-h-5 items-center justify-between gap-3 text-xs text-ink-2">
          {hostingLabels[template.hosting]}
          {!template.enabled ? (
            <Badge tone="warn">Unavailable</Badge>
          ) : (
            template.visibility !== 'everyone' && <Badge>{template.visibility === 'groups' ? 'Some groups only' : 'Hidden'}</Badge>
          )}
        </p>
        <h2 className="mt-0.5 text-base font-semibold wrap-anywhere">{template.name || 'Untitled template'}</h2>
        {template.description && <p className="mt-1 text-sm wrap-anywhere text-ink-2">{template.description}</p>}
      </header>
      <ul className="mt-3 flex-1 space-y-1.5 px-4 text-sm">
        <Fact icon={Wallet}>{describeMaxBudget(template)}</Fact>
        <Fact icon={CalendarClock}>{describeTimes(template)}</Fact>
        <Fact icon={Blocks}>{describeAllowed(template.allowedResourceTypes)}</Fact>
        <Fact icon={MapPin}>{describeRegions(template.regions)}</Fact>
        <Fact icon={UsersRound}>Owners, and up to {count(template.maxMembers, 'member')}</Fact>
        <Fact icon={UserCheck}>{describeApproval(template.approval, currency)}</Fact>
      </ul>
      <footer className="mt-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-3 rounded-b-md border-t border-line bg-sunken px-4 py-3">
        <div className="min-w-0 space-y-0.5 text-sm">
          <p className="text-ink-2">
            {typicalCost ? (
              <>
                Typically{' '}
                <span className="text-base font-semibold text-ink tabular-nums">
                  {formatMoney({ amount: typicalCost.amount, currency: typicalCost.currency })}
                </span>{' '}
                for {describeSpan(typicalCost.hours)}
              </>
            ) : (
              'Cost depends on what you run'
            )}
          </p>
          <p className={cx('flex items-center gap-1.5', isFull ? 'text-warn' : 'text-ink-2')}>
            <span aria-hidden className={cx('size-2 shrink-0 rounded-full', isFull ? 'bg-warn' : 'bg-accent')} />
            <span>
              {describeCapacity(capacity)}
              {isFull && capacity.nextFreeAt && (
                <>
                  {' '}
                  Available <RelativeTime at={capacity.nextFreeAt} />.
                </>
              )}
            </span>
          </p>
        </div>
        {children && <div className="flex gap-2">{children}</div>}
      </footer>
    </article>
  )
}

function Fact({ icon: Glyph, children }: { icon: Icon; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <Glyph size={15} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      <span className="min-w-0">{children}</span>
    </li>
  )
}
