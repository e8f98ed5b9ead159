import { sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import { nextVersion, updateRow } from '../../../../db/rows.ts'
import { notify } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import { recordEvent } from '../../sandboxes/events.ts'
import { lockSandbox } from '../../sandboxes/queries.ts'
import { allocateQueued } from '../capacity.ts'
import { closeAction } from '../closeAction.ts'
import type { SandboxInput } from '../hostedSandbox.ts'

/** After this many failed removals, the host gets no new sandboxes and an administrator has to check it. */
export const maxFailures = 3

export const succeededCleanUp: Workflow<SandboxInput>['succeeded'] = async ({ db, jobs, subjectId, input: { sandboxId }, now }) => {
  const sandbox = await lockSandbox(db, sandboxId)
  await closeAction(db, subjectId, 'done', now)
  if (sandbox.status !== 'deleting') return
  await updateRow(db, 'sandboxes', sandboxId, {
    status: 'deleted',
    deleted_at: now,
    hourly_rate: 0,
    frozen_state: JSON.stringify({ assignments: [], stopped: [] }),
    ...nextVersion(now),
  })
  await recordSystemEvent(db, {
    action: 'sandboxDeleted',
    subject: { kind: 'sandbox', id: sandboxId },
    before: { status: 'deleting' },
    after: { status: 'deleted' },
    reason: 'Everything in the sandbox is deleted. Slipway checked twice.',
  })
  await freeHost(db, sandbox.host_id!, now)
  await recordEvent(db, {
    sandboxId,
    kind: 'deleted',
    text: 'Everything in the sandbox is deleted. Slipway checked twice.',
    key: 'deleted',
    now,
  })
  await notify(db, [...new Set([sandbox.requester_id, ...sandbox.ownerIds])], {
    kind: 'sandboxDeleted',
    subjectKind: 'sandbox',
    subjectId: sandboxId,
    title: `${sandbox.name} deleted`,
    body: 'Everything in the sandbox is deleted. Request a new sandbox when you need one.',
    key: `sandbox:${sandboxId}:deleted`,
  })
  await publishChange(db, { kind: 'sandbox', id: sandboxId })
  await allocateQueued({ db, jobs, now })
}

/** A subscription from the pool is not reused immediately, because charges for the previous sandbox can still arrive. */
async function freeHost(db: Db, hostId: string, now: Date): Promise<void> {
  const freedHosts = await db
    .updateTable('sandbox_hosts')
    .set({
      status: sql`case when cooldown_hours = 0 then 'available' else 'coolingDown' end`,
      cooldown_until: sql`case when cooldown_hours = 0 then null else ${now}::timestamptz + cooldown_hours * interval '1 hour' end`,
      version: sql`version + 1`,
      updated_at: now,
    })
    .where('id', '=', hostId)
    .where('kind', '=', 'pool')
    .where('status', '<>', 'closed')
    .returning(['status', 'cooldown_until'])
    .executeTakeFirst()
  if (freedHosts)
    await recordSystemEvent(db, {
      action: 'sandboxHostFreed',
      subject: { kind: 'sandboxHost', id: hostId },
      after: { status: freedHosts.status, cooldownUntil: freedHosts.cooldown_until },
      reason: 'The sandbox on this host is deleted.',
    })
  await publishChange(db, { kind: 'sandboxHost', id: hostId })
}

/**
 * The schedule retries the removal. After the third failure, the sandbox is quarantined. If the host is a pool host, it is quarantined too.
 */
export const failedCleanUp: Workflow<SandboxInput>['failed'] = async ({ db, subjectId, input: { sandboxId }, now, step, message }) => {
  const sandbox = await lockSandbox(db, sandboxId)
  await closeAction(db, subjectId, 'failed', now)
  if (sandbox.status !== 'deleting') return
  const failures = sandbox.cleanup_failures + 1
  const isQuarantined = failures >= maxFailures
  await updateRow(db, 'sandboxes', sandboxId, {
    cleanup_failures: failures,
    ...(isQuarantined ? { status: 'quarantined' as const } : {}),
    ...nextVersion(now),
  })
  const text = isQuarantined
    ? `Removal failed ${failures} times, most recently at “${step}”. Administrators will fix it.`
    : `Removal failed at “${step}”. Retrying automatically.`
  await recordEvent(db, {
    sandboxId,
    kind: isQuarantined ? 'quarantined' : 'stuck',
    text,
    key: `cleanUpFailed:${subjectId}:${failures}`,
    now,
  })
  if (isQuarantined) {
    await recordSystemEvent(db, {
      action: 'sandboxQuarantined',
      subject: { kind: 'sandbox', id: sandboxId },
      before: { status: 'deleting' },
      after: { status: 'quarantined', failures },
      reason: text,
      outcome: 'failed',
    })
    const note = `Removing the sandbox ${sandbox.name} failed: “${step}”: ${message}`
    const host = await db
      .updateTable('sandbox_hosts')
      .set({ status: 'quarantined', cooldown_until: null, note: note.slice(0, 1_000), version: sql`version + 1`, updated_at: now })
      .where('id', '=', sandbox.host_id!)
      .where('kind', '=', 'pool')
      .returning('id')
      .executeTakeFirst()
    if (host)
      await recordSystemEvent(db, {
        action: 'sandboxHostQuarantined',
        subject: { kind: 'sandboxHost', id: host.id },
        after: { status: 'quarantined', sandboxId },
        reason: note,
      })
    await publishChange(db, { kind: 'sandboxHost', id: sandbox.host_id! })
    await notify(db, [...new Set([sandbox.requester_id, ...sandbox.ownerIds])], {
      kind: 'workStuck',
      subjectKind: 'sandbox',
      subjectId: sandboxId,
      title: `Removing ${sandbox.name} failed`,
      body: `“${step}”: ${message} Administrators will fix it. The sandbox can no longer be used.`,
      key: `sandbox:${sandboxId}:quarantined:${subjectId}`,
    })
  }
  await publishChange(db, { kind: 'sandbox', id: sandboxId })
}
