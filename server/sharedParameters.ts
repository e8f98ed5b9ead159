import type { TSchema } from 'typebox'
import { AccessId } from './features/access/assignments/schemas.ts'
import { InsightQuery } from './features/accounts/insights/schemas.ts'
import { PolicyVersionId } from './features/approvals/policies/schemas.ts'
import { QueueParams } from './features/platform/cockpit/schemas.ts'
import { SandboxRequestId } from './features/sandboxes/requests/schemas.ts'
import { DeploymentTool } from './features/services/deployments/schemas.ts'
import { BySysId } from './features/services/incidents/schemas.ts'
import { InMemoryListQuery, ListQuery, SearchQuery } from './http/list.ts'
import { NameInPath } from './http/name.ts'
import { Uuid } from './people/schemas.ts'

export interface SharedParameter {
  in: 'path' | 'query'
  name: string
  required: boolean
  schema: TSchema
}

const inPath = (name: string, schema: TSchema): SharedParameter => ({ in: 'path', name, required: true, schema })
const inQuery = (name: string, schema: TSchema): SharedParameter => ({ in: 'query', name, required: false, schema })

/** Parameters of several operations. The OpenAPI document has each of them once, under this name. */
export const sharedParameters: Record<string, SharedParameter> = {
  Page: inQuery('page', ListQuery.properties.page),
  Size: inQuery('size', ListQuery.properties.size),
  InMemoryListSize: inQuery('size', InMemoryListQuery.properties.size),
  SearchSize: inQuery('size', SearchQuery.properties.size),
  Sort: inQuery('sort', ListQuery.properties.sort),
  Filter: inQuery('filter', ListQuery.properties.filter),
  Search: inQuery('search', ListQuery.properties.search),
  Total: inQuery('total', ListQuery.properties.total),
  Refresh: inQuery('refresh', InsightQuery.properties.refresh),
  Id: inPath('id', Uuid),
  AccessId: inPath('id', AccessId.properties.id),
  AccountId: inPath('accountId', Uuid),
  GroupId: inPath('groupId', Uuid),
  RequestId: inPath('requestId', Uuid),
  RunId: inPath('runId', Uuid),
  SandboxRequestId: inPath('sboxRequestId', SandboxRequestId.properties.sboxRequestId),
  UpdateId: inPath('updateId', Uuid),
  Name: inPath('name', NameInPath.properties.name),
  QueueName: inPath('name', QueueParams.properties.name),
  PolicyVersion: inPath('version', PolicyVersionId.properties.version),
  DeploymentTool: inPath('deploymentTool', DeploymentTool.properties.deploymentTool),
  IncidentService: inPath('incidentService', BySysId.properties.incidentService),
}
