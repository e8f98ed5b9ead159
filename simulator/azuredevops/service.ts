import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { azureDevOpsAudience, azureDevOpsToken } from '../core/constants.ts'
import type { Simulator } from '../core/simulator.ts'
import { checksOf } from '../git/checks.ts'
import { findPull } from '../git/pullRequests.ts'
import { openRepository, repositoryName } from '../git/repository.ts'
import { AdoError, adoErrorOf, presentError } from './adoError.ts'
import { completeRuns } from './completions.ts'
import { registerItems } from './items.ts'
import { presentLocations, presentResourceAreas } from './locations.ts'
import { registerHasPermissions, requirePermission, requireScope } from './permissions.ts'
import { organisationName, presentEvaluations, presentRepository, projectId, projectName, repositoryId } from './presentation.ts'
import { registerPulls } from './pulls.ts'
import { registerRefs } from './refs.ts'

export function registerAzureDevOps(app: FastifyInstance, sim: Simulator): void {
  const repository = openRepository(sim)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-vss-e2eid': randomUUID(), 'x-tfs-processid': '1a9f7f0e-5b0e-4a7e-9a0e-7f3a5f2a8c10', activityid: randomUUID() })
    await requireSignIn(sim, request, reply)
    if (reply.sent) return
    requireScope(sim, request)
    requirePermission(sim, request)
    completeRuns(sim, repository)
  })
  app.setErrorHandler((error, _request, reply) => {
    const ado = adoErrorOf(error)
    return reply.code(ado.status).send(presentError(ado))
  })
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send(presentError(new AdoError(404, 'VssResourceNotFoundException', `The controller for path '${request.url}' was not found.`))),
  )

  app.register(
    async (routes) => {
      routes.options('/_apis', () => presentLocations())
      routes.options<{ Params: { area: string } }>('/_apis/:area', (request) => presentLocations(request.params.area))
      routes.get('/_apis/ResourceAreas', () => presentResourceAreas(sim))
      registerHasPermissions(routes, sim)
      routes.register(
        async (ofProject) => {
          ofProject.addHook('preHandler', async (request) => knownProject(request))
          ofProject.get<{ Querystring: { artifactId?: string } }>('/_apis/policy/evaluations', (request) =>
            evaluations(request.query.artifactId),
          )
          ofProject.get('/_apis/git/repositories', () => ({ value: [presentRepository(sim)], count: 1 }))
          ofProject.get('/_apis/git/repositories/:repository', () => presentRepository(sim))
          ofProject.register(
            async (ofRepository) => {
              registerRefs(ofRepository, sim, repository)
              registerItems(ofRepository, sim, repository)
              registerPulls(ofRepository, sim, repository)
            },
            { prefix: '/_apis/git/repositories/:repository' },
          )
        },
        { prefix: '/:project' },
      )
    },
    { prefix: `/${organisationName}` },
  )

  const evaluations = (artifactId = ''): object => {
    const pull = findPull(sim, repository, Number(artifactId.split('/').at(-1)))
    const value = pull && artifactId.includes(projectId) ? presentEvaluations(pull, checksOf(sim, pull.headSha)) : []
    return { value, count: value.length }
  }
}

function knownProject(request: FastifyRequest): void {
  const { project, repository } = request.params as { project?: string; repository?: string }
  const isOneOf = (input: string, ...allowedValues: string[]) => allowedValues.some((each) => each.toLowerCase() === input.toLowerCase())
  if (project && !isOneOf(project, projectName, projectId))
    throw new AdoError(404, 'ProjectDoesNotExistWithNameException', `TF200016: The following project does not exist: ${project}.`)
  if (repository && !isOneOf(repository, repositoryName, repositoryId))
    throw new AdoError(
      404,
      'GitRepositoryNotFoundException',
      `TF401019: The Git repository with name or identifier ${repository} does not exist.`,
    )
}

/** For calls without credentials, Azure DevOps returns the sign-in page with 203, even in the API. Invalid credentials are rejected. */
async function requireSignIn(sim: Simulator, { headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const [scheme = '', credential = ''] = (headers.authorization ?? '').split(' ')
  if (!credential) {
    await reply.code(203).type('text/html').send('<html><head><title>Azure DevOps Services | Sign In</title></head><body></body></html>')
    return
  }
  const [, token] = Buffer.from(credential, 'base64').toString('utf8').split(':')
  const isAuthorized = /^basic$/i.test(scheme) ? token === azureDevOpsToken : await isForUs(sim, credential)
  if (isAuthorized) return
  await reply
    .code(401)
    .headers({
      'www-authenticate': `Bearer authorization_uri=${sim.origins.identity}/${sim.tenantId}, Basic realm="${sim.origins.azuredevops}/"`,
    })
    .type('text/html')
    .send('<html><body>Access Denied: The Personal Access Token used has expired.</body></html>')
}

async function isForUs(sim: Simulator, token: string): Promise<boolean> {
  const claims = await sim.tokens.verify(token).catch(() => undefined)
  return claims?.tid === sim.tenantId && claims.aud === azureDevOpsAudience
}
