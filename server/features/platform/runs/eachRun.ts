import type { Static } from 'typebox'
import type { Actor } from '../../../auth/actor.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { writeAudit } from '../../../http/audit.ts'
import { failureOf } from '../../../http/failures.ts'
import type { RunResults } from '../../../runs/schemas.ts'
import { announce } from '../../../workflows/changes.ts'

interface Call {
  db: Db
  actor: Actor
  operation: string
  requestId: string
  /** What the call as a whole leaves. */
  audit(event: { subject: { kind: string; id: string }; after: unknown }): void
}
/** What was done to one of them, for the audit. */
export interface Deed {
  subject: { kind: string; id: string }
  name: string | null
  before: object
  after: object
}
type Result = Static<typeof RunResults>['results'][number]

/** Does something to several runs, each in a transaction of its own and with its own line in the audit: what one refuses keeps no other from it. */
export async function eachRun(
  { db, audit, ...trace }: Call,
  runIds: readonly string[],
  work: (tx: Db, runId: string) => Promise<Deed>,
): Promise<Static<typeof RunResults>> {
  const results: Result[] = []
  for (const runId of runIds) {
    try {
      const name = await inTransaction(db, async (tx) => {
        const { name, ...deed } = await work(tx, runId)
        await writeAudit(tx, { ...trace, ...deed, outcome: 'allowed' })
        await announce(tx, deed.subject)
        return name
      })
      results.push({ runId, name, outcome: 'done' })
    } catch (error) {
      const { message } = failureOf(error)
      const refused = error instanceof Failure
      await writeAudit(db, { ...trace, subject: { kind: 'workRun', id: runId }, outcome: refused ? 'denied' : 'failed', reason: message })
      results.push({ runId, name: null, outcome: refused ? 'refused' : 'failed', reason: message })
    }
  }
  const done = results.filter(({ outcome }) => outcome === 'done').length
  audit({ subject: { kind: 'workList', id: 'work' }, after: { runIds, done, refused: results.length - done } })
  return { done, refused: results.length - done, results }
}
