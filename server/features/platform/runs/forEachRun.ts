import type { Static } from 'typebox'
import type { Actor } from '../../../auth/actor.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { writeAudit, writeItemFailure } from '../../../http/audit.ts'
import { failureOf } from '../../../http/failures.ts'
import type { RunResults } from '../../../runs/schemas.ts'
import { publishChange } from '../../../workflows/changes.ts'

interface Call {
  db: Db
  actor: Actor
  operation: string
  requestId: string
}
export interface SystemAction {
  subject: { kind: string; id: string }
  name: string | null
  before: object
  after: object
}
type Result = Static<typeof RunResults>['results'][number]

/**
 * Changes several runs, each in its own transaction with its own audit event, so that a run that can't be changed doesn't affect the
 * others.
 */
export async function forEachRun(
  { db, ...trace }: Call,
  runIds: readonly string[],
  callback: (tx: Db, runId: string) => Promise<SystemAction>,
): Promise<Static<typeof RunResults>> {
  const results: Result[] = []
  const missingEvents: (() => Promise<boolean>)[] = []
  for (const runId of runIds) {
    try {
      const name = await inTransaction(db, async (tx) => {
        const { name, ...action } = await callback(tx, runId)
        await writeAudit(tx, { ...trace, ...action, outcome: 'allowed' })
        await publishChange(tx, action.subject)
        return name
      })
      results.push({ runId, name, outcome: 'done' })
    } catch (error) {
      const failure = failureOf(error)
      const isExpected = error instanceof Failure
      const record = { ...trace, subject: { kind: 'workRun', id: runId }, outcome: isExpected ? ('denied' as const) : ('failed' as const) }
      const write = () => writeItemFailure(db, failure, record)
      if (!(await write())) missingEvents.push(write)
      results.push({ runId, name: null, outcome: isExpected ? 'denied' : 'failed', reason: failure.message })
    }
  }
  for (const write of missingEvents) await write()
  const succeededCount = results.filter(({ outcome }) => outcome === 'done').length
  return { done: succeededCount, denied: results.length - succeededCount, results }
}
