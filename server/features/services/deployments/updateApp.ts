import { type Static, Type } from 'typebox'
import type { Verdict } from '../../../auth/access.ts'
import type { Machine } from '../../../auth/actor.ts'
import { findProject } from '../../../clients/argocd/project.ts'
import { Failure, type FieldProblem } from '../../../errors.ts'
import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { desiredSpec, isConfined } from './desiredSpec.ts'
import { accountOfKey, requireArgocd } from './ownProject.ts'
import { stateVerdict } from './policy.ts'
import { AppDestination, AppOf, AppSource, Deployment, DeploymentTool, Revision } from './schemas.ts'
import { startDeployment } from './startDeployment.ts'

const Body = Type.Object(
  {
    ...AppOf.properties,
    revision: Revision,
    source: Type.Optional(AppSource),
    destination: Type.Optional(AppDestination),
    prune: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether to remove resources from the cluster that the revision no longer has.' }),
    ),
  },
  { additionalProperties: false },
)

export const updateApp = operation({
  id: 'updateApp',
  method: 'POST',
  path: '/{deploymentTool}/UpdateApp',
  tag: 'deployment-tool',
  summary: 'Deploy a revision of an application, and create the application if needed',
  description:
    'The deployment runs in the background; `GetApp` returns its progress. `source` and `destination` are required for a new application and change an existing one. ' +
    'A repeated request returns the deployment in progress. A different request waits for it, and replaces another request that is waiting.',
  access: 'machine',
  apiKey: 'deploy',
  perMinute: 60,
  params: DeploymentTool,
  body: Body,
  responses: { 202: Deployment },
  errors: ['notFound', 'wrongState', 'conflict', 'notSetUp', 'outsideFailed'],
  async prepare({ db, caller, clients, config, body }): Promise<{ accountId: string; project: string; verdict: Verdict }> {
    const account = await accountOfKey(db, caller, body.accountId)
    const argocd = requireArgocd(clients)
    requireState(stateVerdict('deploy', account))
    validateApp(body)
    const { name, project, problem } = await findProject(argocd, config, account)
    if (!project) throw new Failure('conflict', problem)
    const existing = await argocd.getApplication(body.name, name)
    const spec = desiredSpec(name, existing, body, body.revision)
    if (typeof spec === 'string') throw new Failure('conflict', spec)
    return { accountId: account.id, project: name, verdict: isConfined(project, spec, config.deployments.repositoryHosts) }
  },
  async handler({ db, jobs, caller, params, body, now, allow, audit, changed }, { accountId, project, verdict }) {
    const subject = { kind: 'account', id: accountId }
    audit({ subject })
    allow(verdict)
    const { name: app, revision, source, destination, prune = false } = body
    const request = { ...(source ? { source } : {}), ...(destination ? { destination } : {}), prune }
    const newDeployment = { accountId, app, project, action: 'deploy', revision, request } as const
    const { deployment, repeated } = await startDeployment({ db, jobs, now: now() }, caller as Machine, newDeployment)
    audit({ subject, after: { deployment: { id: deployment.id, app, project, revision, ...request, repeated } } })
    await changed('deployment', deployment.id)
    return reply(202, deployment, { location: `/${params.deploymentTool}/GetApp`, 'retry-after': '5' })
  },
})

const secretNamePattern = /pass(word|wd)|secret|token|credential|private[-_.]?key|api[-_.]?key|connection[-_.]?string/i

/** @throws invalidRequest */
function validateApp({ source, destination }: Pick<Static<typeof Body>, 'source' | 'destination'>): void {
  const errors: FieldProblem[] = []
  if (source?.chart !== undefined && source.path !== undefined) errors.push({ field: 'source.path', message: 'can’t be set with a chart' })
  if (destination && (destination.server === undefined) === (destination.cluster === undefined))
    errors.push({ field: 'destination', message: 'must have either server or cluster, not both' })
  for (const [index, { name }] of (source?.parameters ?? []).entries())
    if (secretNamePattern.test(name))
      errors.push({
        field: `source.parameters.${index}.name`,
        message: `${name} looks like a secret, but everyone who can see the account can see parameters. Refer to a secret in the cluster instead`,
      })
  if (errors.length > 0)
    throw new Failure('invalidRequest', `${errors.map(({ field, message }) => `${field} ${message}`).join('; ')}.`, { errors })
}
