import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { newTemplate } from './sandboxTemplates.fixture.ts'

let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const fresh = (change = {}) => newTemplate({ name: `Data lab ${++number}`, ...change })
const create = (body: unknown, who = 'Niamh') => app.as(app.persona(who).id).post('/sandbox-templates', body)

describe('createSandboxTemplate', () => {
  it('creates a template that everyone can request', async () => {
    const body = fresh()
    const answer = await create(body)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ ...body, live: 0, version: 1, can: { request: true, update: true, delete: true } })
    const { body: seen } = await app.as(app.persona('Priya').id).get(`/sandbox-templates/${answer.body.id}`)
    expect(seen.can).toEqual({
      request: true,
      update: expect.any(String),
      delete: expect.any(String),
    })
    const event = await app.db.selectFrom('audit_events').select('operation').where('subject_id', '=', answer.body.id).execute()
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
    const { status, body } = await create(fresh({ visibility: 'groups', visibleTo: [group.id] }))
    expect(status).toBe(201)
    expect((await app.as(app.persona('Priya').id).get(`/sandbox-templates/${body.id}`)).status).toBe(200)
    expect((await app.as(app.persona('Tomasz').id).get(`/sandbox-templates/${body.id}`)).status).toBe(404)
  })

  roleSuite(
    'createSandboxTemplate',
    () => app,
    () => ({ path: '/sandbox-templates', body: fresh() }),
  )

  it('rejects inconsistent settings, each field by name', async () => {
    const answer = await create(fresh({ defaultBudget: 90_000, reminderHours: [4, 24], visibility: 'groups' }))
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(['defaultBudget', 'reminderHours', 'visibleTo'])
  })

  it('rejects a name in use, in any case', async () => {
    const body = fresh()
    await create(body)
    expect((await create({ ...body, name: body.name.toUpperCase() })).body).toMatchObject({
      code: 'nameTaken',
      errors: [{ field: 'name' }],
    })
  })

  it('rejects unknown groups, unknown fields and extreme numbers', async () => {
    expect((await create(fresh({ visibility: 'groups', visibleTo: [crypto.randomUUID()] }))).body.errors).toMatchObject([
      { field: 'visibleTo.0' },
    ])
    for (const wild of [{ owner: 'me' }, { maxBudget: 1e12 }, { maxHours: 0 }, { regions: [] }, { groups: [] }, { currency: 'pounds' }])
      expect((await create({ ...fresh(), ...wild })).status).toBe(400)
  })

  it('fails while the directory is down and a group must be looked up, and writes nothing', async () => {
    app.simulator.faults.add({ service: 'graph', path: '/groups', action: { kind: 'status', status: 503 } })
    const body = fresh({ visibility: 'groups', visibleTo: [crypto.randomUUID()] })
    expect((await create(body)).body.code).toBe('outsideFailed')
    app.simulator.faults.clear()
    expect(await app.db.selectFrom('sandbox_templates').select('id').where('name', '=', body.name).execute()).toEqual([])
  })
})
