import { ListChecks } from 'lucide-react'
import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { keyOf } from '../../../shared/shortcuts.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatNumber } from '../../../ui/format.ts'
import { Kbd } from '../../../ui/Keys.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { ApprovalList } from './ApprovalList.tsx'
import { comparisonLabels, comparisonOf } from './comparison.ts'
import { InboxBar } from './InboxBar.tsx'
import { InboxProgress } from './InboxProgress.tsx'
import { type InboxSearch, pageSize } from './inboxSearch.ts'
import { inboxLabels } from './labels.ts'
import { similarCount } from './outcome.ts'
import type { useInbox } from './useInbox.ts'
import type { Selection } from './useSelection.ts'

interface InboxListProps {
  inbox: ReturnType<typeof useInbox>
  search: InboxSearch
  current: ApprovalItem | undefined
  decided: number
  chosen: Selection
  me: string | undefined
  to: (change: Partial<InboxSearch>) => string
  onSearch: (change: Partial<InboxSearch>) => void
}

export function InboxList({ inbox, search, current, decided, chosen, me, to, onSearch }: InboxListProps) {
  const { items, total = 0 } = inbox
  const isShowingAll = search.show === 'all'
  // A narrow screen has no open approval beside the list, so similar ones are counted for the first selected approval.
  const focusedItem = current ?? chosen.items[0]
  const same = focusedItem?.can.decide === true ? similarCount(focusedItem, items ?? []) : 0
  const shared = focusedItem && comparisonOf(focusedItem).shared
  // The row stays while the reader opens other approvals, so that the list doesn't move.
  const hasSimilar = items?.some((item) => similarCount(item, items) > 1) ?? false
  const page = search.page ?? 1
  return (
    <section
      aria-label="Approvals"
      className="overflow-hidden rounded-md border border-line bg-surface lg:sticky lg:top-[calc(var(--sticky-top,0px)+1rem)] lg:max-h-[calc(100dvh-var(--bar)-2rem)] lg:overflow-y-auto"
    >
      {!isShowingAll && <InboxBar search={search} onChange={onSearch} />}
      {!isShowingAll && <InboxProgress decided={decided} left={inbox.total} />}
      {hasSimilar && (
        <div className={cx('flex items-center justify-between gap-2 border-b border-line px-3 py-2', !focusedItem && 'max-lg:hidden')}>
          {/* The button has no number, because only the server knows which approvals differ. */}
          <span className="text-sm text-ink-2">
            {same > 1
              ? comparisonLabels.similar(same, shared ?? 'subject')
              : focusedItem?.can.decide === true && shared && comparisonLabels.noneSimilar(shared)}
          </span>
          <Button
            size="sm"
            icon={ListChecks}
            aria-keyshortcuts={keyOf('inbox', 'selectSimilar')}
            loading={chosen.gathering}
            className={same > 1 ? undefined : 'invisible'}
            disabledReason={chosen.isLocked ? inboxLabels.sendingDecision : undefined}
            onClick={() => focusedItem && void chosen.gather(focusedItem)}
          >
            {inboxLabels.selectSimilar}
            <span aria-hidden className="hidden lg:inline">
              <Kbd>{keyOf('inbox', 'selectSimilar')}</Kbd>
            </span>
          </Button>
        </div>
      )}
      {items ? (
        items.length > 0 ? (
          <div className={cx(inbox.old && 'opacity-60')}>
            <ApprovalList
              items={items}
              current={search.id}
              selected={new Set(chosen.items.map((item) => item.id))}
              hrefOf={(id) => to({ id })}
              isLocked={chosen.isLocked}
              onSelect={(id) => {
                const item = items.find((entry) => entry.id === id)
                if (item) chosen.toggle(item)
              }}
              me={me}
            />
          </div>
        ) : (
          <p className="p-4 text-ink-2">
            {search.q || search.kind ? inboxLabels.noMatch : isShowingAll ? inboxLabels.noApprovals : inboxLabels.none}
          </p>
        )
      ) : (
        <div className="p-3">
          <SkeletonText lines={9} />
        </div>
      )}
      {!isShowingAll && total > pageSize && (
        <nav
          aria-label="Pages"
          className="flex items-center justify-between gap-2 border-t border-line bg-sunken px-3 py-2 text-sm text-ink-2"
        >
          <span className="tabular-nums">
            {(page - 1) * pageSize + 1} to {Math.min(page * pageSize, total)} of {formatNumber(total)}
            {inbox.capped && ' and more'}
          </span>
          <span className="flex gap-2">
            {page > 1 && (
              <Button size="sm" href={to({ page: page - 1, id: undefined })}>
                Previous
              </Button>
            )}
            {page * pageSize < total && (
              <Button size="sm" href={to({ page: page + 1, id: undefined })}>
                Next
              </Button>
            )}
          </span>
        </nav>
      )}
    </section>
  )
}
