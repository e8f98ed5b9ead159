import { useQuery } from '@tanstack/react-query'
import { ArrowRight, ChevronLeft, ChevronRight, Download, FlaskConical, TriangleAlert } from 'lucide-react'
import { listPolicyReplayChanges } from '../../../api/approvalPolicies.ts'
import { problemOf } from '../../../api/problem.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { pathOfSubject } from '../../../subjects.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatNumber } from '../../../ui/format.ts'
import { BareLink, Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { Status } from '../../../ui/Status.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { ChangeArrow } from './ChangeArrow.tsx'
import { downloadReplay } from './downloadReplay.ts'
import { policyLabels } from './labels.ts'
import { changeDisplays, changeKinds, countsOf, describeHours, describeReplayOutcome, votesLabels } from './replayLabels.ts'
import type { ApprovalPolicy, ChangeKind, Replay, ReplayChange } from './types.ts'

const size = 25

interface ReplayChangesProps {
  policy: Pick<ApprovalPolicy, 'id' | 'version'>
  replay: Replay
  change: ChangeKind | undefined
  page: number
}

export function ReplayChanges({ policy, replay, change, page }: ReplayChangesProps) {
  const { id, version } = policy
  const list = useQuery(listPolicyReplayChanges(id, version, { page, size, ...(change && { filter: `change==${change}` }) }))
  const counts = countsOf(replay)
  const buildHref = (to: { change?: ChangeKind | undefined; page?: number }) => paths.policy(id, { version, tab: 'replay', ...to })
  const download = async () => {
    try {
      await downloadReplay(id, version)
    } catch (error) {
      toast.bad('Download failed', { description: problemOf(error).message })
    }
  }
  const pages = Math.max(1, Math.ceil((list.data?.total ?? 0) / size))
  return (
    <Panel
      flush
      title={policyLabels.differences}
      description="The most important changes are listed first."
      actions={
        <Button size="sm" icon={Download} onClick={() => void download()}>
          Download CSV
        </Button>
      }
    >
      <nav aria-label="Kind of change" className="flex flex-wrap gap-1.5 border-b border-line px-4 py-2.5">
        <Chip href={buildHref({})} isSelected={change === undefined} label="All" count={sum(Object.values(counts))} />
        {changeKinds
          .filter((kind) => counts[kind] > 0)
          .map((kind) => (
            <Chip
              key={kind}
              href={buildHref({ change: kind })}
              isSelected={change === kind}
              label={changeDisplays[kind].label}
              count={counts[kind]}
            />
          ))}
      </nav>
      {list.error && !list.data ? (
        <div className="p-4">
          <LoadError subject="changed requests" error={list.error} onRetry={() => list.refetch()} />
        </div>
      ) : list.data ? (
        <ul aria-label={policyLabels.differences} className="divide-y divide-line">
          {list.data.items.map((item) => (
            <Row key={item.id} item={item} tryHref={paths.policy(id, { version, tab: 'try', request: item.id })} />
          ))}
        </ul>
      ) : (
        <div className="p-4">
          <SkeletonText lines={8} />
        </div>
      )}
      {pages > 1 && (
        <div className="flex items-center justify-end gap-2 border-t border-line bg-sunken px-4 py-2 text-sm">
          <span role="status" className="flex-1 text-ink-2 tabular-nums">
            Page {page} of {formatNumber(pages)}
          </span>
          <Button
            size="sm"
            icon={ChevronLeft}
            href={buildHref({ change, page: page - 1 })}
            disabledReason={page <= 1 ? 'This is the first page.' : undefined}
          >
            Previous
          </Button>
          <Button
            size="sm"
            iconEnd={ChevronRight}
            href={buildHref({ change, page: page + 1 })}
            disabledReason={page >= pages ? 'This is the last page.' : undefined}
          >
            Next
          </Button>
        </div>
      )}
    </Panel>
  )
}

const sum = (counts: number[]) => counts.reduce((total, each) => total + each, 0)

function Chip({ href, isSelected, label, count }: { href: string; isSelected: boolean; label: string; count: number }) {
  return (
    <BareLink
      href={href}
      aria-current={isSelected ? 'true' : undefined}
      className={cx(
        'flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-sm',
        isSelected ? 'border-accent bg-selected font-medium' : 'border-line-mid text-ink-2 hover:bg-hover',
      )}
    >
      {label}
      <span className="text-ink-3 tabular-nums">{formatNumber(count)}</span>
    </BareLink>
  )
}

function Row({ item, tryHref }: { item: ReplayChange; tryHref: string }) {
  const { tone, label: changeLabel } = changeDisplays[item.change]
  const label = item.simulated.votes ? votesLabels[item.simulated.votes] : changeLabel
  const name = item.name || item.reference || 'A request'
  const [before, after] = [describeReplayOutcome(item.actual), describeReplayOutcome(item.simulated)]
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)_12rem]">
      <div className="min-w-0">
        <Link variant="name" className="wrap-anywhere" href={pathOfSubject(item.subjectKind, item.subjectId)}>
          {name}
        </Link>
        <p className="text-sm text-ink-2">
          {item.requester.displayName}, <DateTime at={item.requestedAt} time={false} />
          {item.rounds > 1 && `, round ${item.round} of ${item.rounds}`}
        </p>
        {item.reference && item.reference !== name && <p className="text-xs text-ink-3">{item.reference}</p>}
      </div>
      <div className="min-w-0 space-y-1">
        <Status tone={tone}>{label}</Status>
        <p className="text-sm wrap-anywhere text-ink-2">
          {before !== after && <span className="sr-only">Actual: </span>}
          {before}
        </p>
        {before !== after && (
          <p className="text-sm wrap-anywhere">
            <ArrowRight size={13} aria-hidden className="mr-1 inline-block align-[-0.1em] text-ink-3" />
            <span className="sr-only">With the draft: </span>
            {after}
          </p>
        )}
        {item.simulated.differences?.map((difference) => (
          <p key={difference} className="text-sm wrap-anywhere">
            {difference}
          </p>
        ))}
        {item.simulated.reading && <p className="text-sm wrap-anywhere text-ink-2">Because {item.simulated.reading}.</p>}
        {item.remark && (
          <p className="flex gap-1.5 text-sm text-warn">
            <TriangleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
            {item.remark}
          </p>
        )}
      </div>
      <div className="space-y-1 text-sm text-ink-2">
        <p>
          Wait: {describeHours(item.waits.before)}
          {describeHours(item.waits.before) === describeHours(item.waits.after) ? null : (
            <>
              {' '}
              <ChangeArrow /> {describeHours(item.waits.after)}
            </>
          )}
        </p>
        <p className="tabular-nums">
          Notifications: {item.notifications.before} <ChangeArrow /> {item.notifications.after}
        </p>
        <Button size="sm" variant="quiet" icon={FlaskConical} className="-ml-2" href={tryHref}>
          {policyLabels.viewReason}
          <span className="sr-only"> for {name}</span>
        </Button>
      </div>
    </li>
  )
}
