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

const Text = Type.String({ minLength: 1, maxLength: 200 })
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[0-9:.]+Z$' })
const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

const Entry = Type.Object({
  number: Type.String({ pattern: '^\\d{1,6}$' }),
  name: Text,
  format: Text,
  address: Type.Object({ line1: Text, town: Text, postcode: Type.String({ minLength: 1, maxLength: 12 }) }),
  region: Type.Enum([...storeRegions]),
  opened: orNull(Day),
  closing: orNull(Day),
  network: orNull(
    Type.Object({
      site: Text,
      circuit: Type.Optional(Text),
      bandwidthMbps: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    }),
  ),
  /** When the directory last confirmed the data. */
  asOf: Time,
})
export type DirectoryStore = Static<typeof Entry>

export interface DirectoryPage {
  stores: DirectoryStore[]
  unreadable: number
}

export const maxNumbers = 500
const pageSize = 500

export type StoreDirectory = ReturnType<typeof createStoreDirectory>

/** The retailer's store directory; we define the contract: docs/store-directory.openapi.json. */
export function createStoreDirectory(send: Send) {
  const readable = (reply: Reply): DirectoryPage => {
    const all = reply.list(Type.Unknown(), 'stores')
    const stores = all.filter((each): each is DirectoryStore => Value.Check(Entry, each))
    return { stores, unreadable: all.length - stores.length }
  }
  return {
    async getStore(number: string, signal?: AbortSignal): Promise<DirectoryStore | undefined> {
      const path = `/v1/stores/${encodeURIComponent(number)}`
      const reply = await send({ method: 'GET', path, accept: [404], signal })
      return reply.status === 404 ? undefined : reply.as(Entry)
    },

    async searchStores(search: string, limit: number, signal?: AbortSignal): Promise<DirectoryPage> {
      return readable(await send({ method: 'GET', path: '/v1/stores', query: { search, limit }, signal }))
    },

    /** Looks up at most 500 numbers; `missing` lists the ones unknown to the directory. */
    async lookUp(numbers: string[]): Promise<DirectoryPage & { missing: string[] }> {
      const reply = await send({ method: 'POST', path: '/v1/stores/lookup', body: { numbers }, readOnly: true })
      return { ...readable(reply), missing: reply.list(Type.String(), 'missing') }
    },

    async listStores(after: string | undefined): Promise<DirectoryPage & { next: string | null }> {
      const reply = await send({ method: 'GET', path: '/v1/stores', query: { after, limit: pageSize } })
      return { ...readable(reply), next: reply.as(Type.Object({ next: Type.Union([Type.String(), Type.Null()]) })).next }
    },
  }
}
