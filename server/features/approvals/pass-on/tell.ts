import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { notify } from '../../../notifications/notify.ts'
import { approvalSubjects } from '../inbox/subjects.ts'

interface Round {
  id: string
  subject_kind: string
  subject_id: string
  requester_id: string
}

const titleOf = async (db: Db, round: Round) =>
  (await approvalSubjects[round.subject_kind]?.notice(db, round.subject_id))?.title ?? 'a request'

/** Whoever is to decide is told, and whoever asked. */
export async function tellPassedOn(
  db: Db,
  round: Round,
  { id, to, comment, actorName }: { id: string; to: string; comment: string; actorName: string },
): Promise<void> {
  const key = `passedOn:${id}`
  await notify(db, [to], {
    kind: 'decisionPassedOn',
    subjectKind: 'approval',
    subjectId: round.id,
    title: `${actorName} passes a decision on to you: ${await titleOf(db, round)}`,
    body: `“${comment}” It is for this request alone, and you can hand it back.`,
    key,
  })
  await notify(db, [round.requester_id], {
    kind: 'decisionEscalated',
    subjectKind: round.subject_kind,
    subjectId: round.subject_id,
    title: 'Somebody else may decide on your request now',
    body: `${actorName} has passed it on, since they decide it better.`,
    key,
  })
}

/** The other of the two is told. */
export async function tellTakenBack(
  db: Db,
  round: Round,
  { id, person_id, receiver_id, actor }: { id: string; person_id: string; receiver_id: string; actor: Person },
): Promise<void> {
  const handedBack = actor.id === receiver_id
  await notify(db, [handedBack ? person_id : receiver_id], {
    kind: 'decisionPassedOn',
    subjectKind: 'approval',
    subjectId: round.id,
    title: `${actor.displayName} ${handedBack ? 'hands a decision back to you' : 'has taken a decision back'}: ${await titleOf(db, round)}`,
    body: handedBack ? 'It waits for you again.' : 'You need not decide on it any more.',
    key: `takenBack:${id}`,
  })
}
