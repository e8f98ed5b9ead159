import { type Static, Type } from 'typebox'
import type { Verdict } from '../../../auth/access.ts'
import { fresh } from '../../../clients/fresh.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp } from '../../../people/schemas.ts'
import { InsightQuery } from '../../accounts/insights/schemas.ts'
import { canDoInSandbox } from './policy.ts'
import { lookInto } from './queries.ts'
import { SandboxId } from './schemas.ts'

const Resource = Type.Object({
  id: Type.String({ description: 'Resource ID as Azure returns it.' }),
  name: Type.String(),
  type: Type.String(),
  location: NullableText,
  provisioningState: NullableText,
  createdAt: NullableText,
  running: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description: 'When it was last counted; null if not yet.' }),
  hourlyRate: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description: 'Minor units per hour at the last count; null if not yet counted, or billed by use.',
  }),
})

interface ResourceReading {
  sandboxId: string
  verdict: Verdict
  found: { items: Omit<Static<typeof Resource>, 'running' | 'hourlyRate'>[]; fetchedAt: Date | null }
}
const nothing: ResourceReading['found'] = { items: [], fetchedAt: null }

export const listSandboxResources = operation({
  id: 'listSandboxResources',
  method: 'GET',
  path: '/sandboxes/{id}/resources',
  tag: 'sandboxes',
  summary: 'List the resources of a sandbox by type and name, with hourly cost',
  description: 'Read from Azure at `fetchedAt`, at most a minute ago; null and empty before setup and after deletion.',
  access: 'owner',
  params: SandboxId,
  query: InsightQuery,
  answers: { 200: Type.Object({ items: Type.Array(Resource), fetchedAt: Type.Union([Timestamp, Type.Null()]) }) },
  errors: ['notFound', 'outsideFailed'],
  async prepare({ db, actor, clients, params, query, now }): Promise<ResourceReading> {
    const { id, row, facts } = await lookInto(db, actor, params.id, now())
    const verdict = canDoInSandbox(actor, 'seeInside', facts)
    const { subscription_id: subscriptionId, resource_group: group } = row
    if (verdict !== true || !subscriptionId || row.status === 'deleted') return { sandboxId: id, verdict, found: nothing }
    try {
      const key = `sandbox resources ${subscriptionId} ${group ?? ''}`
      const find = () => clients.arm.listResources(subscriptionId, group === null ? {} : { group })
      const { value, fetchedAt } = await fresh(clients, key, find, query.refresh)
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
      // The resource group doesn’t exist yet, or no longer.
      if (error instanceof OutsideError && error.status === 404) return { sandboxId: id, verdict, found: nothing }
      throw error
    }
  },
  async handler({ db, allow, audit }, { sandboxId, verdict, found }) {
    audit({ subject: { kind: 'sandbox', id: sandboxId } })
    allow(verdict)
    const meter = await db.selectFrom('sandbox_meters').select('resources').where('sandbox_id', '=', sandboxId).executeTakeFirst()
    const counted = new Map(meter?.resources.map((resource) => [resource.id.toLowerCase(), resource]))
    const items = found.items.map((resource) => {
      const known = counted.get(resource.id.toLowerCase())
      return {
        ...resource,
        running: known?.running ?? null,
        hourlyRate: known?.rate == null ? null : Math.round(known.rate / 10_000) / 100,
      }
    })
    return {
      items: items.sort((one, other) => one.type.localeCompare(other.type) || one.name.localeCompare(other.name)),
      fetchedAt: found.fetchedAt?.toISOString() ?? null,
    }
  },
})
