import { Type } from 'typebox'
import { OutsideError } from '../../clients/outsideError.ts'
import { Failure } from '../../http/errors.ts'
import { operation } from '../../http/operation.ts'
import { regionName } from '../accounts/regionNames.ts'
import { NullableText, Timestamp } from '../people/schemas.ts'
import { createKept } from './kept.ts'
import { requireRegion } from './region.ts'
import { AskedAccount, notThere, ThroughAccount, throughAccount } from './throughAccount.ts'

const keptNames = createKept<string[]>({ ageMs: 6 * 3_600_000, mostEntries: 500 })
const levels = ['publisher', 'offer', 'sku', 'version'] as const
// Dots alone would climb in a path.
const Name = Type.String({ pattern: '^(?!\\.+$)[A-Za-z0-9._-]{1,128}$' })

export const listVmImageData = operation({
  id: 'listVmImageData',
  method: 'GET',
  path: '/utils/VmImageData',
  tag: 'utils',
  summary: 'Images for virtual machines: publishers, their offers, SKUs and versions, one level at a time',
  description:
    'What is named is gone into: nothing → publishers, `publisher` → offers, `offer` → SKUs, `sku` → the latest hundred versions, the latest first. As Azure told it at `fetchedAt`, at most six hours ago; longer where Azure does not answer.',
  access: 'owner',
  query: Type.Object(
    { ...ThroughAccount.properties, publisher: Type.Optional(Name), offer: Type.Optional(Name), sku: Type.Optional(Name) },
    { additionalProperties: false },
  ),
  answers: {
    200: Type.Object({
      account: AskedAccount,
      region: Type.String(),
      level: Type.Enum([...levels]),
      items: Type.Array(
        Type.Object({
          name: Type.String(),
          urn: Type.Unsafe<string | null>({
            ...NullableText,
            description: '`publisher:offer:sku:version`, as tools take it: of an SKU that of its latest version, above it null.',
          }),
        }),
      ),
      fetchedAt: Timestamp,
    }),
  },
  errors: ['notFound', 'outsideFailed'],
  async prepare({ db, actor, clients, query, now }) {
    const named = [query.publisher, query.offer, query.sku]
    const depth = named.indexOf(undefined)
    if (depth >= 0 && named.slice(depth).some((name) => name !== undefined))
      throw new Failure('invalidRequest', 'An offer needs its publisher, and an SKU its offer.', {
        errors: [{ field: levels[depth]!, message: 'is missing' }],
      })
    const through = await throughAccount({ db, actor }, query)
    if (through.verdict !== true) return { through, found: undefined }
    const { subscriptionId, region } = through
    const shelf = named.filter((name) => name !== undefined)
    const [publisher, offer, sku] = shelf
    const given = { ...(publisher ? { publisher } : {}), ...(offer ? { offer } : {}), ...(sku ? { sku } : {}) }
    // What is on offer to one may not be to another, so that each subscription is asked for itself.
    const key = [subscriptionId, region, ...shelf].join(' ')
    const found = await keptNames(clients, key, { now: now(), refresh: query.refresh }, async () => {
      const names = await clients.arm.listImageNames(subscriptionId, region, given).catch(async (error: unknown) => {
        // Azure refuses an unknown region in words for programs.
        if (error instanceof OutsideError && error.status === 400) await requireRegion({ clients, now }, subscriptionId, region)
        throw notThere(error, `${shelf.at(-1) ?? regionName(region)} has no images here. Go back a level and choose another.`)
      })
      if (names.length === 0) await requireRegion({ clients, now }, subscriptionId, region)
      return names
    })
    return { through, found }
  },
  async handler({ query, allow, audit }, { through: { account, region, verdict }, found }) {
    audit({ subject: { kind: 'account', id: account.id } })
    allow(verdict)
    const { value, fetchedAt } = found!
    const { publisher, offer, sku } = query
    const level = levels[[publisher, offer, sku].filter((name) => name !== undefined).length]!
    const urnOf = (name: string) =>
      level === 'version' ? [publisher, offer, sku, name].join(':') : level === 'sku' ? [publisher, offer, name, 'latest'].join(':') : null
    return { account, region, level, items: value.map((name) => ({ name, urn: urnOf(name) })), fetchedAt: fetchedAt.toISOString() }
  },
})
