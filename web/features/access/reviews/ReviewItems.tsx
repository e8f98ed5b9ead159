import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheckBig } from 'lucide-react'
import { useEffect, useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { listAccessReviewItems } from '../../../api/reviewQueries.ts'
import { useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { keyOf } from '../../../shared/shortcuts.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Kbd } from '../../../ui/Keys.tsx'
import { announce } from '../../../ui/LiveRegion.tsx'
import { PageLinks } from '../../../ui/PageLinks.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { ItemGroup } from './ItemGroup.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import type { Decision, Review, ReviewItem } from './types.ts'
import { useItemKeys } from './useItemKeys.ts'

const route = getRouteApi('/access/reviews/$id')
const size = 50

type ItemFilter = 'mine' | 'open' | 'advised' | 'all' | 'removed'

const filters: Partial<Record<ItemFilter, string>> = {
  open: 'decision==pending',
  advised: 'recommendation==remove',
  removed: 'decision==remove',
}

function tabsOf({ id, status, progress }: Review) {
  const tab = (show: ItemFilter, label: string, number?: number) => ({
    id: show,
    label,
    href: paths.accessReview(id, show),
    ...(number === undefined ? {} : { count: number }),
  })
  if (status !== 'open')
    return [
      tab('all', 'All', progress.memberships),
      tab('removed', status === 'applied' ? 'Removed' : 'Marked for removal', progress.remove),
    ]
  return [
    ...(progress.mine > 0 ? [tab('mine', 'Assigned to you', progress.mine)] : []),
    tab('open', 'Not decided', progress.mine > 0 ? progress.minePending : progress.pending),
    tab('advised', 'Removal recommended'),
    tab('all', 'All'),
  ]
}

export function ReviewItems({ review }: { review: Review }) {
  const { show: requestedTab, page = 1 } = route.useSearch()
  const tabs = tabsOf(review)
  const show = tabs.find((tab) => tab.id === requestedTab)?.id ?? tabs[0]!.id
  const showsOnlyMine = review.progress.mine > 0 && review.status === 'open' && show !== 'all'
  const filter = filters[show]
  const list = useQuery(
    listAccessReviewItems(review.id, { page, size, show: showsOnlyMine ? 'mine' : 'all', ...(filter ? { filter } : {}) }),
  )
  const items = list.data?.items
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [lastResult, setLastResult] = useState('')
  const [pendingDecision, setPendingDecision] = useState<{ items: ReviewItem[]; decision: Decision }>()
  const decide = useCall('decideAccessReviewItems', ['accessReview'])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was selected belongs to what was shown
  useEffect(() => setSelected(new Set()), [show, page])

  const send = async (items: ReviewItem[], decision: Decision, reason: string) => {
    await decide.mutateAsync({
      params: { id: review.id },
      body: { items: items.map(({ id }) => ({ id, decision, reason })) },
    })
    const result = decision === 'keep' ? 'kept' : decision === 'remove' ? 'marked for removal' : 'decision cleared'
    const text = items.length === 1 ? `${items[0]!.person.displayName}: ${result}` : `${items.length} ${result}`
    announce(text)
    setLastResult(text)
    setSelected(new Set())
  }
  const select = (items: ReviewItem[], decision: Decision) => {
    if (items.length === 0) return
    if (decision === 'keep' && review.reasonToKeep) return setPendingDecision({ items, decision })
    void send(items, decision, '').catch((error: unknown) => toast.bad('Decision not saved', { description: problemOf(error).message }))
  }
  const toggle = (ids: string[], isOn: boolean) =>
    setSelected((previous) => new Set(isOn ? [...previous, ...ids] : [...previous].filter((id) => !ids.includes(id))))
  const selection = items?.filter(({ id }) => selected.has(id)) ?? []
  const keys = useItemKeys(items ?? [], {
    onDecide: (item, decision) => item.can.decide === true && select(selected.has(item.id) ? selection : [item], decision),
    onSelect: (item) => item.can.decide === true && toggle([item.id], !selected.has(item.id)),
  })
  const groups = Map.groupBy(items ?? [], (item) => item.group.id)
  const pages = Math.ceil((list.data?.total ?? 0) / size)
  const isDecidable = items?.some((item) => item.can.decide === true) ?? false
  return (
    <section aria-label="Memberships" className="space-y-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1">
          <Tabs label="Memberships to show" items={tabs} current={show} />
        </div>
        {isDecidable && (
          <p aria-hidden className="hidden items-center gap-1 text-sm text-ink-2 lg:flex">
            {lastResult && <strong className="mr-3 font-medium text-ink">{lastResult}</strong>}
            <Kbd>{keyOf('review', 'next')}</Kbd>
            <Kbd>{keyOf('review', 'previous')}</Kbd> move, <Kbd>{keyOf('review', 'keep')}</Kbd> keep, <Kbd>{keyOf('review', 'remove')}</Kbd>{' '}
            remove, <Kbd>{keyOf('review', 'select')}</Kbd> select
          </p>
        )}
      </div>
      {!items ? (
        <Panel>
          <Loading subject="the memberships" query={list} lines={10} />
        </Panel>
      ) : items.length === 0 ? (
        <Panel>
          <Nothing show={show} />
        </Panel>
      ) : (
        <div ref={keys.ref} className={cx('space-y-4', list.isPlaceholderData && 'opacity-50')}>
          {[...groups.values()].map((members) => (
            <ItemGroup
              key={members[0]!.group.id}
              items={members}
              selected={selected}
              onSelect={toggle}
              onDecide={select}
              onComment={(item) => setPendingDecision({ items: [item], decision: item.decision })}
              current={keys.current}
              onCurrent={keys.setCurrent}
            />
          ))}
        </div>
      )}
      {(selection.length > 0 || pages > 1) && (
        <div className="sticky bottom-3 z-10 flex min-h-11 flex-wrap items-center gap-2 rounded-md border border-line bg-raised px-3 py-1.5 text-sm shadow-high">
          {selection.length > 0 ? (
            <>
              <span role="status" className="mr-auto font-semibold text-accent tabular-nums">
                {selection.length} selected
              </span>
              <Button size="sm" loading={decide.isPending} onClick={() => select(selection, 'keep')}>
                Keep
              </Button>
              <Button size="sm" loading={decide.isPending} onClick={() => select(selection, 'remove')}>
                Remove
              </Button>
              <Button size="sm" variant="quiet" onClick={() => setSelected(new Set())}>
                Clear
              </Button>
            </>
          ) : (
            <PageLinks
              page={page}
              pages={pages}
              total={count(list.data?.total ?? 0, 'membership')}
              linkTo={(to) => ({ href: paths.accessReview(review.id, show, to) })}
            />
          )}
        </div>
      )}
      {pendingDecision && (
        <ReasonDialog
          {...pendingDecision}
          needed={review.reasonToKeep && pendingDecision.decision === 'keep'}
          onSend={(reason) => send(pendingDecision.items, pendingDecision.decision, reason)}
          onClose={() => setPendingDecision(undefined)}
        />
      )}
    </section>
  )
}

function Nothing({ show }: { show: ItemFilter }) {
  if (show === 'open')
    return (
      <EmptyState icon={CircleCheckBig} title="All memberships decided">
        You can change decisions until the review closes.
      </EmptyState>
    )
  if (show === 'advised') return <EmptyState icon={CircleCheckBig} title="No removals recommended" />
  if (show === 'removed') return <EmptyState icon={CircleCheckBig} title="No memberships marked for removal" />
  return <EmptyState icon={CircleCheckBig} title="No members when the review opened" />
}
