import type { Db } from '../../../db/database.ts'
import { announce } from '../../../workflows/changes.ts'

interface Which {
  /** Default: the sessions of all people. */
  personId?: string
  sessionId?: string
  /** Session that stays open. */
  except?: string | undefined
  now: Date
}

/** Ends sessions and their live-update streams in the caller's transaction. @returns the number of sessions that were open */
export async function endSessions(db: Db, { personId, sessionId, except, now }: Which): Promise<number> {
  let update = db.updateTable('sessions').set({ ended_at: now, access_token: null }).where('ended_at', 'is', null)
  if (personId) update = update.where('person_id', '=', personId)
  if (sessionId) update = update.where('id', '=', sessionId)
  if (except) update = update.where('id', '<>', except)
  const ended = await update.returning('person_id').execute()
  if (ended.length > 0) await announce(db, { kind: 'sessionEnded', id: personId ?? '', ...(personId ? { people: [personId] } : {}) })
  return ended.length
}

/** Session id of a credential; undefined for a token. */
export const sessionOf = (credential: string): string | undefined => /^session:(.+)$/.exec(credential)?.[1]
