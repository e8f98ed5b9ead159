import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp } from '../../../people/schemas.ts'
import { AccountId } from '../accounts/schemas.ts'
import { fetchCloud } from './fetchCloud.ts'
import { InsightQuery, Tags } from './schemas.ts'

export const ResourceGroup = Type.Object({
  id: Type.String({ description: 'Azure resource ID.' }),
  name: Type.String(),
  location: Type.String(),
  managedBy: NullableText,
  tags: Tags,
})

export const listResourceGroups = operation({
  id: 'listResourceGroups',
  method: 'GET',
  path: '/accounts/{id}/ResourceGroups',
  tag: 'accounts',
  summary: 'List the resource groups of an account, by name',
  description: '`fetchedAt` is when the data was read from Azure, at most one minute ago.',
  access: 'owner',
  params: AccountId,
  query: InsightQuery,
  responses: { 200: Type.Object({ items: Type.Array(ResourceGroup), fetchedAt: Timestamp }) },
  errors: ['notFound', 'notKnownYet', 'outsideFailed'],
  prepare: (preparation) =>
    fetchCloud(preparation, preparation.params.id, 'resource groups', (subscriptionId) =>
      preparation.clients.arm.listResourceGroups(subscriptionId),
    ),
  async handler({ allow, audit }, { accountId, verdict, found }) {
    audit({ subject: { kind: 'account', id: accountId } })
    allow(verdict)
    const { value, fetchedAt } = found!
    const items = value.map(({ id, name, location, managedBy, tags }) => ({
      id,
      name,
      location,
      managedBy: managedBy ?? null,
      tags: tags ?? {},
    }))
    return { items: items.sort((a, b) => a.name.localeCompare(b.name)), fetchedAt: fetchedAt.toISOString() }
  },
})
