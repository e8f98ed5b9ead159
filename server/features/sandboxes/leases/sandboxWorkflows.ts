import { sql } from 'kysely'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../db/database.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import type { NewSandboxDetails, SandboxActionKind } from '../../../db/tables.ts'
import { notify } from '../../../notifications/notify.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Workflow } from '../../../workflows/workflow.ts'
import { transitionGroup } from '../../accounts/groups/create/input.ts'
import { addRequestedMembers, syncOwnerAccess } from '../access/members.ts'
import { failedCleanUp, succeededCleanUp } from '../provisioning/clean/recordCleanUpEnd.ts'
import { closeAction } from '../provisioning/closeAction.ts'
import { desiredStateOf, groupsOf, type SandboxInput } from '../provisioning/hostedSandbox.ts'
import { actionPlans } from '../provisioning/plans.ts'
import { type ServiceContext, start } from '../provisioning/start.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { type LockedSandbox, lockSandbox } from '../sandboxes/queries.ts'
import { startLease } from './transitions.ts'

const provisionSandbox: Workflow<SandboxInput> = {
  ...actionPlans.provision,
  async succeeded({ db, jobs, subjectId, input: { sandboxId }, now }) {
    const sandbox = await lockSandbox(db, sandboxId)
    await closeAction(db, subjectId, 'done', now)
    if (sandbox.status !== 'provisioning') return
    for (const { id } of await groupsOf(db, sandboxId)) await transitionGroup(db, id, ['creating', 'failed'], 'ready', now)
    await startLease({ db, jobs }, { sandboxId, by: null, now })
    await syncOwnerAccess({ db, jobs }, sandboxId, now)
    const request = await db.selectFrom('sandbox_requests').select('details').where('id', '=', sandbox.request_id).executeTakeFirstOrThrow()
    const { members } = request.details as NewSandboxDetails
    await addRequestedMembers({ db, jobs }, { sandboxId, members, grantedBy: sandbox.requester_id, now })
  },
  async failed({ db, subjectId, input: { sandboxId }, now, step, message }) {
    const sandbox = await lockSandbox(db, sandboxId)
    await closeAction(db, subjectId, 'failed', now)
    if (sandbox.status !== 'provisioning') return
    await updateRow(db, 'sandboxes', sandboxId, { status: 'failed', ...nextVersion(now) })
    await recordSystemEvent(db, {
      action: 'sandboxFailed',
      subject: { kind: 'sandbox', id: sandboxId },
      before: { status: 'provisioning' },
      after: { status: 'failed' },
      reason: `“${step}”: ${message}`,
      outcome: 'failed',
    })
    await notifyStuck(db, sandbox, {
      kind: 'failed',
      title: `${sandbox.name} failed`,
      step,
      message,
      key: `${subjectId}:${sandbox.version}`,
      now,
    })
  },
}

const freezeSandbox = reconcileWorkflow('freeze', 'All compute is stopped.')
const resumeSandbox = reconcileWorkflow('resume', 'Access is restored and compute is running.')

/** Makes the cloud match the sandbox’s status. The status can change during the run, so it is checked again at the end. */
function reconcileWorkflow(kind: 'freeze' | 'resume', resolvedText: string): Workflow<SandboxInput> {
  const desiredPower = kind === 'freeze' ? 'still' : 'running'
  return {
    ...actionPlans[kind],
    async succeeded({ db, jobs, runId, subjectId, input: { sandboxId }, now }) {
      const sandbox = await lockSandbox(db, sandboxId)
      await closeAction(db, subjectId, 'done', now)
      if (desiredStateOf(sandbox) !== desiredPower || (await hasSkippedSteps(db, runId))) return reconcileState({ db, jobs }, sandbox, now)
      if (kind === 'resume') await updateRow(db, 'sandboxes', sandboxId, { frozen_state: JSON.stringify({ assignments: [], stopped: [] }) })
      await recordSystemEvent(db, {
        action: 'sandboxReconciled',
        subject: { kind: 'sandbox', id: sandboxId },
        after: { status: sandbox.status, work: kind },
        reason: resolvedText,
      })
      await recordEvent(db, { sandboxId, kind: 'reconciled', text: resolvedText, key: `reconciled:${subjectId}`, now })
      await publishChange(db, { kind: 'sandbox', id: sandboxId })
    },
    async failed({ db, jobs, subjectId, input: { sandboxId }, now, step, message }) {
      const sandbox = await lockSandbox(db, sandboxId)
      await closeAction(db, subjectId, 'failed', now)
      if (desiredStateOf(sandbox) !== desiredPower) return reconcileState({ db, jobs }, sandbox, now)
      const title = kind === 'freeze' ? `Freezing ${sandbox.name} failed` : `Resuming ${sandbox.name} failed`
      await notifyStuck(db, sandbox, { kind: 'stuck', title, step, message, key: `${subjectId}:${now.toISOString()}`, now })
    },
  }
}

async function hasSkippedSteps(db: Db, runId: string): Promise<boolean> {
  const step = await db
    .selectFrom('work_steps')
    .select('position')
    .where('run_id', '=', runId)
    .where(sql<boolean>`output->>'skipped' = 'true'`)
    .limit(1)
    .executeTakeFirst()
  return step !== undefined
}

async function reconcileState(context: ServiceContext, sandbox: LockedSandbox, now: Date): Promise<void> {
  const kinds: Record<'running' | 'still' | 'gone', SandboxActionKind> = { running: 'resume', still: 'freeze', gone: 'cleanUp' }
  const desiredState = desiredStateOf(sandbox)
  if (desiredState) await start(context, kinds[desiredState], { sandboxId: sandbox.id, requestedBy: null, reason: '', now })
}

interface StuckRun {
  kind: string
  title: string
  step: string
  message: string
  key: string
  now: Date
}
async function notifyStuck(db: Db, sandbox: LockedSandbox, { kind, title, step, message, key, now }: StuckRun): Promise<void> {
  await recordEvent(db, { sandboxId: sandbox.id, kind, text: `${title}: “${step}”.`, key: `${kind}:${key}`, now })
  await notify(db, [...new Set([sandbox.requester_id, ...sandbox.ownerIds])], {
    kind: 'workStuck',
    subjectKind: 'sandbox',
    subjectId: sandbox.id,
    title,
    body: `“${step}”: ${message} An administrator can retry the step. You don’t need to submit a new request.`,
    key: `sandbox:${sandbox.id}:stuck:${key}`,
  })
  await publishChange(db, { kind: 'sandbox', id: sandbox.id })
}

const cleanUpSandbox: Workflow<SandboxInput> = { ...actionPlans.cleanUp, succeeded: succeededCleanUp, failed: failedCleanUp }

export const sandboxWorkflows = [provisionSandbox, freezeSandbox, resumeSandbox, cleanUpSandbox]
