import type { Db } from '../../../db/database.ts'
import { publishChange } from '../../../workflows/changes.ts'

interface SessionFilter {
  /** Without a person, the sessions of all people end. */
  personId?: string
  sessionId?: string
  except?: string | undefined
  now: Date
}

/** Ends sessions and their live-update streams in the caller's transaction. @returns the number of sessions that were open */
export async function endSessions(db: Db, { personId, sessionId, except, now }: SessionFilter): Promise<number> {
  let update = db.updateTable('sessions').set({ ended_at: now, access_token: null }).where('ended_at', 'is', null)
  if (personId) update = update.where('person_id', '=', personId)
  if (sessionId) update = update.where('id', '=', sessionId)
  if (except) update = update.where('id', '<>', except)
  const endedSessions = await update.returning('person_id').execute()
  if (endedSessions.length > 0)
    await publishChange(db, { kind: 'sessionEnded', id: personId ?? '', ...(personId ? { people: [personId] } : {}) })
  return endedSessions.length
}

export const sessionOf = (credential: string): string | undefined => /^session:(.+)$/.exec(credential)?.[1]
