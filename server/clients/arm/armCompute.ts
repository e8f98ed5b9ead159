import { type Static, Type } from 'typebox'
import { pages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'

const Words = Type.Optional(Type.Array(Type.String()))
const Sku = Type.Object({
  resourceType: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  family: Type.Optional(Type.String()),
  locationInfo: Type.Optional(Type.Array(Type.Object({ location: Type.Optional(Type.String()), zones: Words }))),
  capabilities: Type.Optional(Type.Array(Type.Object({ name: Type.Optional(Type.String()), value: Type.Optional(Type.String()) }))),
  restrictions: Type.Optional(
    Type.Array(
      Type.Object({
        /** Location or Zone. */
        type: Type.Optional(Type.String()),
        restrictionInfo: Type.Optional(Type.Object({ locations: Words, zones: Words })),
        /** QuotaId or NotAvailableForSubscription. */
        reasonCode: Type.Optional(Type.String()),
      }),
    ),
  ),
})
/** A size of virtual machine in one region, as it is offered to one subscription. */
export type VmSize = Static<typeof Sku> & { name: string }

const Named = Type.Object({ name: Type.String() })

/** Where to look for images: each name leads one level down. */
export interface ImageShelf {
  publisher?: string
  offer?: string
  sku?: string
}
const mostVersions = 100

export function armCompute(send: Send) {
  const provider = (subscriptionId: string) => `/subscriptions/${encodeURIComponent(subscriptionId)}/providers/Microsoft.Compute`

  return {
    /** The sizes of one region; of what else the list holds (disks, snapshots) no more than a page is held. */
    async listVmSizes(subscriptionId: string, region: string): Promise<VmSize[]> {
      const query = { 'api-version': apiVersions.computeSkus, $filter: `location eq '${region.replaceAll("'", "''")}'` }
      const sizes: VmSize[] = []
      for await (const { items } of pages(send, { method: 'GET', path: `${provider(subscriptionId)}/skus`, query }, Sku))
        for (const sku of items) if (sku.resourceType === 'virtualMachines' && sku.name) sizes.push({ ...sku, name: sku.name })
      return sizes
    },

    /** The names one level below: publishers, their offers, their SKUs, their versions (the latest hundred, the latest first). */
    async listImageNames(subscriptionId: string, region: string, { publisher, offer, sku }: ImageShelf): Promise<string[]> {
      const levels = [
        ['publishers', publisher],
        ['artifacttypes/vmimage/offers', offer],
        ['skus', sku],
        ['versions', undefined],
      ] as const
      let path = `${provider(subscriptionId)}/locations/${encodeURIComponent(region)}`
      for (const [collection, name] of levels) {
        path += `/${collection}`
        if (name === undefined) break
        path += `/${encodeURIComponent(name)}`
      }
      const last = sku === undefined ? {} : { $top: mostVersions, $orderby: 'name desc' }
      const reply = await send({ method: 'GET', path, query: { 'api-version': apiVersions.compute, ...last } })
      return reply.list(Named, 'value').map(({ name }) => name)
    },
  }
}
