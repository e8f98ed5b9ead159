import type { Static } from 'typebox'
import type { Run } from '../runs/schemas.ts'
import type { Approval } from './presentApproval.ts'
import type { TimelineEntry } from './requestSchemas.ts'

type Entry = Static<typeof TimelineEntry>
const verbs: Record<string, string> = { approve: 'approved', reject: 'rejected the request', requestChanges: 'requested changes' }

interface TimelineTexts {
  status: string
  submitted: string
  approved: string
  done: string
  /** The requester and the time of a request that has no approval. */
  submission?: { at: string; person: Entry['person'] }
  /** Set if a person reversed the request after its approval. */
  reversal?: Pick<Entry, 'at' | 'person' | 'text'>
}

/** Reasons from templates already start with “Approved automatically”. */
function automaticReason(status: string, reason: string): string {
  return reason.startsWith('Approved automatically')
    ? reason
    : `${status === 'approved' ? 'Approved' : 'Rejected'} automatically by the policy: ${reason}`
}

export const votesDiscarded = 'Earlier votes no longer count'

export function timeline(request: TimelineTexts, approvals: Approval[], run: Static<typeof Run> | null): Entry[] {
  const entries: Entry[] = []
  const add = (at: string | null, kind: string, text: string, person: Entry['person'] = null, comment: string | null = null) => {
    if (at) entries.push({ at, kind, text, person, comment })
  }
  if (request.submission && approvals.length === 0) add(request.submission.at, 'submitted', request.submitted, request.submission.person)
  approvals.forEach((approval, round) => {
    const requesterName = approval.requester.displayName
    add(
      approval.openedAt,
      'submitted',
      round === 0 ? request.submitted : `${requesterName} changed and resubmitted the request`,
      approval.requester,
    )
    for (const commentEntry of approval.comments)
      add(commentEntry.at, 'comment', `${commentEntry.person.displayName} wrote`, commentEntry.person, commentEntry.comment)
    for (const stage of approval.stages) {
      if (stage.stage > 1) add(stage.openedAt, 'stage', `Moved to ${stage.name}`)
      for (const vote of stage.decisions)
        add(
          vote.at,
          vote.decision,
          `${vote.person.displayName}${vote.onBehalfOf ? ` for ${vote.onBehalfOf.displayName}` : ''} ${verbs[vote.decision] ?? vote.decision}${vote.decision === 'approve' ? ` as ${stage.name}` : ''}`,
          vote.person,
          vote.comment || null,
        )
    }
    if (approval.status === 'expired') add(approval.closedAt, 'expired', 'The request expired without a decision')
    if (approval.status === 'cancelled') {
      const isWithdrawn = request.status === 'cancelled' && round === approvals.length - 1
      const hasVotes = approval.stages.some(({ decisions }) => decisions.length > 0)
      if (isWithdrawn) add(approval.closedAt, 'cancelled', `${requesterName} withdrew the request`)
      else if (hasVotes) add(approval.closedAt, 'cancelled', votesDiscarded)
    }
    if (request.status === 'expired' && approval.status === 'changes_requested' && round === approvals.length - 1)
      add(approval.resubmitBy, 'expired', 'The request expired because it wasn’t resubmitted')
    if (approval.automatic !== null) add(approval.closedAt, approval.status, automaticReason(approval.status, approval.automatic))
    else if (approval.status === 'approved') add(approval.closedAt, 'approved', request.approved)
  })
  if (request.reversal) add(request.reversal.at, 'cancelled', request.reversal.text, request.reversal.person)
  for (const step of run?.steps ?? []) {
    if (step.status === 'succeeded') add(step.endedAt, 'step', `Done: ${step.title}`)
    if (step.status === 'skipped') add(step.endedAt, 'skipped', `Skipped: ${step.title}`, null, step.skipReason)
    if (step.status === 'failed') add(step.endedAt, 'failed', `Failed: ${step.title}`, null, step.error)
  }
  if (run?.cancellation) add(run.cancellation.at, 'cancelled', `Cancelled by ${run.cancellation.by}`, null, run.cancellation.reason)
  if (run?.status === 'succeeded' && run.undoes === null) add(run.endedAt, 'ready', request.done)
  return entries
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => a.entry.at.localeCompare(b.entry.at) || a.index - b.index)
    .map(({ entry }) => entry)
}
