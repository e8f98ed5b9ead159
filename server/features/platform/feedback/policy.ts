import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { FeedbackStatus } from '../../../db/tables.ts'

interface FeedbackFacts {
  personId: string
  status: FeedbackStatus
}

export function canSeeFeedback(actor: Person, { personId }: Pick<FeedbackFacts, 'personId'>): Verdict {
  return personId === actor.id || actor.admin || actor.auditor
    ? true
    : 'Only the author, administrators and auditors can see this feedback.'
}

export function canDeleteFeedback(actor: Person, { personId, status }: FeedbackFacts): Verdict {
  if (actor.admin) return true
  if (personId !== actor.id) return 'Only administrators can delete other people’s feedback.'
  return status === 'new' ? true : 'This feedback has already been read. Ask an administrator to delete it.'
}

export function feedbackCan(actor: Person, facts: FeedbackFacts): { triage: Verdict; delete: Verdict } {
  return {
    triage: actor.admin ? true : 'Only administrators can reply to feedback.',
    delete: canDeleteFeedback(actor, facts),
  }
}
