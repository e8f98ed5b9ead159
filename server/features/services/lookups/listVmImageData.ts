import { type Static, Type } from 'typebox'
import type { Clients } from '../../../clients/clients.ts'
import { mapWithConcurrency } from '../../../clients/mapWithConcurrency.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp } from '../../../people/schemas.ts'
import { regionName } from '../../accounts/accounts/regionNames.ts'
import { createKept } from './kept.ts'
import { requireRegion } from './region.ts'
import { AskedThrough, ThroughAccount, throughAccount } from './throughAccount.ts'

/** Null entries cache that Azure doesn't have the publisher, offer or SKU. */
const keptNames = createKept<string[] | null>({ ageMs: 6 * 3_600_000, maxEntries: 500 })
const levels = ['publisher', 'offer', 'sku', 'version'] as const
// The pattern excludes names of only dots, which would change the path of the call.
const Name = Type.String({ pattern: '^(?!\\.+$)[A-Za-z0-9._-]{1,128}$' })
const Image = Type.Object({
  name: Type.String({ description: 'Id of the publisher, offer, SKU or version; the URN of an image.' }),
  publisher: Type.String(),
  offer: NullableText,
  sku: NullableText,
  version: Type.Unsafe<string | null>({ ...NullableText, description: '`latest` for a SKU.' }),
  urn: Type.Unsafe<string | null>({ ...NullableText, description: '`publisher:offer:sku:version`; null for publishers and offers.' }),
})

export const listVmImageData = operation({
  id: 'listVmImageData',
  method: 'GET',
  path: '/utils/VmImageData',
  tag: 'utils',
  summary: 'List virtual machine images: the usual ones, or publishers, offers, SKUs and versions by level',
  description:
    'Without parameters: the usual images of the region, each in its latest version. `level=publisher` → publishers, `publisher` → offers, `offer` → SKUs, `sku` → the latest 100 versions, newest first. Read from Azure at `fetchedAt`, at most 6 hours ago, or longer if Azure is unavailable.',
  access: 'owner',
  query: Type.Object(
    {
      ...ThroughAccount.properties,
      level: Type.Optional(Type.Enum(['publisher'], { description: 'Publishers instead of the usual images.' })),
      publisher: Type.Optional(Name),
      offer: Type.Optional(Name),
      sku: Type.Optional(Name),
    },
    { additionalProperties: false },
  ),
  answers: {
    200: Type.Object({
      account: AskedThrough,
      region: Type.String(),
      level: Type.Enum(['image', ...levels]),
      items: Type.Array(Image),
      fetchedAt: Timestamp,
    }),
  },
  errors: ['notFound', 'outsideFailed', 'notSetUp'],
  async prepare({ db, actor, clients, config, query, now }) {
    const named = [query.publisher, query.offer, query.sku]
    const depth = named.indexOf(undefined)
    if (depth >= 0 && named.slice(depth).some((name) => name !== undefined))
      throw new Failure('invalidRequest', 'Set the publisher of the offer, and the offer of the SKU.', {
        errors: [{ field: levels[depth]!, message: 'is missing' }],
      })
    const through = await throughAccount({ db, actor, config }, query)
    if (through.verdict !== true) return { through, found: undefined }
    const from = { clients, now, refresh: query.refresh, subscriptionId: through.subscriptionId, region: through.region }
    if (depth === 0 && !query.level) return { through, found: await usualImages(from, config.vmImages) }
    const shelf = named.filter((name) => name !== undefined)
    const { value, fetchedAt } = await namesOn(from, shelf)
    return { through, found: { level: levels[shelf.length]!, items: value.map((name) => presentImage([...shelf, name])), fetchedAt } }
  },
  async handler({ allow, audit }, { through: { account, region, verdict }, found }) {
    if (account) audit({ subject: { kind: 'account', id: account.id } })
    allow(verdict)
    const { level, items, fetchedAt } = found!
    return { account, region, level, items, fetchedAt: fetchedAt.toISOString() }
  },
})

interface From {
  clients: Clients
  now: () => Date
  refresh: boolean | undefined
  subscriptionId: string
  region: string
}

/**
 * Names one level below a publisher, offer or SKU; null if it doesn't exist. The cache is per subscription, because offers can differ between
 * subscriptions.
 */
function findNames({ clients, now, refresh, subscriptionId, region }: From, shelf: string[]) {
  const [publisher, offer, sku] = shelf
  const given = { ...(publisher ? { publisher } : {}), ...(offer ? { offer } : {}), ...(sku ? { sku } : {}) }
  return keptNames(clients, [subscriptionId, region, ...shelf].join(' '), { now: now(), refresh }, async () => {
    const names = await clients.arm.listImageNames(subscriptionId, region, given).catch(async (error: unknown) => {
      // Azure's message about an unknown region isn't readable, so the region is checked here.
      if (error instanceof OutsideError && error.status === 400) await requireRegion({ clients, now }, subscriptionId, region)
      if (error instanceof OutsideError && error.status === 404) return null
      throw error
    })
    if (names?.length === 0) await requireRegion({ clients, now }, subscriptionId, region)
    return names
  })
}

/** @throws notFound if the publisher, offer or SKU doesn't exist */
async function namesOn(from: From, shelf: string[]) {
  const { value, fetchedAt } = await findNames(from, shelf)
  if (value) return { value, fetchedAt }
  throw new Failure('notFound', `${shelf.at(-1) ?? regionName(from.region)} has no images in this region. Choose another one.`)
}

const maxParallelCalls = 4

/** The usual images of the region in their latest versions, with the age of the oldest answer. */
async function usualImages(from: From, images: string[]) {
  const shelves = images.map((image) => image.split(':'))
  const found = await mapWithConcurrency(shelves, maxParallelCalls, (shelf) => findNames(from, shelf))
  const items = found.flatMap(({ value }, index) => (value?.[0] === undefined ? [] : [presentImage([...shelves[index]!, value[0]])]))
  const fetchedAt = new Date(Math.min(...found.map((answer) => answer.fetchedAt.getTime())))
  return { level: 'image' as const, items: items.map((image) => ({ ...image, name: image.urn! })), fetchedAt }
}

function presentImage(path: string[]): Static<typeof Image> {
  const [publisher, offer = null, sku = null] = path
  const version = path[3] ?? (sku === null ? null : 'latest')
  const urn = version === null ? null : [publisher, offer, sku, version].join(':')
  return { name: path.at(-1)!, publisher: publisher!, offer, sku, version, urn }
}
