import { findApprovalSubject } from '../../../approvals/subject.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { notify } from '../../../notifications/notify.ts'

interface Round {
  id: string
  subject_kind: string
  subject_id: string
  requester_id: string
}

export const reassignmentTitles = {
  reassigned: (person: string, decision: string) => `${person} reassigned a decision to you: ${decision}`,
  declined: (person: string, decision: string) => `${person} declined a decision you reassigned: ${decision}`,
  revoked: (person: string, decision: string) => `${person} revoked a reassignment to you: ${decision}`,
}

const titleOf = async (db: Db, round: Round) => (await findApprovalSubject(round.subject_kind).notification(db, round.subject_id)).title

export async function notifyReassigned(
  db: Db,
  round: Round,
  { id, to, comment, actorName }: { id: string; to: string; comment: string; actorName: string },
): Promise<void> {
  const key = `reassigned:${id}`
  await notify(db, [to], {
    kind: 'decisionReassigned',
    subjectKind: 'approval',
    subjectId: round.id,
    title: reassignmentTitles.reassigned(actorName, await titleOf(db, round)),
    body: `“${comment}” The reassignment is for this request only, and you can decline it.`,
    key,
  })
  await notify(db, [round.requester_id], {
    kind: 'decisionEscalated',
    subjectKind: round.subject_kind,
    subjectId: round.subject_id,
    title: 'Another person can decide on your request',
    body: `Reassigned by ${actorName}.`,
    key,
  })
}

export async function notifyReassignmentRevoked(
  db: Db,
  round: Round,
  { id, person_id, receiver_id, actor }: { id: string; person_id: string; receiver_id: string; actor: Person },
): Promise<void> {
  const isRevokedByReceiver = actor.id === receiver_id
  await notify(db, [isRevokedByReceiver ? person_id : receiver_id], {
    kind: 'decisionReassigned',
    subjectKind: 'approval',
    subjectId: round.id,
    title: reassignmentTitles[isRevokedByReceiver ? 'declined' : 'revoked'](actor.displayName, await titleOf(db, round)),
    body: isRevokedByReceiver ? 'The decision is waiting for you again.' : 'You no longer need to decide on it.',
    key: `undone:${id}`,
  })
}
