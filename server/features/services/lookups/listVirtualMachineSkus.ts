import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Timestamp } from '../../../people/schemas.ts'
import { createCache } from './createCache.ts'
import { accountNotFound, findLookupSubscription, LookupAccountOrNull, LookupAccountQuery } from './lookupSubscription.ts'
import { requireRegion } from './region.ts'
import { presentSize, VmSize } from './vmSize.ts'

/** Each entry has a few hundred sizes of about 300 bytes, so the cache stays below 20 MB. */
const sizeCache = createCache<VmSize[]>({ ageMs: 3_600_000, maxEntries: 60 })

export const listVirtualMachineSkus = operation({
  id: 'listVirtualMachineSkus',
  method: 'GET',
  path: '/utils/VirtualMachineSkus',
  tag: 'utils',
  summary: 'List virtual machine sizes in a region, with their restrictions for an account',
  description: '`fetchedAt` is when the data was read from Azure, at most one hour ago, or longer if Azure is unavailable. Smallest first.',
  access: 'owner',
  query: Type.Object(
    {
      ...LookupAccountQuery.properties,
      minVcpus: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      maxVcpus: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      minMemoryGb: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
      zone: Type.Optional(Type.Enum(['1', '2', '3'], { description: 'Return only sizes that are available to the account in this zone.' })),
      available: Type.Optional(Type.Boolean({ description: 'Return only sizes that are available to the account.' })),
    },
    { additionalProperties: false },
  ),
  responses: { 200: Type.Object({ account: LookupAccountOrNull, region: Type.String(), items: Type.Array(VmSize), fetchedAt: Timestamp }) },
  errors: ['notFound', 'outsideFailed', 'notSetUp'],
  async prepare({ db, actor, clients, config, query, now }) {
    const accountSource = await findLookupSubscription({ db, actor, config }, query)
    if (accountSource.verdict !== true) return { through: accountSource, found: undefined }
    const { subscriptionId, region } = accountSource
    const sizes = await sizeCache(clients, `${subscriptionId} ${region}`, { now: now(), refresh: query.refresh }, async () => {
      const sizes = await clients.arm.listVmSizes(subscriptionId, region).catch((error: unknown) => {
        throw accountNotFound(error, 'This subscription no longer exists in Azure.')
      })
      if (sizes.length === 0) await requireRegion({ clients, now }, subscriptionId, region)
      return sizes
        .map((size) => presentSize(region, size))
        .sort((a, b) => a.vcpus - b.vcpus || a.memoryGb - b.memoryGb || a.name.localeCompare(b.name))
    })
    return { through: accountSource, found: sizes }
  },
  async handler({ query, allow, audit }, { through: { account, region, verdict }, found: sizes }) {
    if (account) audit({ subject: { kind: 'account', id: account.id } })
    allow(verdict)
    const { value, fetchedAt } = sizes!
    const { minVcpus = 0, maxVcpus = Number.POSITIVE_INFINITY, minMemoryGb = 0, zone, available } = query
    const items = value.filter(
      (size) =>
        size.vcpus >= minVcpus &&
        size.vcpus <= maxVcpus &&
        size.memoryGb >= minMemoryGb &&
        (zone === undefined || size.zones.includes(zone)) &&
        (!available || size.available),
    )
    return { account, region, items, fetchedAt: fetchedAt.toISOString() }
  },
})
