import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { waitingForMe } from '../../../api/inboxQueries.ts'
import { getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { type ActionOn, keyOf } from '../../../shared/shortcuts.ts'
import { useIsWide } from '../../../shared/useIsWide.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { useShortcuts } from '../../../shared/useShortcuts.ts'
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
import { EmptyInbox } from './EmptyInbox.tsx'
import { searchFieldId } from './InboxBar.tsx'
import { InboxList } from './InboxList.tsx'
import type { InboxSearch } from './inboxSearch.ts'
import type { Decision } from './labels.ts'
import { inboxLabels } from './labels.ts'
import { nextEvidence } from './nextEvidence.ts'
import { OpenApproval } from './OpenApproval.tsx'
import type { Mode } from './outcome.ts'
import { useDecisionMode } from './useDecisionMode.ts'
import { useDecisionsInFlight } from './useDecisionsInFlight.ts'
import { useInbox } from './useInbox.ts'
import { useSelection } from './useSelection.ts'
import { useVote } from './useVote.ts'

const route = getRouteApi('/approvals')
const focusOn = (item: ApprovalItem) => document.getElementById(approvalLinkId(item.id))?.focus()
/** Moves the focus to the approval in the list, or to the title of a list that is empty. */
function focusNext(next: ApprovalItem | undefined): void {
  const element = next ? document.getElementById(approvalLinkId(next.id)) : document.querySelector<HTMLElement>('[data-page-title]')
  element?.focus({ preventScroll: !next })
}

export function InboxPage() {
  const navigateTo = useNavigateTo()
  const search = route.useSearch()
  const { id, show } = search
  const isFiltered = Boolean(search.kind || search.q)
  const isWide = useIsWide()
  const currentUser = useQuery(getMe()).data?.id
  const waitingCount = useQuery(waitingForMe()).data?.total
  const inbox = useInbox(search)
  const { items } = inbox
  const hrefOf = (change: Partial<InboxSearch>) => paths.approvals({ ...search, ...change })
  const [decided, setDecided] = useState(0)
  const inFlight = useDecisionsInFlight()
  const selected = useSelection(inFlight.has, () => setMode(undefined))
  const { place, mode, setMode } = useDecisionMode(search, selected.end)
  const vote = useVote()
  const beside = useRef<HTMLDivElement>(null)

  // A wide screen always has an open approval, which the URL names.
  const first = items?.[0]?.id
  useEffect(() => {
    if (isWide && !id && first) navigateTo(paths.approvals({ ...search, id: first }), { replace: true })
  }, [isWide, id, first, search, navigateTo])
  const latest = useRef(place)
  latest.current = place
  // A request that is opened while results are shown replaces them.
  const previousId = useRef(id)
  useEffect(() => {
    if (previousId.current !== id && selected.isFinished) selected.clear()
    previousId.current = id
  }, [id, selected])

  const move = (by: 1 | -1) => {
    if (!items || items.length === 0) return
    const at = items.findIndex((item) => item.id === id)
    const next = items[Math.min(items.length - 1, Math.max(0, at + by))]
    if (!next) return
    navigateTo(hrefOf({ id: next.id }), { replace: true })
    focusOn(next)
  }
  const current = items?.find((item) => item.id === id)
  // A selection replaces the evidence, so the focus moves to the list.
  const updateSelection = (item: ApprovalItem, select: (item: ApprovalItem) => unknown) => {
    focusOn(item)
    return select(item)
  }
  const isDeciding = selected.isLocked || inFlight.has(id)
  const changeMode = (next: Mode | undefined) => !isDeciding && setMode(next)
  const closeSelection = () => {
    selected.clear()
    navigateTo(hrefOf({ id: undefined }), { replace: true })
    // The button that closes the results is removed with them.
    if (beside.current?.contains(document.activeElement) || document.activeElement === document.body)
      focusNext(items?.find((item) => !selected.has(item.id)))
  }
  // The keys of decisions press the buttons beside the list, so they do nothing while other content is there.
  const pressButton = (action: ActionOn<'inbox'>) =>
    beside.current?.querySelector<HTMLButtonElement>(`button[aria-keyshortcuts="${keyOf('inbox', action)}"]`)?.click()
  // The results of a selection hide the open approval, so the list's keys must not change it.
  const unlessFinished = (act: () => unknown) => () => !selected.isFinished && act()
  useShortcuts('inbox', {
    next: unlessFinished(() => move(1)),
    previous: unlessFinished(() => move(-1)),
    select: unlessFinished(() => current?.can.decide === true && updateSelection(current, selected.toggle)),
    approve: () => pressButton('approve'),
    reject: () => pressButton('reject'),
    requestChanges: () => pressButton('requestChanges'),
    comment: () => pressButton('comment'),
    reassign: () => pressButton('reassign'),
    selectSimilar: unlessFinished(() => !selected.gathering && current?.can.decide === true && updateSelection(current, selected.gather)),
    nextEvidence: () => nextEvidence(detailHeadingId),
    search: () => document.getElementById(searchFieldId)?.querySelector('input')?.focus(),
    clearSelection: () => (selected.isFinished ? closeSelection() : selected.clear()),
    openEvidence: () => document.getElementById(detailHeadingId)?.focus(),
  })

  const decide = async (item: ApprovalItem, decision: Decision, comment: string) => {
    const at = items?.findIndex((entry) => entry.id === item.id) ?? -1
    const next = items?.[at + 1] ?? items?.[at - 1]
    const result = await inFlight.during([item.id], () => vote(item, decision, comment))
    if (result.tone === 'bad') {
      toast.bad('Vote not recorded', { description: result.text })
      return false
    }
    setMode(undefined)
    announce(`${subjectOf(item).name}: ${result.text}`)
    if (result.tone === 'info') {
      // Another approver decided first. The approval stays open and shows the decision.
      toast.info(result.text)
      return false
    }
    setDecided((before) => before + 1)
    toast.ok(subjectOf(item).name, { description: result.text })
    // The reader opened another approval while the call was running.
    if (latest.current !== place) return true
    const focused = document.activeElement
    if (show !== 'all') navigateTo(hrefOf({ id: next && next.id !== item.id ? next.id : undefined }), { replace: true })
    if (focused !== document.body && !beside.current?.contains(focused)) return true
    focusNext(next)
    return true
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
              ...(waitingCount !== undefined && { count: isFiltered || show === 'all' ? waitingCount : (inbox.total ?? waitingCount) }),
            },
            { id: 'all', label: inboxLabels.all, href: paths.approvals({ show: 'all' }) },
          ]}
        />
      }
    >
      {inbox.error && !items ? (
        <Panel>
          <LoadError subject="approvals" error={inbox.error} onRetry={inbox.refetch} />
        </Panel>
      ) : items?.length === 0 && !id && !isFiltered ? (
        <EmptyInbox all={show === 'all'} decided={decided} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(18rem,25rem)_minmax(0,1fr)]">
          <div className={cx('min-w-0 lg:contents', id && 'max-lg:hidden')}>
            <InboxList
              inbox={inbox}
              search={search}
              current={current}
              decided={decided}
              chosen={selected}
              me={currentUser}
              to={hrefOf}
              onSearch={(change) => navigateTo(hrefOf({ page: undefined, id: undefined, ...change }), { replace: true })}
            />
            {/* A narrow screen has the decision below the list, which can be long. */}
            {selected.items.length > 0 && (
              <div className="sticky bottom-0 z-10 flex items-center justify-between gap-3 border border-line bg-raised px-4 py-2 shadow-high lg:hidden">
                <span>{count(selected.items.length, 'request')} selected</span>
                <Button size="sm" variant="primary" onClick={() => beside.current?.focus()}>
                  {inboxLabels.decide}
                </Button>
              </div>
            )}
          </div>
          <div ref={beside} tabIndex={-1} className={cx('min-w-0 outline-none', !id && selected.items.length === 0 && 'max-lg:hidden')}>
            {selected.gathering ? (
              <Panel title={inboxLabels.findingSimilar}>
                <SkeletonText lines={5} />
              </Panel>
            ) : selected.items.length > 0 ? (
              <BulkDecision
                selection={selected}
                mode={mode}
                onModeChange={changeMode}
                isDeciding={isDeciding}
                during={inFlight.during}
                onInclude={selected.include}
                onExclude={selected.toggle}
                onDecided={(number) => {
                  setMode(undefined)
                  setDecided((before) => before + number)
                }}
                onDone={closeSelection}
              />
            ) : (
              id && (
                <OpenApproval
                  key={id}
                  id={id}
                  me={currentUser}
                  listHref={hrefOf({ id: undefined })}
                  mode={mode}
                  onModeChange={changeMode}
                  isDeciding={isDeciding}
                  onDecide={decide}
                />
              )
            )}
          </div>
        </div>
      )}
    </Page>
  )
}
