import { v7 as uuidv7 } from 'uuid'
import type { TestApp } from '../../../../test/app.ts'
import { newTemplate } from '../templates/sandboxTemplates.fixture.ts'
import type { NewSandboxTemplate } from '../templates/schemas.ts'
import type { NewSandboxRequest } from './schemas.ts'

let number = 0

export async function addTemplateWithCapacity(app: TestApp, capacity: number): Promise<string> {
  await app.db.updateTable('sandbox_hosts').set({ status: 'closed', cooldown_until: null }).execute()
  const id = uuidv7()
  await app.db
    .insertInto('sandbox_hosts')
    .values({ id, subscription_id: uuidv7(), name: `sub-room-${++number}`, kind: 'shared', capacity, cooldown_until: null })
    .execute()
  return id
}

export async function template(app: TestApp, overrides: Partial<NewSandboxTemplate> = {}): Promise<string> {
  const response = await app
    .as(app.persona('Niamh').id)
    .post('/sandbox-templates', newTemplate({ name: `Trial ${++number}`, ...overrides }))
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body.id
}

export function requestBody(app: TestApp, templateId: string, overrides: Partial<NewSandboxRequest> = {}): NewSandboxRequest {
  const tower = app.company.families.find((family) => family.name === 'Checkout')!.towerId
  return {
    templateId,
    name: `checkout-trial-${++number}`,
    justification: 'To try the new checkout before the summer campaign.',
    towerId: tower,
    region: 'uksouth',
    hours: 72,
    budget: 4_000,
    ownerIds: [app.persona('Priya').id],
    members: [],
    ...overrides,
  }
}

export const submitRequest = (app: TestApp, body: unknown, personaName = 'Priya', roles?: string[]) =>
  app.as(app.persona(personaName).id, roles).post('/sandbox-requests/new', body)

export async function createPending(app: TestApp, templateId: string, overrides: Partial<NewSandboxRequest> = {}) {
  const response = await submitRequest(app, requestBody(app, templateId, overrides))
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body
}

export const review = (
  app: TestApp,
  personaName: string,
  id: string,
  body: object = { decision: 'approve' },
  headers?: Record<string, string>,
) => app.as(app.persona(personaName).id).post(`/sandbox-requests/${id}/review`, { stage: 1, ...body }, headers)

export const requestRow = (app: TestApp, id: string) =>
  app.db.selectFrom('sandbox_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
export const sandboxOf = (app: TestApp, requestId: string) =>
  app.db.selectFrom('sandboxes').selectAll().where('request_id', '=', requestId).executeTakeFirst()

export async function activeSandbox(
  app: TestApp,
  templateId: string,
  now: Date,
  overrides: Partial<NewSandboxRequest> = {},
): Promise<string> {
  const request = await createPending(app, templateId, overrides)
  if (request.status !== 'approved') await review(app, 'Ravi', request.id)
  const { id, status, lease_hours } = (await sandboxOf(app, request.id))!
  if (status !== 'provisioning') throw new Error(`the sandbox is ${status}`)
  await app.db
    .updateTable('sandboxes')
    .set({ status: 'active', lease_start: now, lease_end: new Date(now.getTime() + lease_hours * 3_600_000) })
    .where('id', '=', id)
    .execute()
  await app.db.updateTable('sandbox_actions').set({ status: 'done', ended_at: now }).where('sandbox_id', '=', id).execute()
  return id
}
