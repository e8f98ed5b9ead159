import type { Static } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { keysToTrust } from '../../../audit/auditKey.ts'
import { checkpointsIn } from '../../../audit/checkpointFile.ts'
import { withAuditTrail } from '../../../audit/databaseAuditTrail.ts'
import { fileCheckpoints } from '../../../audit/ownCheckpoint.ts'
import { sha256 } from '../../../audit/record.ts'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { verifyChain } from '../../../audit/verifyChain.ts'
import type { Context } from '../../../context.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { notify } from '../../../notifications/notify.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { RunnerContext } from '../../../workflows/claim.ts'
import { auditReaderIds } from './erasureRequests.ts'
import type { AuditVerification } from './schemas.ts'

/** Returns the last verification, which can still be in progress. */
export async function lastVerification(db: Db): Promise<Static<typeof AuditVerification> | null> {
  const row = await db
    .selectFrom('audit_verifications as v')
    .leftJoin('people as p', 'p.id', 'v.requested_by')
    .selectAll('v')
    .select('p.display_name')
    .orderBy('v.requested_at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    requestedBy: row.display_name,
    requestedAt: row.requested_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    state: row.outcome ?? (row.started_at ? 'running' : 'waiting'),
    events: row.events,
    lastSeq: row.last_seq,
    findings: row.findings,
  }
}

/**
 * Records a new verification.
 * @returns its ID; undefined if another verification is in progress
 */
export async function requestVerification(db: Db, { personId, now }: { personId: string | null; now: Date }): Promise<string | undefined> {
  const row = await db
    .insertInto('audit_verifications')
    .values({ id: uuidv7(), requested_by: personId, requested_at: now, started_at: null, ended_at: null, outcome: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Finds an unfinished verification to continue. Its process might have stopped. */
async function findOpenVerification(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('audit_verifications').select('id').where('outcome', 'is', null).executeTakeFirst()
  return row?.id
}

export async function enqueueVerification({ db, jobs, now }: Pick<Context, 'db' | 'jobs' | 'now'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const id = await requestVerification(tx, { personId: null, now: now() })
    if (id) await jobs.send(tx, 'verifyAudit', { id })
  })
}

/** Verifies the whole trail, either for the requested verification or, without an ID, for the nightly one. */
export async function verifyAuditTrail(
  context: Context & Pick<RunnerContext, 'log'>,
  { id: verificationId }: { id?: string },
  signal: AbortSignal,
): Promise<void> {
  const { db, config, now } = context
  const id = verificationId ?? (await requestVerification(db, { personId: null, now: now() })) ?? (await findOpenVerification(db))
  if (!id) return
  const publishProgress = () => publishChange(db, { kind: 'auditVerification', id })
  const change = (values: { started_at?: Date; events?: number }) => changeVerification(db, id, values)
  const closeVerification = (values: { events?: number; last_seq?: number; findings?: string; outcome: Outcome }) =>
    inTransaction(db, async (tx) => {
      if (!(await changeVerification(tx, id, { ...values, ended_at: now() }))) return
      const { events, last_seq: lastSeq, outcome } = values
      await recordSystemEvent(tx, {
        action: 'auditTrailVerified',
        subject: { kind: 'auditVerification', id },
        after: { events, lastSeq, outcome },
        reason: outcomeLabels[outcome],
        outcome: outcome === 'sound' ? 'allowed' : 'failed',
      })
      if (outcome !== 'sound') await notifyVerificationFailed(tx, { id, outcome, findings: values.findings ?? '' })
    })
  await change({ started_at: now() })
  await publishProgress()
  try {
    let announcedEvents = 0
    const onProgress = async (events: number) => {
      signal.throwIfAborted()
      if (events - announcedEvents < 50_000) return
      announcedEvents = events
      await change({ events })
      await publishProgress()
    }
    const verification = await withAuditTrail(db, (source) =>
      verifyChain(source, { keys: keysToTrust(config), elsewhere: checkpoints(config), onProgress }),
    )
    const findings = JSON.stringify(verification.findings)
    await closeVerification({ events: verification.events, last_seq: verification.lastSeq, findings, outcome: verification.outcome })
  } catch (error) {
    // After a restart, the job runs again. All other errors are reported, because a retry would read the whole trail again.
    if (signal.aborted) throw error
    context.log.warn({ err: error }, 'the audit trail could not be verified')
    await closeVerification({ outcome: 'failed' })
  } finally {
    await publishProgress()
  }
}

type Outcome = 'sound' | 'broken' | 'failed'
const outcomeLabels: Record<Outcome, string> = {
  sound: 'No problems found: the trail is unchanged.',
  broken: 'The trail was changed. See the findings under Integrity.',
  failed: 'The verification could not be completed.',
}

/** Notifies administrators and auditors once per set of findings, although every nightly verification finds them again. */
async function notifyVerificationFailed(
  db: Db,
  { id, outcome, findings }: { id: string; outcome: Exclude<Outcome, 'sound'>; findings: string },
) {
  await notify(db, await auditReaderIds(db), {
    kind: 'auditUnsound',
    subjectKind: 'auditVerification',
    subjectId: id,
    title: outcome === 'broken' ? 'The audit trail was changed' : 'Couldn’t verify the audit trail',
    body:
      outcome === 'broken'
        ? 'See the findings under Integrity. Export the evidence first, and don’t change the database.'
        : 'Verify the audit trail again under Integrity. The server log has the cause.',
    key: `auditUnsound:${outcome === 'broken' ? sha256(findings) : id}`,
  })
}

/** @returns whether the verification was in progress */
async function changeVerification(
  db: Db,
  id: string,
  values: { started_at?: Date; ended_at?: Date; events?: number; last_seq?: number; findings?: string; outcome?: Outcome },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('audit_verifications')
    .set(values)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Yields pages of the checkpoints stored outside the database: the server's own last one, and the shipped ones. */
async function* checkpoints(config: Context['config']) {
  yield await fileCheckpoints(config)
  if (!config.audit.checkpoints) return
  try {
    yield* checkpointsIn(config.audit.checkpoints)
  } catch (error) {
    // The file doesn't exist until the first checkpoint is shipped.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
