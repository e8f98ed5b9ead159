import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../paths.ts'
import { ApproversPanel } from '../../../shared/ApproversPanel.tsx'
import { approvalLabels } from '../../../shared/approvalLabels.ts'
import type { ApprovalWithEvidence } from '../../../shared/requestTypes.ts'
import { SubjectDeadline } from '../../../shared/SubjectDeadline.tsx'
import { useIsAdmin } from '../../../shared/useIsAdmin.ts'
import { subjectOf } from '../../../subjects.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Link } from '../../../ui/Link.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import { ReassignmentBanner } from '../reassignment/ReassignmentBanner.tsx'
import { Comments } from './Comments.tsx'
import { EvidencePanel } from './EvidencePanel.tsx'
import { inboxLabels } from './labels.ts'
import { WaitingTime } from './WaitingTime.tsx'

export const detailHeadingId = 'approval-detail'

interface ApprovalDetailProps {
  approval: ApprovalWithEvidence
  /** True if the reader can no longer see the approval. The page then shows its last known state. */
  isMissing: boolean
  listHref: string
  me: string | undefined
  children: ReactNode
}

export function ApprovalDetail({ approval, isMissing, listHref, me, children }: ApprovalDetailProps) {
  const { requester } = approval
  const subject = subjectOf(approval)
  const { name, title, reference, href, linkLabel, place, deadline } = subject
  const isAdmin = useIsAdmin()
  const isPending = approval.status === 'pending'
  const canAddSubstitute = isAdmin && isPending && !subject.neverCovered && approval.can.decide !== true
  return (
    <article aria-labelledby={detailHeadingId} className="rounded-md border border-line bg-surface">
      <header className="rule-double px-4 py-3 sm:px-5">
        <p className="mb-1 lg:hidden">
          <BackLink listHref={listHref} />
        </p>
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 id={detailHeadingId} tabIndex={-1} className="min-w-0 flex-1 text-lg wrap-anywhere outline-none">
            {name}
          </h2>
          <Link href={href}>{reference ?? linkLabel ?? 'Open request'}</Link>
        </div>
        <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-ink-2">
          <PersonChip person={requester} />
          <span>
            {approval.previousRound ? approvalLabels.resubmitted : 'requested'} <RelativeTime at={approval.openedAt} />
            {place && ` for ${place}`}
            {title && `: ${title.charAt(0).toLocaleLowerCase()}${title.slice(1)}`}
          </span>
        </p>
      </header>
      {isPending && !isMissing && <WaitingTime approval={approval} me={me} deadline={deadline?.withdrawnAt} />}
      {deadline && isPending && !isMissing && (
        <div className="px-4 pt-4 sm:px-5">
          <SubjectDeadline deadline={deadline} />
        </div>
      )}
      {isMissing ? (
        <div className="px-4 pt-4 sm:px-5">
          <Banner tone="info" title={inboxLabels.goneTitle}>
            The request was withdrawn or changed, or other approvers decided. Your vote isn’t needed.
          </Banner>
        </div>
      ) : (
        !isPending && <DecidedApproval approval={approval} statusSentence={subject.statusSentence} />
      )}
      <EvidencePanel approval={approval} view={subject.evidence} />
      <section className="border-t border-line px-4 py-4 sm:px-5">
        <h3 className="mb-2 text-sm font-semibold text-ink-2">Approvers</h3>
        <ApproversPanel approval={approval} deadline={deadline} />
        {!isMissing && <ReassignmentBanner approval={approval} me={me} />}
        {canAddSubstitute && (
          <p className="mt-3 text-sm">
            <Link href={paths.substitute(approval.id)}>Add substitute approver</Link>
          </p>
        )}
      </section>
      {approval.comments.length > 0 && (
        <section className="border-t border-line px-4 py-4 sm:px-5">
          <h3 className="mb-2 text-sm font-semibold text-ink-2">{inboxLabels.comments}</h3>
          <Comments comments={approval.comments} />
        </section>
      )}
      <footer className="sticky bottom-0 z-10 rounded-b-md border-t border-line bg-sunken px-4 py-3 sm:px-5">{children}</footer>
    </article>
  )
}

const outcomeLabels: Record<Exclude<ApprovalWithEvidence['status'], 'pending'>, string> = {
  approved: 'This request was approved.',
  rejected: 'This request was rejected.',
  changes_requested: 'Changes were requested. The approval restarts when the request is resubmitted.',
  cancelled: 'This round has ended because the request was changed or withdrawn.',
  expired: 'This request expired without a decision.',
}

function DecidedApproval({ approval, statusSentence }: { approval: ApprovalWithEvidence; statusSentence: string | undefined }) {
  const last = approval.stages.flatMap((stage) => stage.decisions).at(-1)
  return (
    <div className="px-4 pt-4 sm:px-5">
      <Banner tone="info" title={outcomeLabels[approval.status] ?? 'This request already has a decision.'}>
        {last && approval.closedAt && (
          <>
            Last vote by {last.person.displayName}, <RelativeTime at={last.at} />.
          </>
        )}
        {statusSentence && ` ${statusSentence}`}
        {approval.latestRound && (
          <p>
            <Link href={paths.approvals({ show: 'all', id: approval.latestRound })}>{inboxLabels.newRound}</Link>
          </p>
        )}
        {approval.evidenceRecorded && approval.closedAt && (
          <p>
            {inboxLabels.evidenceAsOf} <DateTime at={approval.closedAt} />.
          </p>
        )}
      </Banner>
    </div>
  )
}

function BackLink({ listHref }: { listHref: string }) {
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <Link
      href={listHref}
      variant="quiet"
      className="inline-flex items-center gap-1"
      onClick={(event) => {
        if (!canGoBack || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        history.back()
      }}
    >
      <ArrowLeft size={14} aria-hidden /> {canGoBack ? inboxLabels.back : inboxLabels.list}
    </Link>
  )
}
