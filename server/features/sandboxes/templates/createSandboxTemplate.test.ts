import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { newTemplate } from './sandboxTemplates.fixture.ts'

let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const buildTemplate = (overrides = {}) => newTemplate({ name: `Data lab ${++number}`, ...overrides })
const create = (body: unknown, givenName = 'Niamh') => app.as(app.persona(givenName).id).post('/sandbox-templates', body)

describe('createSandboxTemplate', () => {
  it('creates a template that everyone can request', async () => {
    const body = buildTemplate()
    const response = await create(body)
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({ ...body, live: 0, version: 1, can: { request: true, update: true, delete: true } })
    const { body: shownTemplate } = await app.as(app.persona('Priya').id).get(`/sandbox-templates/${response.body.id}`)
    expect(shownTemplate.can).toEqual({
      request: true,
      update: expect.any(String),
      delete: expect.any(String),
    })
    const event = await app.db.selectFrom('audit_events').select('operation').where('subject_id', '=', response.body.id).execute()
    expect(event).toEqual([{ operation: 'createSandboxTemplate' }])
  })

  it('creates a template for a new directory group, whose members see it immediately', async () => {
    const members = [app.persona('Priya').id]
    const group = await app.context.clients.graph.createGroup({
      displayName: 'Sandbox pilots',
      mailNickname: `sandbox-pilots-${++number}`,
      description: 'Those who try it first.',
      ownerIds: [app.persona('Niamh').id],
      memberIds: members,
    })
    const { status, body } = await create(buildTemplate({ visibility: 'groups', visibleTo: [group.id] }))
    expect(status).toBe(201)
    expect((await app.as(app.persona('Priya').id).get(`/sandbox-templates/${body.id}`)).status).toBe(200)
    expect((await app.as(app.persona('Tomasz').id).get(`/sandbox-templates/${body.id}`)).status).toBe(404)
  })

  roleSuite(
    'createSandboxTemplate',
    () => app,
    () => ({ path: '/sandbox-templates', body: buildTemplate() }),
  )

  it('rejects inconsistent settings, and names each field', async () => {
    const response = await create(buildTemplate({ defaultBudget: 90_000, reminderHours: [4, 24], visibility: 'groups' }))
    expect(response.status).toBe(400)
    expect(response.body.errors.map(({ field }: { field: string }) => field)).toEqual(['defaultBudget', 'reminderHours', 'visibleTo'])
  })

  it('rejects a name that is in use, ignoring case', async () => {
    const body = buildTemplate()
    await create(body)
    expect((await create({ ...body, name: body.name.toUpperCase() })).body).toMatchObject({
      code: 'nameTaken',
      errors: [{ field: 'name' }],
    })
  })

  it('rejects unknown groups, unknown fields and extreme numbers', async () => {
    expect((await create(buildTemplate({ visibility: 'groups', visibleTo: [crypto.randomUUID()] }))).body.errors).toMatchObject([
      { field: 'visibleTo.0' },
    ])
    for (const invalidBody of [
      { owner: 'me' },
      { maxBudget: 1e12 },
      { maxHours: 0 },
      { regions: [] },
      { groups: [] },
      { currency: 'pounds' },
    ])
      expect((await create({ ...buildTemplate(), ...invalidBody })).status).toBe(400)
  })

  it('fails without writing anything if a group must be looked up while the directory is down', async () => {
    app.simulator.faults.add({ service: 'graph', path: '/groups', action: { kind: 'status', status: 503 } })
    const body = buildTemplate({ visibility: 'groups', visibleTo: [crypto.randomUUID()] })
    expect((await create(body)).body.code).toBe('outsideFailed')
    app.simulator.faults.clear()
    expect(await app.db.selectFrom('sandbox_templates').select('id').where('name', '=', body.name).execute()).toEqual([])
  })
})
