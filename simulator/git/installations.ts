import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { decodeJwt, errors, importSPKI, type JWTPayload, jwtVerify } from 'jose'
import type { Simulator } from '../core/simulator.ts'
import { GitError } from './gitError.ts'
import { presentRepository } from './presentation.ts'
import { repositoryName } from './repository.ts'

type Permissions = Record<string, 'read' | 'write'>

export interface GitApp {
  appId: number
  clientId: string
  /** SPKI in PEM format. */
  publicKey: string
  installationId: number
  permissions: Permissions
  suspended?: true
}

interface TokenRequest {
  repositories?: string[]
  permissions?: Permissions
}

const audience = 'github-installation'
const tokenSeconds = 3_600
const maxAssertionSeconds = 600

function apps(sim: Simulator) {
  return sim.state.collection<GitApp>('git.apps')
}

function revoked(sim: Simulator) {
  return sim.state.collection<{ at: string }>('git.revokedTokens')
}

export function putGitApp(sim: Simulator, app: GitApp): void {
  apps(sim).set(String(app.appId), app)
}

function grantedTo(sim: Simulator, { permissions }: GitApp): Permissions {
  const taken = new Set(sim.permissions.taken().flatMap(({ service, name }) => (service === 'GitHub' ? [name] : [])))
  return Object.fromEntries(Object.entries(permissions).filter(([name, level]) => !taken.has(`${name}=${level}`)))
}

/**
 * Errors have GitHub's texts: about times as @octokit/auth-app expects them, a wrong key as in octokit/auth-app.js #375, a suspended
 * installation as in hcengineering/platform #7639.
 */
export function registerInstallations(routes: FastifyInstance, sim: Simulator): void {
  routes.post<{ Params: { id: string }; Body: TokenRequest | undefined }>(
    '/app/installations/:id/access_tokens',
    async (request, reply) => {
      const app = await appOf(sim, request.headers.authorization ?? '')
      if (String(app.installationId) !== request.params.id) throw new GitError(404, 'Not Found')
      if (app.suspended) throw new GitError(403, 'This installation has been suspended')
      const granted = grantedTo(sim, app)
      const { repositories, permissions = granted } = request.body ?? {}
      if (repositories?.some((name) => name.toLowerCase() !== repositoryName))
        throw new GitError(422, 'There is at least one repository that does not exist or is not accessible to the parent installation.')
      if (!Object.entries(permissions).every(([name, level]) => granted[name] === 'write' || granted[name] === level))
        throw new GitError(422, 'The permissions requested are not granted to this installation.')
      const token = await sim.tokens.sign({ aud: audience, app: app.appId, jti: randomUUID() }, tokenSeconds)
      return reply.code(201).send({
        token: `ghs_${app.appId}_${token}`,
        expires_at: new Date(Date.now() + tokenSeconds * 1_000).toISOString().replace(/\.\d+/, ''),
        permissions: { metadata: 'read', ...permissions },
        repository_selection: 'selected',
        ...(repositories ? { repositories: [presentRepository(sim)] } : {}),
      })
    },
  )

  routes.get<{ Params: { id: string } }>('/app/installations/:id', async (request) => {
    const app = await appOf(sim, request.headers.authorization ?? '')
    if (String(app.installationId) !== request.params.id) throw new GitError(404, 'Not Found')
    return {
      id: app.installationId,
      app_id: app.appId,
      target_type: 'Organization',
      permissions: { metadata: 'read', ...grantedTo(sim, app) },
      events: [],
      repository_selection: 'selected',
      suspended_at: app.suspended ? sim.clock.now().toISOString() : null,
    }
  })

  routes.delete('/installation/token', async (request, reply) => {
    const { jti } = (await readToken(sim, request.headers.authorization?.split(' ')[1] ?? '')) ?? {}
    if (!jti) throw new GitError(403, 'Resource not accessible by personal access token')
    revoked(sim).set(jti, { at: sim.clock.now().toISOString() })
    return reply.code(204).send()
  })
}

async function appOf(sim: Simulator, authorization: string): Promise<GitApp> {
  const [, assertion = ''] = /^bearer (\S+)$/i.exec(authorization) ?? []
  const undecodable = () => new GitError(401, 'A JSON web token could not be decoded')
  let claims: JWTPayload
  try {
    claims = decodeJwt(assertion)
  } catch {
    throw undecodable()
  }
  const app = apps(sim).find(({ appId, clientId }) => [String(appId), clientId].includes(String(claims.iss)))
  if (!app) throw new GitError(404, 'Integration not found')
  try {
    await jwtVerify(assertion, await importSPKI(app.publicKey, 'RS256'), { algorithms: ['RS256'], requiredClaims: ['exp', 'iat'] })
  } catch (error) {
    if (!(error instanceof errors.JWTExpired)) throw undecodable()
    throw new GitError(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    )
  }
  const now = Date.now() / 1_000
  if (claims.exp! > now + maxAssertionSeconds) throw new GitError(401, "'Expiration time' claim ('exp') is too far in the future")
  if (claims.iat! > now)
    throw new GitError(401, "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued")
  return app
}

async function readToken(sim: Simulator, token: string): Promise<JWTPayload | undefined> {
  const [, assertion = ''] = /^ghs_\d+_(.+)$/.exec(token) ?? []
  const claims = await sim.tokens.verify(assertion).catch(() => undefined)
  return claims?.aud === audience ? claims : undefined
}

/** @throws 401 for an expired or revoked token, 403 while the installation is suspended */
export async function checkInstallationToken(sim: Simulator, token: string): Promise<void> {
  const claims = await readToken(sim, token)
  const app = claims && apps(sim).get(String(claims.app))
  if (!app || revoked(sim).get(claims.jti ?? '')) throw new GitError(401, 'Bad credentials')
  if (app.suspended) throw new GitError(403, 'This installation has been suspended')
}
