import type { FastifyRequest } from 'fastify'
import type { Simulator } from '../simulator.ts'
import { AdoError } from './adoError.ts'

/** Git permissions by method and path; the first that fits. Source: Microsoft's "Default Git repository and branch permissions". */
const needed: [method: RegExp, path: RegExp, permission: string][] = [
  [/GET|OPTIONS/, /./, 'GenericRead'],
  [/./, /\/pullrequests/i, 'PullRequestContribute'],
  [/POST/, /\/refs$/i, 'CreateBranch'],
  [/./, /./, 'GenericContribute'],
]

/** @throws TF401027 when Slipway's identity lacks the permission for this request in the repository. */
export function requirePermission(sim: Simulator, { method, url }: FastifyRequest): void {
  const path = url.split('?')[0]!
  if (!/\/_apis\/git\/repositories\/./i.test(path)) return
  const name = needed.find(([methods, paths]) => methods.test(method) && paths.test(path))![2]
  if (sim.permissions.held('Azure DevOps').includes(name)) {
    sim.permissions.use({ service: 'Azure DevOps', name })
    return
  }
  throw new AdoError(
    403,
    'GitNeedsPermissionException',
    `TF401027: You need the Git '${name}' permission to perform this action. Details: identity 'Slipway', scope 'repository'.`,
  )
}
