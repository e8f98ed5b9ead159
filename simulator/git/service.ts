import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { registerCommits } from './commits.ts'
import { registerContents } from './contents.ts'
import { GitError } from './gitError.ts'
import { checkInstallationToken, registerInstallations } from './installations.ts'
import { lackingPermission } from './permissions.ts'
import { presentRepository, presentUser } from './presentation.ts'
import { registerPulls } from './pulls.ts'
import { registerRefs } from './refs.ts'
import { openRepository, repositoryName, repositoryOwner } from './repository.ts'
import { registerTrees } from './trees.ts'

const hourlyLimit = 5000
const documentation = 'https://docs.github.com/rest'

/** Simulates a Git host in the shape of GitHub's REST API, with the single repository `northgate/landing-zones`. */
export function registerGit(app: FastifyInstance, sim: Simulator): void {
  const countRequest = rateLimit(sim)
  app.addHook('onRequest', async (request, reply) => {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ')
    reply.headers({
      'x-github-request-id': randomBytes(12).toString('hex').toUpperCase(),
      'x-github-media-type': 'github.v3; format=json',
      ...countRequest(),
    })
    if (token === undefined) return sendError(reply, new GitError(401, 'Requires authentication'))
    if (request.url.startsWith('/app/')) return
    if (!/^(bearer|token)$/i.test(scheme ?? '')) throw new GitError(401, 'Bad credentials')
    const isPersonal = token.startsWith('ghp_')
    if (!isPersonal) await checkInstallationToken(sim, token)
    const missingPermission = lackingPermission(sim, request)
    if (missingPermission !== undefined) {
      reply.header('x-accepted-github-permissions', missingPermission)
      throw new GitError(403, `Resource not accessible by ${isPersonal ? 'personal access token' : 'integration'}`)
    }
  })
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof GitError) return sendError(reply, error)
    const { statusCode = 500, message } = error as { statusCode?: number; message: string }
    return sendError(reply, statusCode < 500 ? new GitError(400, 'Problems parsing JSON') : new GitError(500, message))
  })
  app.setNotFoundHandler((_request, reply) => sendError(reply, new GitError(404, 'Not Found')))

  const repository = openRepository(sim)
  app.get('/user', () => presentUser(sim))
  registerInstallations(app, sim)
  app.register(
    async (routes) => {
      routes.get('', () => presentRepository(sim))
      registerRefs(routes, sim, repository)
      registerContents(routes, sim, repository)
      registerCommits(routes, sim, repository)
      registerPulls(routes, sim, repository)
      registerTrees(routes, sim, repository)
    },
    { prefix: `/repos/${repositoryOwner}/${repositoryName}` },
  )
}

function sendError(reply: FastifyReply, { status, message, errors }: GitError): FastifyReply {
  return reply.code(status).send({ message, ...(errors ? { errors } : {}), documentation_url: documentation, status: String(status) })
}

/** Counts requests per hour. The service reports the limit but never rejects a call; a fault simulates throttling. */
function rateLimit(sim: Simulator): () => Record<string, string> {
  let reset = 0
  let usedCount = 0
  return () => {
    const now = Math.floor(sim.clock.now().getTime() / 1000)
    if (now >= reset) {
      reset = now + 3600
      usedCount = 0
    }
    usedCount++
    return {
      'x-ratelimit-limit': String(hourlyLimit),
      'x-ratelimit-remaining': String(Math.max(hourlyLimit - usedCount, 0)),
      'x-ratelimit-used': String(usedCount),
      'x-ratelimit-reset': String(reset),
      'x-ratelimit-resource': 'core',
    }
  }
}
