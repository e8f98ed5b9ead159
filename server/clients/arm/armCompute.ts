import { type Static, Type } from 'typebox'
import { pages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { OptionalStringArray } from '../shape.ts'
import { apiVersions } from './apiVersions.ts'

const Sku = Type.Object({
  resourceType: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  family: Type.Optional(Type.String()),
  locationInfo: Type.Optional(Type.Array(Type.Object({ location: Type.Optional(Type.String()), zones: OptionalStringArray }))),
  capabilities: Type.Optional(Type.Array(Type.Object({ name: Type.Optional(Type.String()), value: Type.Optional(Type.String()) }))),
  restrictions: Type.Optional(
    Type.Array(
      Type.Object({
        /** Location or Zone. */
        type: Type.Optional(Type.String()),
        restrictionInfo: Type.Optional(Type.Object({ locations: OptionalStringArray, zones: OptionalStringArray })),
        /** QuotaId or NotAvailableForSubscription. */
        reasonCode: Type.Optional(Type.String()),
      }),
    ),
  ),
})
export type VmSize = Static<typeof Sku> & { name: string }

const NamedItem = Type.Object({ name: Type.String() })

interface ImageCatalogPath {
  publisher?: string
  offer?: string
  sku?: string
}
const maxVersions = 100

export function armCompute(send: Send) {
  const provider = (subscriptionId: string) => `/subscriptions/${encodeURIComponent(subscriptionId)}/providers/Microsoft.Compute`

  return {
    /** Lists the sizes in a region. Azure's list also has disks and snapshots, which are dropped page by page to save memory. */
    async listVmSizes(subscriptionId: string, region: string): Promise<VmSize[]> {
      const query = { 'api-version': apiVersions.computeSkus, $filter: `location eq '${region.replaceAll("'", "''")}'` }
      const sizes: VmSize[] = []
      for await (const { items } of pages(send, { method: 'GET', path: `${provider(subscriptionId)}/skus`, query }, Sku))
        for (const sku of items) if (sku.resourceType === 'virtualMachines' && sku.name) sizes.push({ ...sku, name: sku.name })
      return sizes
    },

    /**
     * Lists the names on the next level: publishers, offers, SKUs or versions. For versions, these are the latest hundred, newest first.
     */
    async listImageNames(subscriptionId: string, region: string, { publisher, offer, sku }: ImageCatalogPath): Promise<string[]> {
      const imageLevels = [
        ['publishers', publisher],
        ['artifacttypes/vmimage/offers', offer],
        ['skus', sku],
        ['versions', undefined],
      ] as const
      let path = `${provider(subscriptionId)}/locations/${encodeURIComponent(region)}`
      for (const [collection, name] of imageLevels) {
        path += `/${collection}`
        if (name === undefined) break
        path += `/${encodeURIComponent(name)}`
      }
      const latestOnly = sku === undefined ? {} : { $top: maxVersions, $orderby: 'name desc' }
      const reply = await send({ method: 'GET', path, query: { 'api-version': apiVersions.compute, ...latestOnly } })
      return reply.list(NamedItem, 'value').map(({ name }) => name)
    },
  }
}
