import { type Static, type TSchema, Type } from 'typebox'
import { fetchAllPages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import type { ShapeOf } from '../shape.ts'
import { apiVersions } from './apiVersions.ts'
import { armTags } from './armTags.ts'

const Tags = Type.Record(Type.String(), Type.String())

const ResourceGroup = Type.Object({
  id: Type.String(),
  name: Type.String(),
  location: Type.String(),
  tags: Type.Optional(Tags),
  managedBy: Type.Optional(Type.String()),
})
export type ResourceGroup = Static<typeof ResourceGroup>

const Resource = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  location: Type.Optional(Type.String()),
  kind: Type.Optional(Type.String()),
  tags: Type.Optional(Tags),
  createdTime: Type.Optional(Type.String()),
  changedTime: Type.Optional(Type.String()),
  provisioningState: Type.Optional(Type.String()),
})
type Resource = Static<typeof Resource>

export function armResources(send: Send) {
  const query = { 'api-version': apiVersions.resources }
  const groupsPath = (subscriptionId: string) => `/subscriptions/${encodeURIComponent(subscriptionId)}/resourcegroups`
  const { changeTags } = armTags(send)

  return {
    mergeTags: (scope: string, tags: Record<string, string>): Promise<Record<string, string>> => changeTags(scope, 'Merge', tags),

    async putResourceGroup(
      subscriptionId: string,
      name: string,
      group: { location: string; tags?: Record<string, string> },
    ): Promise<ResourceGroup> {
      const path = `${groupsPath(subscriptionId)}/${encodeURIComponent(name)}`
      return (await send({ method: 'PUT', path, query, body: group })).as(ResourceGroup)
    },

    async getResourceGroup(subscriptionId: string, name: string): Promise<ResourceGroup | undefined> {
      const path = `${groupsPath(subscriptionId)}/${encodeURIComponent(name)}`
      const reply = await send({ method: 'GET', path, query, accept: [404] })
      return reply.status === 404 ? undefined : reply.as(ResourceGroup)
    },

    listResourceGroups: (subscriptionId: string): Promise<ResourceGroup[]> =>
      fetchAllPages(send, { method: 'GET', path: groupsPath(subscriptionId), query }, ResourceGroup),

    /** Lists all resources of a subscription, of a resource group, or of a type such as `Microsoft.Compute/virtualMachines`. */
    listResources(subscriptionId: string, { type, group }: { type?: string; group?: string } = {}): Promise<Resource[]> {
      const groupPath = group === undefined ? '' : `/resourceGroups/${encodeURIComponent(group)}`
      const path = `/subscriptions/${encodeURIComponent(subscriptionId)}${groupPath}/resources`
      const filter = type === undefined ? undefined : `resourceType eq '${type.replaceAll("'", "''")}'`
      const expandedQuery = { ...query, $filter: filter, $expand: 'createdTime,changedTime,provisioningState' }
      return fetchAllPages(send, { method: 'GET', path, query: expandedQuery }, Resource)
    },

    /** Returns the rows of a Resource Graph query. The query must project `id` if it can have more than one page. */
    queryResourceGraph<T extends TSchema>(subscriptions: string[], kql: string, row: T): Promise<ShapeOf<T>[]> {
      const path = '/providers/Microsoft.ResourceGraph/resources'
      const body = { subscriptions, query: kql, options: { $top: 1_000, resultFormat: 'objectArray' } }
      const versionedQuery = { 'api-version': apiVersions.resourceGraph }
      return fetchAllPages(send, { method: 'POST', path, query: versionedQuery, body, readOnly: true }, row, { items: 'data' })
    },
  }
}
