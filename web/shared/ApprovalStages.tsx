import { Check, Circle, Hourglass, MessageSquareReply, Minus, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../ui/cx.ts'
import type { Icon } from '../ui/icon.ts'
import { announce } from '../ui/LiveRegion.tsx'
import { PersonChip } from '../ui/Person.tsx'
import { RelativeTime } from '../ui/Time.tsx'
import { useNow } from '../ui/useNow.ts'
import { ApproverList } from './ApproverList.tsx'
import { approvalLabels, describeOnBehalf, voteLabels } from './approvalLabels.ts'
import type { Approval, ApprovalPreview, ApprovalStage } from './requestTypes.ts'
import { voteVerbs } from './voteVerbs.ts'
import { describeSince, describeUsualLimit, describeWait } from './waits.ts'

const displays: Record<string, { Icon: Icon; dot: string; label: string }> = {
  waiting: { Icon: Circle, dot: 'border-line-strong border-dashed text-transparent bg-surface', label: 'Not started' },
  open: { Icon: Hourglass, dot: 'border-info text-info bg-info-soft', label: 'Pending' },
  approved: { Icon: Check, dot: 'border-accent bg-accent text-on-accent', label: 'Approved' },
  rejected: { Icon: X, dot: 'border-bad-fill bg-bad-fill text-[#fff]', label: 'Rejected' },
  changes_requested: { Icon: MessageSquareReply, dot: 'border-warn text-warn bg-warn-soft', label: 'Changes requested' },
  expired: { Icon: Minus, dot: 'border-line-strong text-ink-2 bg-sunken', label: 'Expired' },
  cancelled: { Icon: Minus, dot: 'border-line-strong text-ink-2 bg-sunken', label: 'Not needed' },
}
const displayOf = (status: string) => displays[status] ?? displays.waiting!

/** Shows approvers, times and decisions. Changes are announced to screen readers. `<ApprovalStages approval={approval} />` */
export function ApprovalStages({ approval }: { approval: Approval }) {
  const knownStatuses = useRef(new Map<string, string>())
  useEffect(() => {
    for (const stage of approval.stages) {
      const key = `${approval.id} ${stage.stage}`
      const before = knownStatuses.current.get(key)
      if (before !== undefined && before !== stage.status)
        announce(`${stage.name}: ${displayOf(shownStatus(approval, stage)).label.toLowerCase()}`)
      knownStatuses.current.set(key, stage.status)
    }
  }, [approval])
  if (approval.automatic !== null) return <AutomaticDecision outcome={approval.status} reason={approval.automatic} />
  return (
    <ol aria-label={approvalLabels.stages}>
      {approval.stages.map((stage, index) => (
        <StageRow
          key={stage.stage}
          name={stage.name}
          status={shownStatus(approval, stage)}
          last={index === approval.stages.length - 1}
          aside={<StageTiming stage={{ ...stage, status: shownStatus(approval, stage) }} />}
        >
          {(stage.status === 'open' || stage.status === 'waiting') && <ApproverList people={stage.approvers} minimum={stage.minimum} />}
          {stage.decisions.map((vote) => (
            <Vote key={vote.person.id} vote={vote} />
          ))}
          {stage.status === 'open' && stage.decisions.length > 0 && (
            <p className="mt-1 text-sm text-ink-2">{approvalLabels.votesNeeded(stage.missing)}</p>
          )}
          <UsualWait wait={stage.usualWait} />
        </StageRow>
      ))}
    </ol>
  )
}

/** After requested changes, the approval restarts, so the remaining stages are still needed. */
function shownStatus({ status }: Approval, stage: ApprovalStage): string {
  return status === 'changes_requested' && stage.status === 'cancelled' ? 'waiting' : stage.status
}

const outcomeDisplays: Record<string, { Icon: Icon; tone: string; label: string }> = {
  approved: { Icon: Check, tone: 'text-accent', label: 'Approved automatically' },
  rejected: { Icon: X, tone: 'text-bad', label: 'Rejected automatically' },
  noStage: { Icon: X, tone: 'text-bad', label: 'Requests are currently unavailable' },
}

export const automaticOutcomeLabel = (outcome: string): string => outcomeDisplays[outcome]?.label ?? outcome

function AutomaticDecision({ outcome, reason }: { outcome: string; reason: string }) {
  const { Icon: Glyph, tone, label } = outcomeDisplays[outcome] ?? outcomeDisplays['approved']!
  // A template's own reason starts with the label.
  const explanation = reason.replace(/^Approved (at once|automatically): /, '')
  return (
    <p className="flex gap-2">
      <Glyph aria-hidden size={18} className={cx('mt-0.5 shrink-0', tone)} />
      <span>
        <strong className="font-medium">{label}.</strong>{' '}
        <span className="text-ink-2">{explanation.charAt(0).toUpperCase() + explanation.slice(1)}</span>
      </span>
    </p>
  )
}

export function ApprovalStagesPreview({ preview }: { preview: ApprovalPreview }) {
  if (preview.automatic) return <AutomaticDecision {...preview.automatic} />
  return (
    <ol aria-label={approvalLabels.approvers}>
      {preview.stages.map((stage, index) => (
        // Stages of a policy can share a name, and their order is fixed.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <StageRow key={index} name={stage.name} status="waiting" number={index + 1} last={index === preview.stages.length - 1}>
          {stage.condition && <p className="text-sm text-ink-2">Required because {stage.condition}.</p>}
          <ApproverList people={stage.people} minimum={stage.minimum} />
          {stage.fallback && stage.people.length > 0 && (
            <p className="mt-1 text-sm text-warn">These are the fallback approvers, because this role has no approver for your request.</p>
          )}
          <UsualWait wait={stage.usualWait} />
        </StageRow>
      ))}
    </ol>
  )
}

function UsualWait({ wait }: { wait: ApprovalStage['usualWait'] }) {
  if (!wait) return null
  const limit = describeUsualLimit(wait)
  return (
    <p className="mt-1 text-sm text-ink-2">
      {approvalLabels.usualWait} <strong className="font-medium text-ink">{describeWait(wait.medianHours)}</strong>
      {limit && `, ${approvalLabels.usualLimit(limit)}`}.
    </p>
  )
}

function StageRow(props: { name: string; status: string; number?: number; last: boolean; aside?: ReactNode; children: ReactNode }) {
  const { name, status, number, last, aside, children } = props
  const { Icon: Glyph, dot, label } = displayOf(status)
  return (
    <li className="relative flex gap-3 pb-5 last:pb-0" data-stage-status={status}>
      {!last && (
        <span
          aria-hidden
          className={cx('absolute top-6 bottom-0 left-[0.6875rem] w-px', status === 'approved' ? 'bg-accent' : 'bg-line')}
        />
      )}
      <span
        aria-hidden
        className={cx(
          'z-1 grid size-[1.4375rem] shrink-0 place-content-center rounded-full border',
          number === undefined ? dot : 'border-line-strong bg-surface text-2xs font-semibold text-ink-2',
        )}
      >
        {number ?? <Glyph size={13} strokeWidth={2.75} />}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <span className={cx('font-medium', status === 'cancelled' && 'text-ink-2')}>
            {name}
            {number === undefined && <span className="sr-only">, {label.toLowerCase()}</span>}
          </span>
          {aside && <span className="ml-auto text-sm text-ink-2">{aside}</span>}
        </div>
        {children}
      </div>
    </li>
  )
}

function StageTiming({ stage }: { stage: ApprovalStage }) {
  const now = useNow('halfMinute')
  if (stage.status === 'open' && stage.openedAt) return `${approvalLabels.waiting} ${describeSince(stage.openedAt, now)}`
  if (stage.status === 'waiting' || stage.status === 'cancelled' || stage.status === 'expired') return displayOf(stage.status).label
  return stage.closedAt ? <RelativeTime at={stage.closedAt} /> : null
}

type StageVote = ApprovalStage['decisions'][number]

export function Vote({ vote }: { vote: StageVote }) {
  return (
    <div className="mt-1">
      <p className="text-ink-2">
        <PersonChip person={vote.person} /> {voteVerbs[vote.decision] ?? vote.decision}
        {vote.onBehalfOf && ` ${describeOnBehalf(vote.onBehalfOf.displayName)}`}{' '}
        <span className="text-sm">
          <RelativeTime at={vote.at} />
        </span>
      </p>
      {vote.comment && (
        <blockquote className="mt-1 border-l-3 border-line-mid pl-3 wrap-anywhere whitespace-pre-line">{vote.comment}</blockquote>
      )}
      {!vote.counts && <p className="mt-0.5 text-sm text-warn">{voteLabels[vote.reason ?? 'stageClosed']}</p>}
    </div>
  )
}
