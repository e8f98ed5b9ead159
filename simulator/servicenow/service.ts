import type { FastifyInstance } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { registerOauth, requireUser } from './authentication.ts'
import { registerPages } from './pages.ts'
import { requireRole } from './permissions.ts'
import { ServiceNowError } from './serviceNowError.ts'
import { registerTableApi } from './tableApi.ts'

export function registerServicenow(app: FastifyInstance, sim: Simulator): void {
  app.setErrorHandler((error, _request, reply) => {
    const { statusCode = 500, message } = error as { statusCode?: number; message: string }
    const servicenowError =
      error instanceof ServiceNowError
        ? error
        : new ServiceNowError(statusCode, statusCode < 500 ? 'Exception while reading request' : 'Internal Server Error', message)
    return reply
      .code(servicenowError.status)
      .send({ error: { message: servicenowError.message, detail: servicenowError.detail }, status: 'failure' })
  })
  app.setNotFoundHandler(() => {
    throw new ServiceNowError(400, 'Requested URI does not represent any resource', null)
  })
  registerOauth(app, sim)
  registerPages(app, sim)
  app.register(
    async (routes) => {
      routes.addHook('onRequest', requireUser(sim))
      routes.addHook('onRequest', async (request) => requireRole(sim, request))
      registerTableApi(routes, sim)
    },
    { prefix: '/api/now' },
  )
}
