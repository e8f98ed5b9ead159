import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { requireBearer } from '../core/bearer.ts'
import type { Simulator } from '../core/simulator.ts'
import { vaultRoutes } from '../keyvault/vaults.ts'
import { activityLogRoutes } from './activityLog.ts'
import { advisorRoutes } from './advisor.ts'
import { aliasRoutes } from './aliases.ts'
import { ArmError } from './armError.ts'
import { type ArmRequest, type ArmRoute, compileRoutes } from './armRoute.ts'
import { authorize } from './authorization.ts'
import { billingRoutes } from './billing.ts'
import { budgetRoutes } from './budgets.ts'
import { cloudMetadataPath, registerCloudMetadata } from './cloudMetadata.ts'
import { computeRoutes } from './compute.ts'
import { costRoutes } from './cost.ts'
import { locationRoutes } from './locations.ts'
import { lockRoutes, rejectIfLocked } from './locks.ts'
import { maintenanceRoutes } from './maintenance.ts'
import { managementGroupRoutes } from './managementGroups.ts'
import { networkRoutes } from './networks.ts'
import { rejectUnknownSubscription } from './newSubscriptions.ts'
import { operationRoutes } from './operations.ts'
import { ownPermissionRoutes } from './ownPermissions.ts'
import { pimRoutes } from './pim.ts'
import { pimPolicyRoutes } from './pimPolicies.ts'
import { policyAssignmentRoutes } from './policyAssignments.ts'
import { policyInsightsRoutes } from './policyInsights.ts'
import { powerRoutes } from './power.ts'
import { spendRateToken } from './rateLimit.ts'
import { recoveryRoutes } from './recovery.ts'
import { resourceGraphRoutes } from './resourceGraph.ts'
import { resourceGroupRoutes } from './resourceGroups.ts'
import { resourceRoutes } from './resources.ts'
import { roleAssignmentRoutes } from './roleAssignments.ts'
import { roleDefinitionRoutes } from './roleDefinitions.ts'
import { securityRoutes } from './security.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { tagRoutes } from './tags.ts'

/** The first match wins, so routes for tags, roles and budgets on any resource precede the resources themselves. */
const routes: ArmRoute[] = [
  ...operationRoutes,
  ...subscriptionRoutes,
  ...aliasRoutes,
  ...billingRoutes,
  ...managementGroupRoutes,
  ...tagRoutes,
  ...budgetRoutes,
  ...costRoutes,
  ...policyAssignmentRoutes,
  ...policyInsightsRoutes,
  ...securityRoutes,
  ...advisorRoutes,
  ...lockRoutes,
  ...roleDefinitionRoutes,
  ...roleAssignmentRoutes,
  ...ownPermissionRoutes,
  ...pimRoutes,
  ...pimPolicyRoutes,
  ...resourceGraphRoutes,
  ...resourceGroupRoutes,
  ...networkRoutes,
  ...recoveryRoutes,
  ...maintenanceRoutes,
  ...activityLogRoutes,
  ...powerRoutes,
  ...vaultRoutes,
  ...computeRoutes,
  ...locationRoutes,
  ...resourceRoutes,
]

export function registerArm(app: FastifyInstance, sim: Simulator): void {
  const findRoute = compileRoutes(routes)

  app.addHook('onRequest', async (request, reply) => {
    const input = request.headers['x-ms-correlation-request-id'] ?? request.headers['x-ms-correlation-id']
    reply.headers({
      'cache-control': 'no-cache',
      'x-ms-request-id': randomUUID(),
      'x-ms-correlation-request-id': typeof input === 'string' ? input : randomUUID(),
      'x-ms-routing-request-id': `UKSOUTH:${sim.clock.now().toISOString().slice(0, 19).replace(/[-:]/g, '')}Z:${randomUUID()}`,
    })
  })
  const bearer = requireBearer(sim, 'arm')
  app.addHook('onRequest', async (request, reply) => (request.routeOptions.url === cloudMetadataPath ? undefined : bearer(request, reply)))

  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof ArmError)
      return reply
        .code(error.status)
        .headers(error.headers ?? {})
        .send(error.body)
    if (error.statusCode === 400) return reply.code(400).send({ error: { code: 'InvalidRequestContent', message: error.message } })
    console.error(error)
    return reply.code(500).send({ error: { code: 'InternalServerError', message: 'Encountered internal server error.' } })
  })

  registerCloudMetadata(app, sim)
  app.all('/*', (request, reply) => {
    // Clients put IDs, which start with a slash, after a slash, so an empty first segment is skipped. Microsoft's own pages do the same:
    // https://learn.microsoft.com/azure/backup/backup-azure-arm-userestapi-backupazurevms
    const path = decodeURIComponent(request.url.split('?')[0]!).replace(/^\/+/, '/')
    const query = request.query as Record<string, string>
    const apiVersion = query['api-version'] ?? ''
    if (apiVersion === '') {
      throw new ArmError(400, 'MissingApiVersionParameter', 'The api-version query parameter (?api-version=) is required for all requests.')
    }
    if (!/^\d{4}-\d{2}-\d{2}(-\w+)?$/.test(apiVersion)) {
      throw new ArmError(400, 'InvalidApiVersionParameter', `The api-version '${apiVersion}' is invalid.`)
    }
    reply.headers(spendRateToken({ sim, caller: request.caller, method: request.method, path }))
    const { route, params, isPathKnown: pathKnown } = findRoute(request.method, path)
    if (!route) {
      throw pathKnown
        ? new ArmError(405, 'HttpMethodNotAllowed', `The http method '${request.method}' is not supported by this resource.`)
        : new ArmError(404, 'InvalidResourceType', `The resource type could not be found in the namespace for api version '${apiVersion}'.`)
    }
    const call: ArmRequest = {
      sim,
      params,
      query,
      body: (request.body ?? {}) as Record<string, unknown>,
      headers: request.headers,
      caller: request.caller,
      asyncOutcome: request.asyncOutcome,
      method: request.method,
      path,
      apiVersion,
    }
    authorize(call, route)
    rejectIfLocked(sim, request.method, path)
    rejectUnknownSubscription(call)
    const { status, body, headers = {} } = route.handle(call)
    return reply.code(status).headers(headers).send(body)
  })
}
