import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Inbox, ListChecks } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isNotFound, isRefused } from '../../api/problem.ts'
import { getAccountApproval, listAccountApprovals, listPendingApprovals } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { subjectOf } from '../../shared/approvalSubject.ts'
import { Failed } from '../../shared/Failed.tsx'
import { reasonOf } from '../../shared/reasonOf.ts'
import type { ApprovalItem } from '../../shared/requestTypes.ts'
import { useGo } from '../../shared/useGo.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { announce } from '../../ui/LiveRegion.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SkeletonText } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { toast } from '../../ui/Toast.tsx'
import { ApprovalDetail, detailHeadingId } from './ApprovalDetail.tsx'
import { ApprovalList, approvalLinkId } from './ApprovalList.tsx'
import { BulkDecision } from './BulkDecision.tsx'
import { DecisionBox } from './DecisionBox.tsx'
import { alike, type Decision } from './outcome.ts'
import { useInboxKeys } from './useInboxKeys.ts'
import { useVote } from './useVote.ts'
import { useWide } from './useWide.ts'

const route = getRouteApi('/approvals')

/** What waits for one's decision, each with its evidence beside it; all by keyboard, and several at once. */
export function InboxPage() {
  const go = useGo()
  const { id, show } = route.useSearch()
  const wide = useWide()
  const pending = useQuery(listPendingApprovals())
  const all = useQuery({ ...listAccountApprovals(), enabled: show === 'all' })
  const list = show === 'all' ? all : pending
  const items = list.data
  const hrefOf = (to?: string) => paths.approvals(to, show)
  const [mode, setMode] = useState<Decision>()
  const [chosen, setChosen] = useState<readonly ApprovalItem[]>([])
  const vote = useVote()

  // On a wide screen something is always open, and the address says what.
  const first = items?.[0]?.id
  useEffect(() => {
    if (wide && !id && first) go(paths.approvals(first, show), { replace: true })
  }, [wide, id, first, show, go])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one was about to say belongs to what was open
  useEffect(() => setMode(undefined), [id, show])

  const move = (by: 1 | -1) => {
    if (!items || items.length === 0) return
    const at = items.findIndex((item) => item.id === id)
    const next = items[Math.min(items.length - 1, Math.max(0, at + by))]
    if (!next) return
    go(hrefOf(next.id), { replace: true })
    document.getElementById(approvalLinkId(next.id))?.focus()
  }
  const select = (item: string, on: boolean) => {
    const found = items?.find((one) => one.id === item)
    setMode(undefined)
    setChosen((old) => (on && found ? [...old, found] : old.filter((one) => one.id !== item)))
  }
  const current = items?.find((item) => item.id === id)
  const decidable = chosen.length > 0 || current?.can.decide === true
  useInboxKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => current?.can.decide === true && select(current.id, !chosen.some((one) => one.id === current.id)),
    a: () => decidable && setMode('approve'),
    r: () => decidable && setMode('reject'),
    c: () => decidable && setMode('requestChanges'),
    enter: () => document.getElementById(detailHeadingId)?.focus(),
  })

  const decided = async (item: ApprovalItem, decision: Decision, comment: string) => {
    const at = items?.findIndex((one) => one.id === item.id) ?? -1
    const next = items?.[at + 1] ?? items?.[at - 1]
    const result = await vote(item, decision, comment)
    if (result.tone === 'bad') {
      toast.bad('Your vote was not taken', { description: result.text })
      return
    }
    setMode(undefined)
    announce(`${subjectOf(item).name}: ${result.text}`)
    if (result.tone === 'info') {
      // Decided elsewhere: it stays open, and says by whom.
      toast.info(result.text)
      return
    }
    toast.ok(subjectOf(item).name, { description: result.text })
    if (show !== 'all') go(hrefOf(next && next.id !== item.id ? next.id : undefined), { replace: true })
    if (next) document.getElementById(approvalLinkId(next.id))?.focus()
  }
  const same = current && current.can.decide === true ? alike(current, items ?? []).filter((item) => item.can.decide === true) : []
  return (
    <Page
      title="Approvals"
      tabs={
        <Tabs
          label="Which approvals"
          current={show ?? 'waiting'}
          items={[
            { id: 'waiting', label: 'Waiting for me', href: paths.approvals(), ...(pending.data && { count: pending.data.length }) },
            { id: 'all', label: 'All of mine', href: paths.approvals(undefined, 'all') },
          ]}
        />
      }
    >
      {list.error && !items ? (
        <Panel>
          <Failed what="The approvals" error={list.error} onRetry={() => list.refetch()} />
        </Panel>
      ) : items?.length === 0 && !id ? (
        <Nothing all={show === 'all'} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)]">
          <section
            aria-label="The list"
            className={cx(
              'overflow-hidden rounded-md border border-line bg-surface lg:sticky lg:top-[calc(var(--sticky-top,0px)+1rem)] lg:max-h-[calc(100dvh-var(--bar)-2rem)] lg:overflow-y-auto',
              id && 'max-lg:hidden',
            )}
          >
            {same.length > 1 && (
              <div className="flex items-center justify-between gap-2 border-b border-line bg-sunken px-3 py-2">
                <span className="text-sm text-ink-2">{same.length} are alike</span>
                <Button
                  size="sm"
                  icon={ListChecks}
                  onClick={() => {
                    setMode(undefined)
                    setChosen(same)
                    announce(`${same.length} selected`)
                  }}
                >
                  Select all {same.length}
                </Button>
              </div>
            )}
            {items ? (
              items.length > 0 ? (
                <ApprovalList
                  items={items}
                  current={id}
                  selected={new Set(chosen.map((item) => item.id))}
                  hrefOf={hrefOf}
                  onSelect={select}
                />
              ) : (
                <p className="p-4 text-ink-2">Nothing else waits for you.</p>
              )
            ) : (
              <div className="p-3">
                <SkeletonText lines={9} />
              </div>
            )}
          </section>
          <div className={cx('min-w-0', !id && chosen.length === 0 && 'max-lg:hidden')}>
            {chosen.length > 0 ? (
              <BulkDecision items={chosen} mode={mode} onMode={setMode} onVote={vote} onDone={() => setChosen([])} />
            ) : (
              id && <Opened key={id} id={id} listHref={paths.approvals(undefined, show)} mode={mode} onMode={setMode} onDecided={decided} />
            )}
          </div>
        </div>
      )}
    </Page>
  )
}

