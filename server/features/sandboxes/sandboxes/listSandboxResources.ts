import { type Static, Type } from 'typebox'
import type { Verdict } from '../../../auth/access.ts'
import { cached } from '../../../clients/cached.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import { operation } from '../../../http/operation.ts'
import { NullableText, NullableTimestamp } from '../../../people/schemas.ts'
import { InsightQuery } from '../../accounts/insights/schemas.ts'
import { canDoInSandbox } from './policy.ts'
import { loadVisibleSandbox } from './queries.ts'
import { SandboxId } from './schemas.ts'

const Resource = Type.Object({
  id: Type.String({ description: 'Azure resource ID.' }),
  name: Type.String(),
  type: Type.String(),
  location: NullableText,
  provisioningState: NullableText,
  createdAt: NullableText,
  running: Type.Unsafe<boolean | null>({
    type: ['boolean', 'null'],
    description: 'Whether the resource was running when it was last counted; null if it isn’t counted yet.',
  }),
  hourlyRate: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description:
      'Cost per hour at the last count, in minor units of the currency; null if the resource isn’t counted yet or is billed by use.',
  }),
})

interface ResourceReading {
  sandboxId: string
  verdict: Verdict
  found: { items: Omit<Static<typeof Resource>, 'running' | 'hourlyRate'>[]; fetchedAt: Date | null }
}
const emptyReading: ResourceReading['found'] = { items: [], fetchedAt: null }

export const listSandboxResources = operation({
  id: 'listSandboxResources',
  method: 'GET',
  path: '/sandboxes/{id}/resources',
  tag: 'sandboxes',
  summary: 'List the resources of a sandbox by type and name, with hourly cost',
  description:
    '`fetchedAt` is when the data was read from Azure, at most one minute ago. Before setup and after deletion, it is null and the list is empty.',
  access: 'owner',
  params: SandboxId,
  query: InsightQuery,
  responses: { 200: Type.Object({ items: Type.Array(Resource), fetchedAt: NullableTimestamp }) },
  errors: ['notFound', 'outsideFailed'],
  async prepare({ db, actor, clients, params, query, now }): Promise<ResourceReading> {
    const { id, row, facts } = await loadVisibleSandbox(db, actor, params.id, now())
    const verdict = canDoInSandbox(actor, 'seeInside', facts)
    const { subscription_id: subscriptionId, resource_group: group } = row
    if (verdict !== true || !subscriptionId || row.status === 'deleted') return { sandboxId: id, verdict, found: emptyReading }
    try {
      const key = `sandbox resources ${subscriptionId} ${group ?? ''}`
      const fetchResources = () => clients.arm.listResources(subscriptionId, group === null ? {} : { group })
      const { value, fetchedAt } = await cached(clients, key, fetchResources, query.refresh)
      const items = value.map(({ id, name, type, location, provisioningState, createdTime }) => ({
        id,
        name,
        type,
        location: location ?? null,
        provisioningState: provisioningState ?? null,
        createdAt: createdTime ?? null,
      }))
      return { sandboxId: id, verdict, found: { items, fetchedAt } }
    } catch (error) {
      // The resource group doesn’t exist yet, or has already been deleted.
      if (error instanceof ExternalError && error.status === 404) return { sandboxId: id, verdict, found: emptyReading }
      throw error
    }
  },
  async handler({ db, allow, audit }, { sandboxId, verdict, found }) {
    audit({ subject: { kind: 'sandbox', id: sandboxId } })
    allow(verdict)
    const meter = await db.selectFrom('sandbox_meters').select('resources').where('sandbox_id', '=', sandboxId).executeTakeFirst()
    const meteredResources = new Map(meter?.resources.map((resource) => [resource.id.toLowerCase(), resource]))
    const items = found.items.map((resource) => {
      const meteredResource = meteredResources.get(resource.id.toLowerCase())
      return {
        ...resource,
        running: meteredResource?.running ?? null,
        hourlyRate: meteredResource?.rate == null ? null : Math.round(meteredResource.rate / 10_000) / 100,
      }
    })
    return {
      items: items.sort((a, b) => a.type.localeCompare(b.type) || a.name.localeCompare(b.name)),
      fetchedAt: found.fetchedAt?.toISOString() ?? null,
    }
  },
})
