import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Reply, Send } from '../pipeline.ts'

export const storeRegions = [
  'northEast',
  'northWest',
  'yorkshireAndTheHumber',
  'eastMidlands',
  'westMidlands',
  'eastOfEngland',
  'london',
  'southEast',
  'southWest',
  'wales',
  'scotland',
  'northernIreland',
] as const

const ShortString = Type.String({ minLength: 1, maxLength: 200 })
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[0-9:.]+Z$' })
const nullableOf = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

const StoreEntry = Type.Object({
  number: Type.String({ pattern: '^\\d{1,6}$' }),
  name: ShortString,
  format: ShortString,
  address: Type.Object({ line1: ShortString, town: ShortString, postcode: Type.String({ minLength: 1, maxLength: 12 }) }),
  region: Type.Enum([...storeRegions]),
  opened: nullableOf(Day),
  closing: nullableOf(Day),
  network: nullableOf(
    Type.Object({
      site: ShortString,
      circuit: Type.Optional(ShortString),
      bandwidthMbps: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    }),
  ),
  /** The time when the directory last confirmed the data. */
  asOf: Time,
})
export type DirectoryStore = Static<typeof StoreEntry>

export interface DirectoryPage {
  stores: DirectoryStore[]
  unreadable: number
}

export const maxNumbers = 500
const pageSize = 500

export type StoreDirectory = ReturnType<typeof createStoreDirectory>

/** The retailer's store directory. Slipway defines the contract in docs/store-directory.openapi.json. */
export function createStoreDirectory(send: Send) {
  const toStorePage = (reply: Reply): DirectoryPage => {
    const rawStores = reply.list(Type.Unknown(), 'stores')
    const stores = rawStores.filter((each): each is DirectoryStore => Value.Check(StoreEntry, each))
    return { stores, unreadable: rawStores.length - stores.length }
  }
  return {
    async getStore(number: string, signal?: AbortSignal): Promise<DirectoryStore | undefined> {
      const path = `/v1/stores/${encodeURIComponent(number)}`
      const reply = await send({ method: 'GET', path, accept: [404], signal })
      return reply.status === 404 ? undefined : reply.as(StoreEntry)
    },

    async searchStores(search: string, limit: number, signal?: AbortSignal): Promise<DirectoryPage> {
      return toStorePage(await send({ method: 'GET', path: '/v1/stores', query: { search, limit }, signal }))
    },

    /** Looks up at most 500 numbers. `missing` lists the numbers that the directory doesn't know. */
    async lookUp(numbers: string[]): Promise<DirectoryPage & { missing: string[] }> {
      const reply = await send({ method: 'POST', path: '/v1/stores/lookup', body: { numbers }, readOnly: true })
      return { ...toStorePage(reply), missing: reply.list(Type.String(), 'missing') }
    },

    async listStores(after: string | undefined): Promise<DirectoryPage & { next: string | null }> {
      const reply = await send({ method: 'GET', path: '/v1/stores', query: { after, limit: pageSize } })
      return { ...toStorePage(reply), next: reply.as(Type.Object({ next: Type.Union([Type.String(), Type.Null()]) })).next }
    },
  }
}