interface OpenedProps {
  id: string
  listHref: string
  mode: Decision | undefined
  onMode: (mode: Decision | undefined) => void
  onDecided: (item: ApprovalItem, decision: Decision, comment: string) => Promise<void>
}

function Opened({ id, listHref, mode, onMode, onDecided }: OpenedProps) {
  const approval = useQuery(getAccountApproval(id))
  if (approval.error && !approval.data) {
    return (
      <Panel>
        <Failed what="This approval" error={approval.error} onRetry={() => approval.refetch()} />
      </Panel>
    )
  }
  if (!approval.data) {
    return (
      <Panel>
        <SkeletonText lines={14} />
      </Panel>
    )
  }
  // Others decided, or it was taken back: what was read before is still shown, but there is nothing to do.
  const gone = isRefused(approval.error) || isNotFound(approval.error)
  return (
    <ApprovalDetail approval={approval.data} gone={gone} listHref={listHref}>
      <DecisionBox
        what={subjectOf(approval.data).name}
        mode={mode}
        onMode={onMode}
        disabledReason={gone ? 'It is no longer yours to decide.' : reasonOf(approval.data, 'decide')}
        commentToApprove={approval.data.commentToApprove}
        onDecide={(decision, comment) => onDecided(approval.data, decision, comment)}
      />
    </ApprovalDetail>
  )
}

function Nothing({ all }: { all: boolean }) {
  return (
    <Panel>
      <EmptyState
        icon={Inbox}
        title={all ? 'You have decided on nothing yet' : 'Nothing waits for you'}
        action={!all && <Button href={paths.approvals(undefined, 'all')}>See what you decided</Button>}
      >
        {all
          ? 'What is routed to you as an owner of a family, a tower’s lead or a product’s approver comes here.'
          : 'When somebody asks for an account or a sandbox, a change of one, access to one, or a privileged role, that you decide on, it appears here by itself, and you are told.'}
      </EmptyState>
    </Panel>
  )
}
