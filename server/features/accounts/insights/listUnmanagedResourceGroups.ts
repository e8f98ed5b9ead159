import { Type } from 'typebox'
import type { Verdict } from '../../../auth/access.ts'
import type { Clients } from '../../../clients/clients.ts'
import { operation } from '../../../http/operation.ts'
import { Can, NullableText, Timestamp } from '../../../people/schemas.ts'
import { accountCan } from '../accounts/policy.ts'
import { loadAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { creatorOf, creatorsOf } from './creatorOf.ts'
import { fetchCloud } from './fetchCloud.ts'
import { isManaged } from './managementTag.ts'
import { canAdopt } from './policy.ts'
import { InsightQuery, Tags } from './schemas.ts'

const UnmanagedGroup = Type.Object({
  id: Type.String({ description: 'Azure resource ID.' }),
  name: Type.String(),
  location: Type.String(),
  managedBy: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Resource that the group was created for and is deleted with; null if there is none.',
  }),
  tags: Tags,
  origin: Type.Enum(['createdByAzure', 'createdManually', 'createdByApplication', 'unknown'], {
    description: 'Reason why the resource group has no management tag.',
  }),
  createdBy: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Name of the person, or ID of the application, that created the group; null if unknown.',
  }),
  createdAt: NullableText,
  resources: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Number of resources; null if unknown.',
  }),
  can: Can,
})

export const listUnmanagedResourceGroups = operation({
  id: 'listUnmanagedResourceGroups',
  method: 'GET',
  path: '/accounts/{id}/unmanagedResourceGroups',
  tag: 'accounts',
  summary: 'List resource groups without the management tag, with reason, creator and resources',
  description:
    '`fetchedAt` is when the data was read from Azure. The creator is known for 90 days after the creation. `historyKnown` is false if the activity log was unavailable.',
  access: 'owner',
  params: AccountId,
  query: InsightQuery,
  responses: { 200: Type.Object({ items: Type.Array(UnmanagedGroup), historyKnown: Type.Boolean(), fetchedAt: Timestamp }) },
  errors: ['notFound', 'notKnownYet', 'outsideFailed'],
  prepare: (preparation) =>
    fetchCloud(preparation, preparation.params.id, 'unmanaged groups', async (subscriptionId, propagation) => {
      await propagation.requireListed()
      return findUnmanaged(preparation.clients, subscriptionId, preparation.now())
    }),
  async handler({ db, actor, allow, audit }, { accountId, verdict, found }) {
    audit({ subject: { kind: 'account', id: accountId } })
    allow(verdict)
    const { value, fetchedAt } = found!
    const canUpdate: Verdict = accountCan(actor, await loadAccount(db, actor, accountId)).update
    const items = value.groups.map((group) => {
      const creator = creatorOf(group, value.creators?.get(group.name.toLowerCase()))
      return {
        id: group.id,
        name: group.name,
        location: group.location,
        managedBy: group.managedBy ?? null,
        tags: group.tags ?? {},
        origin: creator.origin,
        createdBy: creator.name ?? creator.caller,
        createdAt: creator.at,
        resources: value.counts ? (value.counts.get(group.name.toLowerCase()) ?? 0) : null,
        can: { adopt: canUpdate === true ? canAdopt(group) : canUpdate },
      }
    })
    const order = { createdManually: 0, unknown: 1, createdByApplication: 2, createdByAzure: 3 }
    return {
      items: items.sort((a, b) => order[a.origin] - order[b.origin] || a.name.localeCompare(b.name)),
      historyKnown: value.creators !== undefined,
      fetchedAt: fetchedAt.toISOString(),
    }
  },
})

const Count = Type.Object({ resourceGroup: Type.String(), count_: Type.Integer() })

async function findUnmanaged({ arm }: Pick<Clients, 'arm'>, subscriptionId: string, now: Date) {
  const [groups, creators, counts] = await Promise.all([
    arm.listResourceGroups(subscriptionId),
    arm.listResourceGroupWrites(subscriptionId, now).then(creatorsOf, () => undefined),
    arm.queryResourceGraph([subscriptionId], 'resources | summarize count() by resourceGroup', Count).then(
      (rows) => new Map(rows.map((row) => [row.resourceGroup.toLowerCase(), row.count_])),
      () => undefined,
    ),
  ])
  return { groups: groups.filter(({ tags }) => !isManaged(tags)), creators, counts }
}
