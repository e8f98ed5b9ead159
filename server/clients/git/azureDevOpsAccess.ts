import { Type } from 'typebox'
import { type AccessCheck, createAccessCheck } from '../accessCheck.ts'
import { ExternalError } from '../externalError.ts'
import type { Send } from '../pipeline.ts'

interface RepositoryRef {
  organisation: string
  root: string
  version: { 'api-version': string }
  hasToken: boolean
}

/** Namespace and bits of Git permissions: https://learn.microsoft.com/azure/devops/organizations/security/namespace-reference */
const gitNamespace = '2e9eb7ed-3c0a-47d4-87c1-0ffdb275fd87'
const bits = { GenericContribute: 4, CreateBranch: 16, PullRequestContribute: 16_384 }

const Repository = Type.Object({ id: Type.String(), project: Type.Object({ id: Type.String() }) })

/**
 * Asks Azure DevOps which Git permissions the caller has (“Permissions - Has Permissions”, 7.1). Azure DevOps can deny this call to a token
 * that has only the scope for code; the permissions then stay unverified.
 */
export async function fetchAzureDevOpsAccess(send: Send, { organisation, root, version, hasToken }: RepositoryRef): Promise<AccessCheck> {
  const check = createAccessCheck()
  let repository: { id: string; project: { id: string } }
  try {
    repository = (await send({ method: 'GET', path: root, query: version })).as(Repository)
  } catch (error) {
    if (!(error instanceof ExternalError) || !error.missing) throw error
    check.missing.push(error.missing.name)
    check.unverified.push(...Object.keys(bits), ...(hasToken && error.missing.name !== 'vso.code_write' ? ['vso.code_write'] : []))
    return check
  }
  check.granted.push('GenericRead')
  // Reading proves only the narrower scope vso.code.
  if (hasToken) check.unverified.push('vso.code_write')
  for (const [name, bit] of Object.entries(bits)) {
    const path = `/${encodeURIComponent(organisation)}/_apis/permissions/${gitNamespace}/${bit}`
    const query = { ...version, tokens: `repoV2/${repository.project.id}/${repository.id}`, alwaysAllowAdministrators: true }
    const reply = await send({ method: 'GET', path, query, accept: [401, 403, 404] })
    if (reply.status >= 300) check.unverified.push(name)
    else check[reply.list(Type.Boolean(), 'value')[0] === true ? 'granted' : 'missing'].push(name)
  }
  return check
}
