import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { recordSystemEvent } from '../audit/recordSystemEvent.ts'
import type { Db } from '../db/database.ts'
import type { RestoreKind } from '../db/tables.ts'
import { publishChange } from '../workflows/changes.ts'
import { restoreKind } from '../workflows/restorePause.ts'

interface NewRestore {
  kind: RestoreKind
  dataAt: Date
  restoredBy: string
  findings?: string[]
}

/**
 * Records a restore in the caller's transaction, which must have the privileges of the owner. After the commit, nothing starts that changes
 * external systems until an administrator accepts the report, and runs in progress stop at their next checkpoint. All sessions end, because
 * sessions that ended after the time of the data would be valid again. An open restore is replaced with its reports.
 */
export async function recordRestore(tx: Db, { kind, dataAt, restoredBy, findings = [] }: NewRestore): Promise<string> {
  const id = uuidv7()
  await tx
    .insertInto('database_restores')
    .values({ id, kind, data_at: dataAt, restored_by: restoredBy.slice(0, 200) || 'unknown' })
    .execute()
  await tx
    .updateTable('database_restores')
    .set({ closed_at: sql<Date>`now()` })
    .where('closed_at', 'is', null)
    .where('id', '<>', id)
    .execute()
  await tx.deleteFrom('sign_ins').execute()
  const { numDeletedRows } = await tx.deleteFrom('sessions').executeTakeFirst()
  await publishChange(tx, { kind: restoreKind, id })
  await recordSystemEvent(tx, {
    action: 'databaseRestored',
    subject: { kind: restoreKind, id },
    after: { kind, dataAt, restoredBy, endedSessions: Number(numDeletedRows), ...(findings.length > 0 && { findings }) },
    reason: 'Changes after the time of the data are missing. Slipway is paused until an administrator accepts the report.',
  })
  return id
}
