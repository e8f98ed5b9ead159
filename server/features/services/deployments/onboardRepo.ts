import { type Static, Type } from 'typebox'
import { cacheKeyOf } from '../../../clients/argocd/argocdView.ts'
import { presentRepository } from '../../../clients/argocd/liveApp.ts'
import { findProject } from '../../../clients/argocd/project.ts'
import { invalidate } from '../../../clients/cached.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import { Failure, type FieldProblem } from '../../../errors.ts'
import { toExternalChangeError } from '../../../http/afterCommit.ts'
import { writeAudit } from '../../../http/audit.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { Uuid } from '../../../people/schemas.ts'
import { accountOfKey, requireArgocd } from './ownProject.ts'
import { stateVerdict } from './policy.ts'
import { allowsSource } from './projectRestrictions.ts'
import { addressProblem, isRegistry } from './repositoryAddress.ts'
import { DeploymentTool, Repository, RepositoryAddress } from './schemas.ts'

const Body = Type.Object(
  {
    accountId: Uuid,
    repository: RepositoryAddress,
    type: Type.Optional(Type.Enum(['git', 'helm'], { default: 'git' })),
    name: Type.Optional(
      Type.String({
        maxLength: 63,
        pattern: '^[a-z0-9][a-z0-9._-]*$',
        description: 'Name of the repository; required for a Helm repository.',
      }),
    ),
    username: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\x00-\\x20:]+$' })),
    password: Type.Optional(
      Type.String({
        minLength: 8,
        maxLength: 4_000,
        pattern: '^[^\\x00-\\x1f]+$',
        description: 'Password or token, which is sent to Argo CD and not stored by Slipway.',
      }),
    ),
    sshPrivateKey: Type.Optional(
      Type.String({
        minLength: 50,
        maxLength: 20_000,
        pattern: '^-----BEGIN [A-Z ]+-----\\s',
        description: 'SSH private key, which is sent to Argo CD and not stored by Slipway.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const onboardRepo = operation({
  id: 'onboardRepo',
  method: 'POST',
  path: '/{deploymentTool}/OnboardRepo',
  tag: 'deployment-tool',
  summary: 'Register a repository in Argo CD for an account’s applications',
  description:
    'Argo CD tests the connection first. Without credentials, Argo CD uses its own credentials for the address. Call again to change the credentials.',
  access: 'machine',
  apiKey: 'deploy',
  perMinute: 30,
  transactions: 'own',
  params: DeploymentTool,
  body: Body,
  responses: { 200: Type.Object({ ...Repository.properties, accountId: Uuid, project: Type.String() }) },
  errors: ['notFound', 'wrongState', 'conflict', 'notSetUp', 'outsideFailed'],
  // The handler makes the call, because the Idempotency-Key must be checked before it.
  prepare: async ({ clients }) => clients,
  async handler({ db, caller, config, body, requestId, allow, audit, changed }, clients) {
    const account = await accountOfKey(db, caller, body.accountId)
    const subject = { kind: 'account', id: account.id }
    audit({ subject })
    const argocd = requireArgocd(clients)
    requireState(stateVerdict('deploy', account))
    validateRepository(body, config.deployments.repositoryHosts)
    const { name: projectName, project, problem } = await findProject(argocd, config, account)
    if (!project) throw new Failure('conflict', problem)
    const { repository, type = 'git', name, username, password, sshPrivateKey } = body
    allow(allowsSource(project, repository))

    const credentialField = password !== undefined ? 'password' : sshPrivateKey !== undefined ? 'sshPrivateKey' : 'none'
    const repositorySettings = {
      repository,
      type,
      project: projectName,
      signIn: credentialField,
      ...(name ? { name } : {}),
      ...(username ? { username } : {}),
    }
    // The event is written before the call, so that it exists even after a crash in between.
    await writeAudit(db, {
      actor: caller,
      operation: 'onboardRepo',
      requestId,
      subject,
      outcome: 'allowed',
      after: { stage: 'started', repository: repositorySettings },
    })
    const credentials = {
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      ...(sshPrivateKey === undefined ? {} : { sshPrivateKey }),
    }
    try {
      const enableOCI = type === 'helm' && isRegistry(repository)
      await argocd.putRepository(
        { repo: repository, project: projectName, type, ...(name ? { name } : {}), ...(enableOCI ? { enableOCI } : {}) },
        credentials,
      )
    } catch (error) {
      if (error instanceof ExternalError && error.code === 'refused')
        throw new Failure('conflict', `${error.message}. Check the address and the credentials.`, { cause: error })
      throw toExternalChangeError(error)
    }
    invalidate(clients, cacheKeyOf(account.subscriptionId))
    // The repository is registered, even if its state can’t be read.
    const existingRepository = await argocd.getRepository(repository, projectName).catch(() => undefined)
    audit({
      subject,
      after: { stage: 'done', repository: { ...repositorySettings, status: existingRepository?.connectionState?.status ?? 'Unknown' } },
    })
    await changed('deployment', account.id)
    return { ...presentRepository(existingRepository ?? { repo: repository, type }), accountId: account.id, project: projectName }
  },
})

/** @throws invalidRequest without the credentials in the message */
function validateRepository(body: Static<typeof Body>, hosts: readonly string[]): void {
  const { repository, type, name, username, password, sshPrivateKey } = body
  const errors: FieldProblem[] = []
  const problem = addressProblem(repository, hosts, type === 'helm')
  if (problem) errors.push({ field: 'repository', message: problem.replace(/\.$/, '') })
  if (type === 'helm' && name === undefined) errors.push({ field: 'name', message: 'is required for a Helm repository' })
  const isSsh = !repository.startsWith('https://') && !isRegistry(repository)
  if (password !== undefined && username === undefined) errors.push({ field: 'username', message: 'is required with a password' })
  if (username !== undefined && password === undefined) errors.push({ field: 'password', message: 'is required with a user name' })
  if (sshPrivateKey !== undefined && !isSsh) errors.push({ field: 'sshPrivateKey', message: 'is only for ssh addresses' })
  if (password !== undefined && isSsh) errors.push({ field: 'password', message: 'is only for https addresses' })
  if (errors.length > 0)
    throw new Failure('invalidRequest', `${errors.map(({ field, message }) => `${field} ${message}`).join('; ')}.`, { errors })
}
