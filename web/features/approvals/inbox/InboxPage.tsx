import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { waitingForMe } from '../../../api/inboxQueries.ts'
import { getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { Failed } from '../../../shared/Failed.tsx'
import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { useWide } from '../../../shared/useWide.ts'
import { count } from '../../../shared/waits.ts'
import { subjectOf } from '../../../subjects.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { announce } from '../../../ui/LiveRegion.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { detailHeadingId } from './ApprovalDetail.tsx'
import { approvalLinkId } from './ApprovalList.tsx'
import { BulkDecision } from './BulkDecision.tsx'
import { searchFieldId } from './InboxBar.tsx'
import { InboxList } from './InboxList.tsx'
import type { InboxSearch } from './inboxSearch.ts'
import type { Decision } from './labels.ts'
import { inboxLabels } from './labels.ts'
import { NothingHere } from './NothingHere.tsx'
import { nextEvidence } from './nextEvidence.ts'
import { Opened } from './Opened.tsx'
import type { Mode } from './outcome.ts'
import { useChosen } from './useChosen.ts'
import { useInbox } from './useInbox.ts'
import { useInboxKeys } from './useInboxKeys.ts'
import { useVote } from './useVote.ts'

const route = getRouteApi('/approvals')
const focusOn = (item: ApprovalItem) => document.getElementById(approvalLinkId(item.id))?.focus()

export function InboxPage() {
  const go = useNavigateTo()
  const search = route.useSearch()
  const { id, show } = search
  const narrowed = Boolean(search.kind || search.q)
  const wide = useWide()
  const me = useQuery(getMe()).data?.id
  const waiting = useQuery(waitingForMe()).data?.total
  const inbox = useInbox(search)
  const { items } = inbox
  const to = (change: Partial<InboxSearch>) => paths.approvals({ ...search, ...change })
  // An open form belongs to the approval that it was opened for.
  const place = `${id} ${show}`
  const [said, setSaid] = useState<{ at: string; mode: Mode }>()
  const mode = said?.at === place ? said.mode : undefined
  const setMode = (next: Mode | undefined) =>
    setSaid((before) => (next ? { at: place, mode: next } : before?.at === place ? undefined : before))
  const [decided, setDecided] = useState(0)
  const chosen = useChosen(() => setMode(undefined))
  const vote = useVote()
  const beside = useRef<HTMLDivElement>(null)

  // A wide screen always shows an approval, which the address names.
  const first = items?.[0]?.id
  useEffect(() => {
    if (wide && !id && first) go(paths.approvals({ ...search, id: first }), { replace: true })
  }, [wide, id, first, search, go])
  const latest = useRef(place)
  latest.current = place

  const move = (by: 1 | -1) => {
    if (!items || items.length === 0) return
    const at = items.findIndex((item) => item.id === id)
    const next = items[Math.min(items.length - 1, Math.max(0, at + by))]
    if (!next) return
    go(to({ id: next.id }), { replace: true })
    focusOn(next)
  }
  const current = items?.find((item) => item.id === id)
  // Selecting replaces the evidence, so the focus moves to the list.
  const inList = (item: ApprovalItem, choose: (item: ApprovalItem) => unknown) => {
    focusOn(item)
    return choose(item)
  }
  const decidable = !chosen.gathering && (chosen.items.length > 0 || current?.can.decide === true)
  useInboxKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => current?.can.decide === true && inList(current, chosen.toggle),
    a: () => decidable && setMode('approve'),
    r: () => decidable && setMode('reject'),
    c: () => decidable && setMode('requestChanges'),
    m: () => chosen.items.length === 0 && setMode('comment'),
    p: () => chosen.items.length === 0 && current?.can.reassign === true && setMode('reassign'),
    g: () => !chosen.gathering && current?.can.decide === true && inList(current, chosen.gather),
    e: () => nextEvidence(detailHeadingId),
    '/': () => document.getElementById(searchFieldId)?.querySelector('input')?.focus(),
    Escape: () => chosen.clear(),
    Enter: () => document.getElementById(detailHeadingId)?.focus(),
  })

  const decide = async (item: ApprovalItem, decision: Decision, comment: string) => {
    const at = items?.findIndex((one) => one.id === item.id) ?? -1
    const next = items?.[at + 1] ?? items?.[at - 1]
    const result = await vote(item, decision, comment)
    if (result.tone === 'bad') {
      toast.bad('Vote not recorded', { description: result.text })
      return
    }
    setMode(undefined)
    announce(`${subjectOf(item).name}: ${result.text}`)
    if (result.tone === 'info') {
      // The approval was decided by another approver, so it stays open and shows that.
      toast.info(result.text)
      return
    }
    setDecided((before) => before + 1)
    toast.ok(subjectOf(item).name, { description: result.text })
    // The reader has opened another approval while the request was running.
    if (latest.current !== place) return
    const focused = document.activeElement
    if (show !== 'all') go(to({ id: next && next.id !== item.id ? next.id : undefined }), { replace: true })
    if (focused !== document.body && !beside.current?.contains(focused)) return
    const heir = next ? document.getElementById(approvalLinkId(next.id)) : document.querySelector<HTMLElement>('[data-page-title]')
    heir?.focus({ preventScroll: !next })
  }
  return (
    <Page
      title="Approvals"
      tabs={
        <Tabs
          label="Approval lists"
          current={show ?? 'waiting'}
          items={[
            {
              id: 'waiting',
              label: 'Pending',
              href: paths.approvals(),
              ...(waiting !== undefined && { count: narrowed || show === 'all' ? waiting : (inbox.total ?? waiting) }),
            },
            { id: 'all', label: inboxLabels.all, href: paths.approvals({ show: 'all' }) },
          ]}
        />
      }
    >
      {inbox.error && !items ? (
        <Panel>
          <Failed what="Approvals" error={inbox.error} onRetry={inbox.refetch} />
        </Panel>
      ) : items?.length === 0 && !id && !narrowed ? (
        <NothingHere all={show === 'all'} decided={decided} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(18rem,25rem)_minmax(0,1fr)]">
          <div className={cx('min-w-0 lg:contents', id && 'max-lg:hidden')}>
            <InboxList
              inbox={inbox}
              search={search}
              current={current}
              decided={decided}
              chosen={chosen}
              me={me}
              to={to}
              onSearch={(change) => go(to({ page: undefined, id: undefined, ...change }), { replace: true })}
            />
            {/* The decision is below the list on a narrow screen, and the list can be long. */}
            {chosen.items.length > 0 && (
              <div className="sticky bottom-0 z-10 flex items-center justify-between gap-3 border border-line bg-raised px-4 py-2 shadow-high lg:hidden">
                <span>{count(chosen.items.length, 'request')} selected</span>
                <Button size="sm" variant="primary" onClick={() => beside.current?.focus()}>
                  Decide
                </Button>
              </div>
            )}
          </div>
          <div ref={beside} tabIndex={-1} className={cx('min-w-0 outline-none', !id && chosen.items.length === 0 && 'max-lg:hidden')}>
            {chosen.gathering ? (
              <Panel title={inboxLabels.findingSimilar}>
                <SkeletonText lines={5} />
              </Panel>
            ) : chosen.items.length > 0 ? (
              <BulkDecision
                items={chosen.items}
                odd={chosen.odd}
                mode={mode}
                onMode={setMode}
                onInclude={chosen.include}
                onLeaveOut={chosen.toggle}
                onDecided={(number) => setDecided((before) => before + number)}
                onDone={() => {
                  chosen.clear()
                  go(to({ id: undefined }), { replace: true })
                }}
              />
            ) : (
              id && <Opened key={id} id={id} me={me} listHref={to({ id: undefined })} mode={mode} onMode={setMode} onDecide={decide} />
            )}
          </div>
        </div>
      )}
    </Page>
  )
}
