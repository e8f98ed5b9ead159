import { Type } from 'typebox'
import type { Machine } from '../../../auth/actor.ts'
import { findProject } from '../../../clients/argocd/project.ts'
import { Failure } from '../../../errors.ts'
import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { accountOfKey, requireArgocd } from './ownProject.ts'
import { stateVerdict } from './policy.ts'
import { AppOf, Deployment, DeploymentTool } from './schemas.ts'
import { startDeployment } from './startDeployment.ts'

export const removeApp = operation({
  id: 'removeApp',
  method: 'POST',
  path: '/{deploymentTool}/RemoveApp',
  tag: 'deployment-tool',
  summary: 'Remove an application and its resources in the cluster',
  description: 'The removal runs in the background; `GetApp` returns its progress. A deployment in progress completes first.',
  access: 'machine',
  apiKey: 'deploy',
  perMinute: 60,
  params: DeploymentTool,
  body: Type.Object(AppOf.properties, { additionalProperties: false }),
  responses: { 202: Deployment },
  errors: ['notFound', 'wrongState', 'conflict', 'notSetUp', 'outsideFailed'],
  async prepare({ db, caller, clients, config, body }) {
    const account = await accountOfKey(db, caller, body.accountId)
    const argocd = requireArgocd(clients)
    requireState(stateVerdict('remove', account))
    const { name, project, problem } = await findProject(argocd, config, account)
    if (!project) throw new Failure('conflict', problem)
    return { accountId: account.id, project: name, found: (await argocd.getApplication(body.name, name)) !== undefined }
  },
  async handler({ db, jobs, caller, params, body, now, audit, changed }, { accountId, project, found }) {
    const subject = { kind: 'account', id: accountId }
    audit({ subject })
    const openDeployments = await db
      .selectFrom('deployments')
      .select('id')
      .where('account_id', '=', accountId)
      .where('app', '=', body.name)
      .where('status', 'in', ['queued', 'running'])
      .executeTakeFirst()
    // An application with an unfinished deployment can be removed even if Argo CD doesn't have it yet.
    if (!found && !openDeployments) throw new Failure('notFound', 'This application doesn’t exist in the account.')
    const newDeployment = { accountId, app: body.name, project, action: 'remove', revision: null, request: { prune: true } } as const
    const { deployment, repeated } = await startDeployment({ db, jobs, now: now() }, caller as Machine, newDeployment)
    audit({ subject, after: { removal: { id: deployment.id, app: body.name, project, repeated } } })
    await changed('deployment', deployment.id)
    return reply(202, deployment, { location: `/${params.deploymentTool}/GetApp`, 'retry-after': '5' })
  },
})
