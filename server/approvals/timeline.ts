import type { Static } from 'typebox'
import type { WorkRun } from '../runs/schemas.ts'
import type { Approval } from './presentApproval.ts'
import type { TimelineEntry } from './requestSchemas.ts'

type Entry = Static<typeof TimelineEntry>
const verbs: Record<string, string> = { approve: 'approved', reject: 'rejected the request', requestChanges: 'requested changes' }

export interface Sentences {
  status: string
  asked: string
  approved: string
  done: string
  /** For requests without an approval: the requester and the time. */
  begun?: { at: string; person: Entry['person'] }
}

/** Describes an automatic decision; templates' reasons already start like this. */
export function atOnce(status: string, because: string): string {
  return because.startsWith('Approved automatically')
    ? because
    : `${status === 'approved' ? 'Approved' : 'Rejected'} automatically by the policy: ${because}`
}

export const votesDiscarded = 'Earlier votes no longer count'

export function timeline(request: Sentences, approvals: Approval[], work: Static<typeof WorkRun> | null): Entry[] {
  const entries: Entry[] = []
  const add = (at: string | null, kind: string, text: string, person: Entry['person'] = null, comment: string | null = null) => {
    if (at) entries.push({ at, kind, text, person, comment })
  }
  if (request.begun && approvals.length === 0) add(request.begun.at, 'submitted', request.asked, request.begun.person)
  approvals.forEach((approval, round) => {
    const who = approval.requester.displayName
    add(approval.openedAt, 'submitted', round === 0 ? request.asked : `${who} changed and resubmitted the request`, approval.requester)
    for (const said of approval.comments) add(said.at, 'comment', `${said.person.displayName} wrote`, said.person, said.comment)
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
    if (approval.status === 'cancelled')
      add(
        approval.closedAt,
        'cancelled',
        request.status === 'cancelled' && round === approvals.length - 1 ? `${who} withdrew the request` : votesDiscarded,
      )
    if (request.status === 'expired' && approval.status === 'changes_requested' && round === approvals.length - 1)
      add(approval.answerBy, 'expired', 'The request expired because it wasn’t resubmitted')
    if (approval.automatic !== null) add(approval.closedAt, approval.status, atOnce(approval.status, approval.automatic))
    else if (approval.status === 'approved') add(approval.closedAt, 'approved', request.approved)
  })
  for (const step of work?.steps ?? []) {
    if (step.status === 'succeeded') add(step.endedAt, 'step', `Done: ${step.title}`)
    if (step.status === 'skipped') add(step.endedAt, 'skipped', `Skipped: ${step.title}`, null, step.skipReason)
    if (step.status === 'failed') add(step.endedAt, 'failed', `Failed: ${step.title}`, null, step.error)
  }
  if (work?.cancellation) add(work.cancellation.at, 'cancelled', `Cancelled by ${work.cancellation.by}`, null, work.cancellation.reason)
  if (work?.status === 'succeeded' && work.undoes === null) add(work.endedAt, 'ready', request.done)
  return entries
    .map((entry, index) => ({ entry, index }))
    .sort((one, other) => one.entry.at.localeCompare(other.entry.at) || one.index - other.index)
    .map(({ entry }) => entry)
}
