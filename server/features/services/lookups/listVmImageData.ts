import { type Static, Type } from 'typebox'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import { mapWithConcurrency } from '../../../clients/mapWithConcurrency.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp } from '../../../people/schemas.ts'
import { regionName } from '../../accounts/accounts/regionNames.ts'
import { createCache } from './createCache.ts'
import { findLookupSubscription, LookupAccountOrNull, LookupAccountQuery } from './lookupSubscription.ts'
import { requireRegion } from './region.ts'

/** A null entry means that Azure doesn't have the publisher, offer or SKU. */
const imageNameCache = createCache<string[] | null>({ ageMs: 6 * 3_600_000, maxEntries: 500 })
const imageLevels = ['publisher', 'offer', 'sku', 'version'] as const
// The pattern excludes names that consist of dots, because such a name would change the path of the call.
const Name = Type.String({ pattern: '^(?!\\.+$)[A-Za-z0-9._-]{1,128}$' })
const Image = Type.Object({
  name: Type.String({ description: 'ID of the publisher, offer, SKU or version; the URN of an image.' }),
  publisher: Type.String(),
  offer: NullableText,
  sku: NullableText,
  version: Type.Unsafe<string | null>({ ...NullableText, description: 'Version of the image; `latest` for a SKU.' }),
  urn: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'URN of the image, `publisher:offer:sku:version`; null for publishers and offers.',
  }),
})

export const listVmImageData = operation({
  id: 'listVmImageData',
  method: 'GET',
  path: '/utils/VmImageData',
  tag: 'utils',
  summary: 'List virtual machine images, or their publishers, offers, SKUs or versions',
  description:
    'Without parameters, returns the usual images of the region in their latest version. With `level=publisher`, returns publishers; with `publisher`, its offers; with `offer`, its SKUs; with `sku`, its latest 100 versions, newest first. `fetchedAt` is when the data was read from Azure, at most 6 hours ago, or longer if Azure is unavailable.',
  access: 'owner',
  query: Type.Object(
    {
      ...LookupAccountQuery.properties,
      level: Type.Optional(Type.Enum(['publisher'], { description: 'Return publishers instead of the usual images.' })),
      publisher: Type.Optional(Name),
      offer: Type.Optional(Name),
      sku: Type.Optional(Name),
    },
    { additionalProperties: false },
  ),
  responses: {
    200: Type.Object({
      account: LookupAccountOrNull,
      region: Type.String(),
      level: Type.Enum(['image', ...imageLevels]),
      items: Type.Array(Image),
      fetchedAt: Timestamp,
    }),
  },
  errors: ['notFound', 'outsideFailed', 'notSetUp'],
  async prepare({ db, actor, clients, config, query, now }) {
    const filters = [query.publisher, query.offer, query.sku]
    const depth = filters.indexOf(undefined)
    if (depth >= 0 && filters.slice(depth).some((name) => name !== undefined))
      throw new Failure('invalidRequest', '`offer` needs `publisher`, and `sku` needs `offer`.', {
        errors: [{ field: imageLevels[depth]!, message: 'is missing' }],
      })
    const accountSource = await findLookupSubscription({ db, actor, config }, query)
    if (accountSource.verdict !== true) return { through: accountSource, found: undefined }
    const from = { clients, now, refresh: query.refresh, subscriptionId: accountSource.subscriptionId, region: accountSource.region }
    if (depth === 0 && !query.level) return { through: accountSource, found: await listDefaultImages(from, config.vmImages) }
    const imagePath = filters.filter((name) => name !== undefined)
    const { value, fetchedAt } = await fetchNames(from, imagePath)
    return {
      through: accountSource,
      found: { level: imageLevels[imagePath.length]!, items: value.map((name) => presentImage([...imagePath, name])), fetchedAt },
    }
  },
  async handler({ allow, audit }, { through: { account, region, verdict }, found: imageNames }) {
    if (account) audit({ subject: { kind: 'account', id: account.id } })
    allow(verdict)
    const { level, items, fetchedAt } = imageNames!
    return { account, region, level, items, fetchedAt: fetchedAt.toISOString() }
  },
})

interface ImageContext {
  clients: Clients
  now: () => Date
  refresh: boolean | undefined
  subscriptionId: string
  region: string
}

/**
 * Returns the names one level below a publisher, offer or SKU; null if it doesn't exist. The cache is separate for each subscription,
 * because offers can differ between subscriptions.
 */
function findNames({ clients, now, refresh, subscriptionId, region }: ImageContext, imagePath: string[]) {
  const [publisher, offer, sku] = imagePath
  const filter = { ...(publisher ? { publisher } : {}), ...(offer ? { offer } : {}), ...(sku ? { sku } : {}) }
  return imageNameCache(clients, [subscriptionId, region, ...imagePath].join(' '), { now: now(), refresh }, async () => {
    const names = await clients.arm.listImageNames(subscriptionId, region, filter).catch(async (error: unknown) => {
      // Azure's message about an unknown region can't be shown to people, so the region is checked here.
      if (error instanceof ExternalError && error.status === 400) await requireRegion({ clients, now }, subscriptionId, region)
      if (error instanceof ExternalError && error.status === 404) return null
      throw error
    })
    if (names?.length === 0) await requireRegion({ clients, now }, subscriptionId, region)
    return names
  })
}

/** @throws notFound if the publisher, offer or SKU doesn't exist */
async function fetchNames(from: ImageContext, imagePath: string[]) {
  const { value, fetchedAt } = await findNames(from, imagePath)
  if (value) return { value, fetchedAt }
  throw new Failure('notFound', `${imagePath.at(-1) ?? regionName(from.region)} has no images in this region. Choose another one.`)
}

const maxParallelCalls = 4

/** Returns the usual images of the region in their latest versions, with the age of the oldest response. */
async function listDefaultImages(from: ImageContext, images: string[]) {
  const imagePaths = images.map((image) => image.split(':'))
  const imageNames = await mapWithConcurrency(imagePaths, maxParallelCalls, (imagePath) => findNames(from, imagePath))
  const items = imageNames.flatMap(({ value }, index) =>
    value?.[0] === undefined ? [] : [presentImage([...imagePaths[index]!, value[0]])],
  )
  const fetchedAt = new Date(Math.min(...imageNames.map((result) => result.fetchedAt.getTime())))
  return { level: 'image' as const, items: items.map((image) => ({ ...image, name: image.urn! })), fetchedAt }
}

function presentImage(path: string[]): Static<typeof Image> {
  const [publisher, offer = null, sku = null] = path
  const version = path[3] ?? (sku === null ? null : 'latest')
  const urn = version === null ? null : [publisher, offer, sku, version].join(':')
  return { name: path.at(-1)!, publisher: publisher!, offer, sku, version, urn }
}
