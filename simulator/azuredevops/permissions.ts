import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { AdoError } from './adoError.ts'

/**
 * These Git permissions apply by method and path; the first match wins. Source: Microsoft's "Set Git repository permissions", by which the
 * creator of a branch can delete it. Users report the error texts for these names (search for TF401027).
 */
const requiredPermissions: [method: RegExp, path: RegExp, permission: string][] = [
  [/GET|OPTIONS/, /./, 'GenericRead'],
  [/./, /\/pullrequests/i, 'PullRequestContribute'],
  [/POST/, /\/refs$/i, 'CreateBranch'],
  [/./, /./, 'GenericContribute'],
]

/**
 * A personal access token needs a scope in addition to its user's permissions; tokens of the directory have none. `vso.code_write` includes
 * `vso.code`, and operations on Git and policies need either of them (MicrosoftDocs/vsts-rest-api-specs, git and policy 7.1). The response is
 * otherwise 401 (MicrosoftDocs/azure-devops-docs #11065), with the undocumented text of microsoft/azure-devops-extension-sample #45.
 * @throws TF400813
 */
export function requireScope(sim: Simulator, { url, headers }: FastifyRequest): void {
  if (!/^basic /i.test(headers.authorization ?? '') || !/\/_apis\/(git|policy)\/./i.test(url.split('?')[0]!)) return
  const scope = { service: 'Azure DevOps', name: 'vso.code_write' } as const
  if (!sim.permissions.held(scope.service).includes(scope.name))
    throw new AdoError(401, 'InvalidIdentityException', "TF400813: The user 'Slipway' is not authorized to access this resource.")
  sim.permissions.use(scope)
}

/** Bits of the namespace “Git Repositories”, from Microsoft's reference of security namespaces. */
const gitNamespace = '2e9eb7ed-3c0a-47d4-87c1-0ffdb275fd87'
const bits: [bit: number, permission: string][] = [
  [2, 'GenericRead'],
  [4, 'GenericContribute'],
  [16, 'CreateBranch'],
  [16_384, 'PullRequestContribute'],
]

export function registerHasPermissions(app: FastifyInstance, sim: Simulator): void {
  app.get<{ Params: { namespace: string; bits: string }; Querystring: { tokens?: string } }>(
    '/_apis/permissions/:namespace/:bits',
    ({ params, query }) => {
      const permissions = sim.permissions.held('Azure DevOps')
      const hasPermission =
        params.namespace === gitNamespace && bits.every(([bit, name]) => (Number(params.bits) & bit) === 0 || permissions.includes(name))
      const value = (query.tokens ?? '').split(',').map(() => hasPermission)
      return { count: value.length, value }
    },
  )
}

/** @throws TF401027 when Slipway's identity lacks the permission for this request in the repository */
export function requirePermission(sim: Simulator, { method, url }: FastifyRequest): void {
  const path = url.split('?')[0]!
  if (!/\/_apis\/git\/repositories\/./i.test(path)) return
  const name = requiredPermissions.find(([methods, paths]) => methods.test(method) && paths.test(path))![2]
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
