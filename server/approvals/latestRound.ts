import type { Db } from '../db/database.ts'

export function latestRound(db: Db, subjectKind: string, subjectId: string) {
  return db
    .selectFrom('approvals')
    .select('id')
    .where('subject_kind', '=', subjectKind)
    .where('subject_id', '=', subjectId)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
}

/** Selects the round in which a vote on the request counts. Rounds that needed no approvers are skipped. */
export const latestVotableRound = (db: Db, kind: string, subjectId: string) =>
  latestRound(db, kind, subjectId).where('automatic', 'is', null)
