import type { FastifyRequest } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { AdoError } from './adoError.ts'

/**
 * Git permissions by method and path; the first that fits. Source: Microsoft's "Set Git repository permissions": whoever creates a branch may
 * delete it. The words of the refusal are those that people report for each of these names (search for TF401027).
 */
const needed: [method: RegExp, path: RegExp, permission: string][] = [
  [/GET|OPTIONS/, /./, 'GenericRead'],
  [/./, /\/pullrequests/i, 'PullRequestContribute'],
  [/POST/, /\/refs$/i, 'CreateBranch'],
  [/./, /./, 'GenericContribute'],
]

/**
 * A personal access token needs a scope beside what its user may do; tokens of the directory have none. `vso.code_write` includes `vso.code`,
 * and operations on Git and policies need one of the two (MicrosoftDocs/vsts-rest-api-specs, git and policy 7.1). Without it the answer is 401
 * (MicrosoftDocs/azure-devops-docs #11065), in the words of microsoft/azure-devops-extension-sample #45; they are not documented.
 * @throws TF400813
 */
export function requireScope(sim: Simulator, { url, headers }: FastifyRequest): void {
  if (!/^basic /i.test(headers.authorization ?? '') || !/\/_apis\/(git|policy)\/./i.test(url.split('?')[0]!)) return
  const scope = { service: 'Azure DevOps', name: 'vso.code_write' } as const
  if (!sim.permissions.held(scope.service).includes(scope.name))
    throw new AdoError(401, 'InvalidIdentityException', "TF400813: The user 'Slipway' is not authorized to access this resource.")
  sim.permissions.use(scope)
}

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
