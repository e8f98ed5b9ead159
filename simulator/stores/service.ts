import type { FastifyInstance, FastifyReply } from 'fastify'
import { type SampleStore, storeDirectory } from '../../sample/edgeStores.ts'
import { storesToken } from '../core/constants.ts'
import type { Simulator } from '../core/simulator.ts'

const maxNumbers = 500
const largestPage = 500
const storesBySimulator = new WeakMap<Simulator, SampleStore[]>()

function snapshotDate(now: Date): string {
  const lastNight = new Date(now)
  lastNight.setUTCHours(2, 0, 0, 0)
  return new Date(lastNight <= now ? lastNight : lastNight.getTime() - 86_400_000).toISOString()
}

export function registerStores(app: FastifyInstance, sim: Simulator): void {
  const listStores = (): SampleStore[] => {
    const cached = storesBySimulator.get(sim) ?? storeDirectory(sim.company.accounts)
    storesBySimulator.set(sim, cached)
    return cached
  }
  const present = (store: SampleStore) => ({ ...store, asOf: snapshotDate(sim.clock.now()) })
  const problem = (reply: FastifyReply, status: number, title: string) =>
    reply.code(status).type('application/problem+json').send({ type: 'about:blank', title, status })

  app.addHook('onRequest', async (request, reply) => {
    const permission = { service: 'The store directory', name: 'stores/read' } as const
    const isAllowed = sim.permissions.held(permission.service).includes(permission.name)
    if (isAllowed) sim.permissions.use(permission)
    if (!isAllowed || request.headers.authorization !== `Bearer ${storesToken}`)
      return problem(reply, 401, 'A valid bearer token is required')
  })

  app.get<{ Params: { number: string } }>('/v1/stores/:number', (request, reply) => {
    const store = listStores().find(({ number }) => number === request.params.number)
    return store ? present(store) : problem(reply, 404, 'Store not found')
  })

  app.get<{ Querystring: { search?: string; after?: string; limit?: string } }>('/v1/stores', (request, reply) => {
    const { search = '', after = '', limit = String(largestPage) } = request.query
    const size = Number(limit)
    if (!Number.isInteger(size) || size < 1 || size > largestPage) return problem(reply, 400, `limit must be between 1 and ${largestPage}`)
    const matching = listStores().filter((store) => Number(store.number) > Number(after) && matches(store, search))
    const page = matching.slice(0, size)
    const next = matching.length > size ? page.at(-1)!.number : null
    return { stores: page.map(present), next }
  })

  app.post<{ Body?: { numbers?: unknown } }>('/v1/stores/lookup', (request, reply) => {
    const numbers = request.body?.numbers
    if (!Array.isArray(numbers) || numbers.length === 0 || numbers.length > maxNumbers)
      return problem(reply, 400, `numbers must contain 1 to ${maxNumbers} store numbers`)
    const requestedNumbers = new Set<unknown>(numbers)
    const stores = listStores().filter(({ number }) => requestedNumbers.has(number))
    const foundIds = new Set<unknown>(stores.map(({ number }) => number))
    return { stores: stores.map(present), missing: numbers.filter((number) => !foundIds.has(number)) }
  })
}

/** Numbers match at the start; every other word can be anywhere in name, town or postcode. */
function matches({ number, name, address }: SampleStore, search: string): boolean {
  const requestedNumbers = search.trim().toLowerCase()
  if (/^\d+$/.test(requestedNumbers)) return number.startsWith(requestedNumbers)
  const postcode = address.postcode.toLowerCase()
  const text = `${name} ${address.town} ${postcode} ${postcode.replace(' ', '')}`.toLowerCase()
  return requestedNumbers.split(/\s+/).every((word) => text.includes(word))
}
