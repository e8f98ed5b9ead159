import type { FastifyInstance } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { registerApplications } from './applications.ts'
import { ArgocdError } from './argocdError.ts'
import { registerCanI, requireGranted } from './permissions.ts'
import { registerRepositories } from './repositories.ts'
import { argocdStore } from './store.ts'
import { argocdToken } from './token.ts'

export function registerArgocd(app: FastifyInstance, sim: Simulator): void {
  app.addHook('onRequest', async (request) => {
    const token = request.headers.authorization?.replace(/^bearer /i, '')
    if (token !== argocdToken) throw new ArgocdError(16, token ? 'invalid session: token is malformed' : 'no session information')
  })
  app.setErrorHandler((error, _request, reply) => {
    const { statusCode = 500, message } = error as { statusCode?: number; message: string }
    if (error instanceof ArgocdError) return reply.code(error.status).send({ error: message, message, code: error.code })
    return reply.code(statusCode).send({ error: message, message, code: statusCode < 500 ? 3 : 13 })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'Not Found', message: 'Not Found', code: 5 }))

  const store = argocdStore(sim)
  app.register(
    async (routes) => {
      routes.get<{ Params: { name: string } }>('/projects/:name', ({ params }) => {
        requireGranted(sim, 'projects', 'get', params.name)
        const project = store.project(params.name)
        if (!project) throw new ArgocdError(5, `appprojects.argoproj.io "${params.name}" not found`)
        return project
      })
      registerCanI(routes, sim)
      registerApplications(routes, sim, store)
      registerRepositories(routes, sim, store)
    },
    { prefix: '/api/v1' },
  )
}
