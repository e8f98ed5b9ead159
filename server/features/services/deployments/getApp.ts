import { Type } from 'typebox'
import { presentApp } from '../../../clients/argocd/liveApp.ts'
import { findProject } from '../../../clients/argocd/project.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp, Uuid } from '../../../people/schemas.ts'
import { accountOfKey, requireArgocd } from './ownProject.ts'
import { loadDeployments } from './queries.ts'
import { AppOf, Deployment, DeploymentTool, LiveApp } from './schemas.ts'

const maxShown = 10

export const getApp = operation({
  id: 'getApp',
  method: 'POST',
  path: '/{deploymentTool}/GetApp',
  tag: 'deployment-tool',
  summary: 'Get an application’s status in Argo CD and its last deployments',
  description:
    'The status is read from Argo CD at the time of the call. If that fails, `live` is null, `problem` has the reason, and Slipway’s own records are still returned.',
  access: 'machine',
  apiKey: 'deploy',
  perMinute: 300,
  readOnly: true,
  params: DeploymentTool,
  body: Type.Object(AppOf.properties, { additionalProperties: false }),
  responses: {
    200: Type.Object({
      name: Type.String(),
      accountId: Uuid,
      project: Type.String(),
      live: Type.Union([LiveApp, Type.Null()], {
        description: 'Status in Argo CD; null if Argo CD doesn’t have the application or couldn’t be reached.',
      }),
      problem: NullableText,
      deployments: Type.Array(Deployment, { description: 'The latest 10 deployments, newest first.' }),
      fetchedAt: Timestamp,
    }),
  },
  errors: ['notFound', 'conflict', 'notSetUp'],
  async prepare({ db, caller, clients, config, body, now }) {
    const account = await accountOfKey(db, caller, body.accountId)
    const argocd = requireArgocd(clients)
    const fetchedAt = now().toISOString()
    try {
      const { name, project, problem } = await findProject(argocd, config, account)
      if (!project) throw new Failure('conflict', problem)
      const app = await argocd.getApplication(body.name, name, true)
      return { accountId: account.id, project: name, live: app ? presentApp(app, project) : null, problem: null, fetchedAt }
    } catch (error) {
      if (!(error instanceof ExternalError)) throw error
      return { accountId: account.id, project: '', live: null, problem: error.message, fetchedAt }
    }
  },
  async handler({ db, body }, { accountId, project, ...found }) {
    const deployments = await loadDeployments(db, accountId, { app: body.name, limit: maxShown })
    if (!found.live && deployments.length === 0 && !found.problem)
      throw new Failure('notFound', 'This application doesn’t exist in the account.')
    return { name: body.name, accountId, project: project || (deployments[0]?.project ?? ''), ...found, deployments }
  },
})
