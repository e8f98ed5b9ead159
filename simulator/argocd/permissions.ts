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

/** The text is that of `EnforceErr` in Argo CD's util/rbac, which contains the denied request. @throws 403 */
export function requireGranted(sim: Simulator, resource: Resource, action: Action, object: string): void {
  if (!isGranted(sim, resource, action))
    throw new ArgocdError(7, `permission denied: ${resource}, ${action}, ${object}, sub: slipway, iat: ${sim.clock.now().toISOString()}`)
}

/** Every account can read its own permissions (AccountService.CanI); this doesn't count as using a permission. */
export function registerCanI(app: FastifyInstance, sim: Simulator): void {
  app.get<{ Params: { resource: string; action: string } }>('/account/can-i/:resource/:action/*', ({ params }) => ({
    value: sim.permissions.held('Argo CD').includes(`${params.resource}/${params.action}`) ? 'yes' : 'no',
  }))
}
