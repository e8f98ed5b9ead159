import type { Selectable } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import type { Database } from '../../../../db/tables.ts'
import { notify } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import { startRun } from '../../../../workflows/startRun.ts'
import { type Step, Wait, type Workflow } from '../../../../workflows/workflow.ts'
import { type DeployCheckpoint, isOwnOperation } from '../../../services/deployments/apply/deployApp.ts'
import { toolOf } from '../../../services/deployments/apply/deploymentSteps.ts'
import { isSame } from '../../../services/deployments/desiredSpec.ts'
import { lockOpenDeployments } from '../../../services/deployments/queries.ts'
import type { CancelContext } from './cancelling.ts'
import type { Cancellation } from './undoBuildInput.ts'

type UndoDeploymentInput = {
  deploymentId: string
  app: string
  project: string
  action: 'deploy' | 'remove'
  cancellation: Cancellation
} & (DeployCheckpoint | { wrote?: never; before?: never })

export const outcomes = {
  nothing: 'Nothing was changed in Argo CD.',
  restoreRevision: 'The previous version of the application was restored in Argo CD.',
  leftAlone: 'The application was changed in Argo CD in the meantime, so it was not restored.',
  deploys: 'Argo CD had already started the deployment and will complete it. Deploy the previous revision to undo it.',
  removes: 'Argo CD had already started the removal and will complete it. Deploy the application again after that.',
} as const
type Outcome = keyof typeof outcomes

/** The deployment might have started although the response of the call was lost, so the state in Argo CD is read first. */
const restoreRevision: Step<UndoDeploymentInput> = {
  name: 'restoreRevision',
  title: 'Restore the previous version in Argo CD',
  async run(context) {
    const { app: name, project, action, wrote, before, deploymentId } = context.input
    const argocd = toolOf(context)
    const endWith = (outcome: Outcome) => ({ outcome })
    const app = await argocd.getApplication(name, project)
    const isBeingRemoved = app?.metadata.deletionTimestamp !== undefined
    if (action === 'remove') return endWith(app && !isBeingRemoved ? 'nothing' : 'removes')
    if (app && (isOwnOperation(app.operation, deploymentId) || isOwnOperation(app.status?.operationState?.operation, deploymentId)))
      return endWith('deploys')
    if (!wrote) return endWith('nothing')
    if (before === null) {
      if (!app) return endWith('restoreRevision')
      if (isBeingRemoved) return new Wait('Argo CD is removing the application.')
      if (!isSame(app.spec, wrote)) return endWith('leftAlone')
      await argocd.deleteApplication(name, project)
      return new Wait('Argo CD is removing the application.')
    }
    if (!app || (!isSame(app.spec, wrote) && !isSame(app.spec, before))) return endWith('leftAlone')
    if (!isSame(app.spec, before)) await argocd.replaceSpec(name, before)
    return endWith('restoreRevision')
  },
}

/** Rolls back a deployment that was cancelled before Argo CD started it. Other deployments of the application wait for the rollback. */
export const undoDeployment: Workflow<UndoDeploymentInput> = {
  kind: 'undoDeployment',
  steps: [restoreRevision],
  async succeeded({ db, runId, input, now }) {
    const { output } = await db.selectFrom('work_steps').select('output').where('run_id', '=', runId).executeTakeFirstOrThrow()
    const outcome = (output as { outcome?: Outcome } | null)?.outcome
    const message = outcome ? outcomes[outcome] : 'An administrator skipped the step, so the application must be restored manually.'
    const accountId = await closeDeployment(db, input.deploymentId, input.cancellation, message, now)
    if (accountId)
      await recordSystemEvent(db, {
        action: 'deploymentUndone',
        subject: { kind: 'account', id: accountId },
        after: { deployment: { id: input.deploymentId, app: input.app, action: input.action, status: 'cancelled' } },
        reason: `Cancelled by ${input.cancellation.by}: “${input.cancellation.reason}” ${message}`,
      })
  },
  async failed({ db, input }) {
    await publishChange(db, { kind: 'deployment', id: input.deploymentId })
  },
}

/** @returns the ID of the account; undefined if the deployment had already ended */
async function closeDeployment(db: Db, id: string, { by, reason }: Cancellation, message: string, now: Date): Promise<string | undefined> {
  const result = `Cancelled by ${by}: “${reason}” ${message}`
  const endedDeployment = await db
    .updateTable('deployments')
    .set({ status: 'cancelled', ended_at: now, result })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running', 'failed'])
    .returning(['account_id', 'app', 'action'])
    .executeTakeFirst()
  await publishChange(db, { kind: 'deployment', id })
  if (!endedDeployment) return undefined
  const owners = await db.selectFrom('account_owners').select('person_id').where('account_id', '=', endedDeployment.account_id).execute()
  const people = owners.map(({ person_id }) => person_id)
  // The requester is a pipeline, so the account's owners are notified.
  await notify(db, people, {
    kind: 'request.cancelled',
    subjectKind: 'accountDeployments',
    subjectId: endedDeployment.account_id,
    title: `${endedDeployment.action === 'deploy' ? 'Deployment' : 'Removal'} of ${endedDeployment.app} cancelled`,
    body: result,
    key: `cancellation:${id}`,
  })
  return endedDeployment.account_id
}

/**
 * If Argo CD was not called yet, or a newer deployment has started, the deployment ends immediately. Otherwise a run restores the
 * application.
 */
export async function endDeployment(cancelContext: CancelContext, run: Selectable<Database['work_runs']>): Promise<void> {
  const { db, jobs, by, reason, now } = cancelContext
  const cancellation = { by: by.displayName, reason }
  const id = run.subject_id
  const { account_id, app, project, action } = await db.selectFrom('deployments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await lockOpenDeployments(db, account_id, app)
  const { status, created_at } = await db
    .selectFrom('deployments')
    .select(['status', 'created_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const writeStep = await db
    .selectFrom('work_steps')
    .select(['checkpoint', 'started_at'])
    .where('run_id', '=', run.id)
    .where('name', 'in', ['writeApplication', 'requestRemoval'])
    .executeTakeFirstOrThrow()
  const writeCheckpoint = writeStep.checkpoint as Partial<DeployCheckpoint>
  const canBeChanged = action === 'remove' ? writeStep.started_at !== null : writeCheckpoint.wrote !== undefined
  const newerDeployment = await db
    .selectFrom('deployments')
    .select('id')
    .where('account_id', '=', account_id)
    .where('app', '=', app)
    .where('created_at', '>', created_at)
    .where('started_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (!canBeChanged || newerDeployment || (status !== 'running' && status !== 'failed')) {
    const message = newerDeployment ? 'The application was deployed again in the meantime, so it was not restored.' : outcomes.nothing
    await closeDeployment(db, id, cancellation, message, now)
    return
  }
  await db
    .updateTable('deployments')
    .set({ status: 'running', ended_at: null, result: null })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .execute()
  const subject = { kind: run.subject_kind, id }
  const input = { deploymentId: id, app, project, action, cancellation, ...writeCheckpoint }
  await startRun({ db, jobs }, undoDeployment, subject, input, run.id)
}
