import type { FastifyInstance } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { ArgocdError } from './argocdError.ts'

type Resource = 'projects' | 'applications' | 'repositories'
type Action = 'get' | 'create' | 'update' | 'sync' | 'delete'

export function isGranted(sim: Simulator, resource: Resource, action: Action): boolean {
  const permission = { service: 'Argo CD', name: `${resource}/${action}` } as const
  if (!sim.permissions.held(permission.service).includes(permission.name)) return false
  sim.permissions.use(permission)
  return true
}

/** The text is that of `EnforceErr` in Argo CD's util/rbac, which names what was asked. @throws 403 */
export function requireGranted(sim: Simulator, resource: Resource, action: Action, object: string): void {
  if (!isGranted(sim, resource, action))
    throw new ArgocdError(7, `permission denied: ${resource}, ${action}, ${object}, sub: slipway, iat: ${sim.clock.now().toISOString()}`)
}

/** Every account can ask about itself (AccountService.CanI); this is no use of the permission. */
export function registerCanI(app: FastifyInstance, sim: Simulator): void {
  app.get<{ Params: { resource: string; action: string } }>('/account/can-i/:resource/:action/*', ({ params }) => ({
    value: sim.permissions.held('Argo CD').includes(`${params.resource}/${params.action}`) ? 'yes' : 'no',
  }))
}
