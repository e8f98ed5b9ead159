import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sandboxHosts } from '../../../sample/sandboxHosts.ts'
import { sandboxTemplates } from '../../../sample/sandboxTemplates.ts'
import type { StoryContext } from '../story.ts'

export async function openTemplate({ db, simulator }: StoryContext): Promise<void> {
  simulator.asyncDelayMs = 20
  const { subscriptionId: subscription_id, name } = sandboxHosts[0]!
  const host = { id: randomUUID(), subscription_id, name, kind: 'shared' as const, capacity: 5, cooldown_until: null }
  await db.insertInto('sandbox_hosts').values(host).execute()
  const { thresholds, approval, groups, typical_use, ...template } = sandboxTemplates.web
  const json = Object.fromEntries(
    Object.entries({ thresholds, approval, groups, typical_use }).map(([key, value]) => [key, JSON.stringify(value)]),
  )
  await db
    .insertInto('sandbox_templates')
    .values({ ...template, ...(json as Record<'thresholds' | 'approval' | 'groups' | 'typical_use', string>) })
    .execute()
}

export function newSandboxRequest({ company, persona }: StoryContext, name: string, budget = 10_000) {
  return {
    templateId: sandboxTemplates.web.id,
    name,
    justification: 'To try the new checkout before the summer campaign.',
    towerId: company.families.find((family) => family.name === 'Checkout')!.towerId,
    region: 'uksouth',
    hours: 72,
    budget,
    ownerIds: [persona('Priya').id],
    members: [],
  }
}

export async function newSandbox(context: StoryContext, name: string): Promise<{ id: string; name: string; groupId: string }> {
  const { as, call } = context
  const priya = as('Priya')
  const response = await call('POST /sandbox-requests/new', { body: newSandboxRequest(context, name), as: priya })
  expect(response.status).toBe(201)
  const find = async () => (await call('GET /sandboxes/byName/{name}', { path: { name }, as: priya })).body
  await expect.poll(async () => (await find()).status).toBe('active')
  const { id } = await find()
  const { body: groups } = await call('GET /sandboxes/{id}/groups', { path: { id }, as: priya })
  return { id, name, groupId: groups.find(({ suffix }: { suffix: string }) => suffix === 'members').id }
}
