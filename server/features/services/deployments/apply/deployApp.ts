import type { ApplicationSpec } from '../../../../clients/argocd/argocd.ts'
import type { ArgocdApplication } from '../../../../clients/argocd/argocdShapes.ts'
import { findProject } from '../../../../clients/argocd/project.ts'
import { Wait, type Workflow } from '../../../../workflows/workflow.ts'
import { desiredSpec, isConfined, isSame } from '../desiredSpec.ts'
import { type End, endedStatusTexts, step, toolOf, waitedMs, waitForEarlierDeployments } from './deploymentSteps.ts'

const minute = 60_000
const syncTimeoutMs = 30 * minute
const healthTimeoutMs = 15 * minute
/** A degraded application is tolerated for this time, because it can be degraded briefly during a rollout. */
const degradedTimeoutMs = 2 * minute

/** Marks the sync operation in Argo CD, so that this deployment can recognise it. */
const tagOf = (id: string) => [{ name: 'slipway-deployment', value: id }]
type Operation = NonNullable<ArgocdApplication['operation']>
export const isOwnOperation = (operation: Operation | undefined, id: string) =>
  operation?.info?.some(({ name, value }) => name === 'slipway-deployment' && value === id) ?? false
const isInProgress = (phase: string | undefined) => phase === 'Running' || phase === 'Terminating'

/** Checkpoint of `writeApplication`: the previous application (null if there was none) and the new one. */
export interface DeployCheckpoint {
  before: ApplicationSpec | null
  wrote: ApplicationSpec
}

const failed = (result: string): End => ({ outcome: 'failed', result })

const writeApplication = step('writeApplication', 'Write the application to Argo CD', undefined, async (context, row) => {
  const argocd = toolOf(context)
  const account = await context.db
    .selectFrom('accounts')
    .select(['name', 'subscription_id as subscriptionId'])
    .where('id', '=', row.account_id)
    .executeTakeFirstOrThrow()
  // The project is read again, because it might have changed while the deployment waited.
  const { name, project, problem } = await findProject(argocd, context.config, account)
  if (!project) return failed(problem)
  if (name !== row.project) return failed('The account was renamed in the meantime. Deploy again.')
  const existing = await argocd.getApplication(row.app, row.project)
  if (existing?.metadata.deletionTimestamp) return new Wait('Argo CD is still removing the application.')
  const spec = desiredSpec(row.project, existing, row.request, row.revision ?? '')
  if (typeof spec === 'string') return failed(spec)
  const verdict = isConfined(project, spec, context.config.deployments.repositoryHosts)
  if (verdict !== true) return failed(verdict)
  if (existing && isSame(existing.spec, spec)) return {}
  // A cancellation restores the previous application. The checkpoint is saved before the write, so that this state is never lost.
  const checkpoint: DeployCheckpoint = { before: existing?.spec ?? null, wrote: spec }
  if (!('wrote' in context.checkpoint)) await context.saveCheckpoint({ ...context.checkpoint, ...checkpoint })
  if (!existing) {
    const created = await argocd.createApplication(row.app, spec)
    // If the response of an earlier attempt was lost, the application of this name might be from this deployment.
    const isNameTaken = created === 'nameTaken' && (await argocd.getApplication(row.app, row.project)) === undefined
    return isNameTaken
      ? failed(`Argo CD already has an application named ${row.app}. Choose another name, such as ${row.project}-${row.app}.`)
      : {}
  }
  await argocd.replaceSpec(row.app, spec)
  return {}
})

const sync = step('sync', 'Start the deployment', 'writeApplication', async (context, row) => {
  const argocd = toolOf(context)
  const app = await argocd.getApplication(row.app, row.project)
  if (!app) return failed('The application was removed from Argo CD in the meantime.')
  const state = app.status?.operationState
  if (isOwnOperation(app.operation, row.id) || isOwnOperation(state?.operation, row.id)) return {}
  const busyWait = new Wait('Argo CD is busy with another operation on this application.')
  if (app.operation || isInProgress(state?.phase)) return busyWait
  const syncResult = await argocd.sync(row.app, {
    project: row.project,
    revision: row.revision ?? '',
    prune: row.request.prune,
    infos: tagOf(row.id),
  })
  return syncResult === 'busy' ? busyWait : {}
})

const syncStep = step('waitForSync', 'Deploy to the cluster', 'sync', async (context, row) => {
  const app = await toolOf(context).getApplication(row.app, row.project, true)
  if (!app) return failed('The application was removed from Argo CD while it was deployed.')
  const state = app.status?.operationState
  const elapsedMs = await waitedMs(context)
  if (!isOwnOperation(state?.operation, row.id)) {
    if (isOwnOperation(app.operation, row.id) || elapsedMs < minute) return new Wait('Argo CD hasn’t started the deployment yet.')
    return failed(
      'Another operation was started in Argo CD, so the result of this deployment is unknown. Check the application in Argo CD.',
    )
  }
  const message = state?.message?.slice(0, 600) ?? ''
  if (isInProgress(state?.phase)) {
    if (elapsedMs < syncTimeoutMs) return new Wait(message ? `Argo CD: ${message}.` : 'Argo CD is deploying the application.')
    return failed(
      `Argo CD was still deploying after 30 minutes and might continue${message ? `: ${message}` : ''}. Check or stop the operation in Argo CD.`,
    )
  }
  const revision = state?.syncResult?.revision
  if (state?.phase === 'Succeeded') return revision ? { revision } : {}
  return {
    ...failed(`Argo CD couldn’t deploy the application: ${describeFailure(app) || message || 'no reason given'}.`),
    ...(revision ? { revision } : {}),
  }
})

function describeFailure({ status }: ArgocdApplication): string {
  const failures = (status?.operationState?.syncResult?.resources ?? []).filter(
    ({ status: result, hookPhase }) => result === 'SyncFailed' || hookPhase === 'Failed' || hookPhase === 'Error',
  )
  return failures
    .slice(0, 5)
    .map(({ kind, name, message }) => `${kind ?? 'Resource'} ${name ?? ''}: ${(message ?? 'failed').slice(0, 250)}`)
    .join('; ')
}

export const healthyResult = 'The application is running and healthy.'

const waitUntilHealthy = step('waitUntilHealthy', 'Wait until the application is healthy', 'waitForSync', async (context, row) => {
  const { revision } = context.output<{ revision?: string }>('waitForSync')
  const revisionOutput = revision ? { revision } : {}
  const app = await toolOf(context).getApplication(row.app, row.project, true)
  const elapsedMs = await waitedMs(context)
  const { status, message } = app?.status?.health ?? {}
  const detail = message ? `: ${message.slice(0, 600)}` : ''
  if (status === 'Healthy') return { outcome: 'succeeded', result: healthyResult, ...revisionOutput }
  if (status === 'Suspended')
    return { outcome: 'succeeded', result: 'The application was deployed and is suspended. Resume it in Argo CD.', ...revisionOutput }
  if (status === 'Degraded' && elapsedMs > degradedTimeoutMs)
    return { ...failed(`The application was deployed but is degraded${detail}.`), ...revisionOutput }
  if (elapsedMs > healthTimeoutMs)
    return {
      ...failed(`The application was deployed but wasn’t healthy after 15 minutes (${status ?? 'unknown'})${detail}.`),
      ...revisionOutput,
    }
  return new Wait(`The application’s health is ${status ?? 'unknown'}${detail}.`)
})

export const deployApp: Workflow = {
  kind: 'deployApp',
  steps: [waitForEarlierDeployments, writeApplication, sync, syncStep, waitUntilHealthy],
  ...endedStatusTexts('waitUntilHealthy'),
}
