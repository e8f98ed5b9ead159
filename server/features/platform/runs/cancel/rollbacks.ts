import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../../db/database.ts'
import { nextVersion, updateRow } from '../../../../db/rows.ts'
import type { Database } from '../../../../db/tables.ts'
import { notify } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import { startRun } from '../../../../workflows/startRun.ts'
import { startRevoke } from '../../../access/assignments/end/startRevoke.ts'
import type { GrantInput } from '../../../access/assignments/grant/grantAccess.ts'
import { notificationSubject } from '../../../accounts/accounts/owningResource.ts'
import { type NewGroupInput, transitionGroup } from '../../../accounts/groups/create/input.ts'
import { startRemoval } from '../../../accounts/groups/remove/startRemoval.ts'
import type { BuildInput } from '../../../accounts/requests/build/input.ts'
import type { UpdateInput } from '../../../accounts/updates/apply/input.ts'
import { startDeletion } from '../../../sandboxes/leases/transitions.ts'
import { closeAction } from '../../../sandboxes/provisioning/closeAction.ts'
import type { SandboxInput } from '../../../sandboxes/provisioning/hostedSandbox.ts'
import { lockSandbox } from '../../../sandboxes/sandboxes/queries.ts'
import type { CancelContext } from './cancelling.ts'
import { undoBuildAccount } from './undoBuildAccount.ts'
import { undoChangeServices } from './undoChangeServices.ts'
import { endDeployment } from './undoDeployment.ts'

type Run = Selectable<Database['work_runs']>

/** For each kind of run, starts the rollback in the transaction of the cancellation. */
export const rollbacks: Record<string, (context: CancelContext, run: Run) => Promise<void>> = {
  async buildAccount({ db, jobs, by, reason, now }, run) {
    const input = run.input as unknown as BuildInput
    await db
      .updateTable('accounts')
      .set({ status: 'failed', version: sql`version + 1`, updated_at: now })
      .where('id', '=', input.accountId)
      .where('status', '=', 'provisioning')
      .execute()
    const cancellation = { by: by.displayName, reason }
    await startRun({ db, jobs }, undoBuildAccount, subjectOf(run), { ...input, cancellation }, run.id)
    await publishChange(db, { kind: 'account', id: input.accountId })
  },

  async changeServices({ db, jobs, by, reason }, run) {
    const input = run.input as unknown as UpdateInput
    await startRun({ db, jobs }, undoChangeServices, subjectOf(run), { ...input, cancellation: { by: by.displayName, reason } }, run.id)
    await publishChange(db, { kind: 'account', id: input.accountId })
  },

  async grantAccess({ db, jobs, by, reason, now }, run) {
    const { assignmentId, groupName, home, personId, reference } = run.input as unknown as GrantInput
    await startRevoke({ db, jobs }, { assignmentIds: [assignmentId], as: 'revoked', now, by })
    await startUndoRun(db, run, 'revokeAccess', assignmentId)
    await notify(db, [personId], {
      kind: 'request.cancelled',
      ...notificationSubject(home),
      title: `Access to ${groupName} cancelled`,
      body: `${reference ? `${reference}: ` : ''}Cancelled by ${by.displayName}: “${reason}”`,
      key: `cancellation:${run.id}`,
    })
  },

  async createAccessGroup({ db, jobs, by, reason, now }, run) {
    const { groupId, name, home, createdBy } = run.input as unknown as NewGroupInput
    await transitionGroup(db, groupId, ['creating'], 'failed', now)
    const group = await db.selectFrom('access_groups').selectAll().where('id', '=', groupId).forUpdate().executeTakeFirstOrThrow()
    await startRemoval({ db, jobs }, group, by.id, now)
    await startUndoRun(db, run, 'removeAccessGroup', groupId)
    await notify(db, [createdBy], {
      kind: 'request.cancelled',
      ...notificationSubject(home),
      title: `Creation of group ${name} cancelled`,
      body: `Cancelled by ${by.displayName}: “${reason}”`,
      key: `cancellation:${run.id}`,
    })
    await publishChange(db, home)
  },

  async provisionSandbox({ db, jobs, by, reason, now }, run) {
    const { sandboxId } = run.input as unknown as SandboxInput
    const sandbox = await lockSandbox(db, sandboxId)
    await closeAction(db, run.subject_id, 'failed', now)
    if (sandbox.status === 'provisioning') await updateRow(db, 'sandboxes', sandboxId, { status: 'failed', ...nextVersion(now) })
    await startDeletion({ db, jobs }, { sandboxId, cause: 'admin', by, reason, now })
    const action = await db
      .selectFrom('sandbox_actions')
      .select('id')
      .where('sandbox_id', '=', sandboxId)
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow()
    await startUndoRun(db, run, 'cleanUpSandbox', action.id)
    // The deletion already notifies the owners.
    if (!sandbox.ownerIds.includes(sandbox.requester_id))
      await notify(db, [sandbox.requester_id], {
        kind: 'request.cancelled',
        subjectKind: 'sandbox',
        subjectId: sandboxId,
        title: `Setup of ${sandbox.name} cancelled`,
        body: `Cancelled by ${by.displayName}: “${reason}”`,
        key: `cancellation:${run.id}`,
      })
  },

  deployApp: endDeployment,
  removeApplication: endDeployment,
}

const subjectOf = (run: Run) => ({ kind: run.subject_kind, id: run.subject_id })

/** Links the rollback to the run, so that the rollback waits for a worker that is still executing the run. */
async function startUndoRun(db: Db, run: Run, kind: string, subjectId: string): Promise<void> {
  await db.updateTable('work_runs').set({ undoes: run.id }).where('kind', '=', kind).where('subject_id', '=', subjectId).execute()
}
