import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp } from '../../../people/schemas.ts'
import { AccountId } from '../accounts/schemas.ts'
import { fetchCloud } from './fetchCloud.ts'
import { InsightQuery, Tags } from './schemas.ts'

export const Resource = Type.Object({
  id: Type.String({ description: 'Azure resource ID.' }),
  name: Type.String(),
  type: Type.String(),
  kind: NullableText,
  resourceGroup: NullableText,
  location: NullableText,
  provisioningState: NullableText,
  createdAt: NullableText,
  changedAt: NullableText,
  tags: Tags,
})

export const listResources = operation({
  id: 'listResources',
  method: 'GET',
  path: '/accounts/{id}/resources',
  tag: 'accounts',
  summary: 'List the resources of an account, by type and name',
  description: '`fetchedAt` is when the data was read from Azure, at most one minute ago.',
  access: 'owner',
  params: AccountId,
  query: Type.Object(
    {
      ...InsightQuery.properties,
      resourceType: Type.Optional(
        Type.String({
          maxLength: 200,
          pattern: '^[A-Za-z0-9.]+(/[A-Za-z0-9]+)+$',
          description: 'Azure resource type, such as Microsoft.Compute/virtualMachines.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  extraErrorStatuses: [404],
  responses: { 200: Type.Object({ items: Type.Array(Resource), fetchedAt: Timestamp }) },
  errors: ['notFound', 'notKnownYet', 'outsideFailed'],
  prepare(preparation) {
    const { resourceType } = preparation.query
    return fetchCloud(preparation, preparation.params.id, `resources ${resourceType?.toLowerCase() ?? ''}`, (subscriptionId) =>
      preparation.clients.arm.listResources(subscriptionId, resourceType === undefined ? {} : { type: resourceType }),
    )
  },
  async handler({ allow, audit }, { accountId, verdict, found }) {
    audit({ subject: { kind: 'account', id: accountId } })
    allow(verdict)
    const { value, fetchedAt } = found!
    const items = value.map((resource) => ({
      id: resource.id,
      name: resource.name,
      type: resource.type,
      kind: resource.kind ?? null,
      resourceGroup: /\/resourceGroups\/([^/]+)/i.exec(resource.id)?.[1] ?? null,
      location: resource.location ?? null,
      provisioningState: resource.provisioningState ?? null,
      createdAt: resource.createdTime ?? null,
      changedAt: resource.changedTime ?? null,
      tags: resource.tags ?? {},
    }))
    return {
      items: items.sort((a, b) => a.type.localeCompare(b.type) || a.name.localeCompare(b.name)),
      fetchedAt: fetchedAt.toISOString(),
    }
  },
})
