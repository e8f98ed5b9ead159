import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const commerce = () => app.company.towers.find((tower) => tower.name === 'Commerce')!

describe('updateTower', () => {
  it('changes only the fields that are sent, and records the person who changed them', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const towerBefore = (await admin.get(`/towers/${commerce().id}`)).body
    const leadIds = [app.persona('Ravi').id, app.persona('Margaret').id]
    const response = await admin.patch(`/towers/${commerce().id}`, { costCentre: 'CC-9', leadIds }, { 'if-match': '"1"' })
    expect([response.status, response.headers.etag]).toEqual([200, '"2"'])
    expect(response.body).toEqual({
      ...towerBefore,
      costCentre: 'CC-9',
      leads: [expect.objectContaining({ id: leadIds[0] }), expect.objectContaining({ id: leadIds[1] })],
      version: 2,
      updatedAt: expect.any(String),
    })
    const event = await app.db.selectFrom('audit_events').selectAll().where('operation', '=', 'updateTower').executeTakeFirstOrThrow()
    expect(event).toMatchObject({ actor_name: 'Niamh Brennan', subject_id: commerce().id, outcome: 'allowed' })
    expect([event.before, event.after]).toMatchObject([{ costCentre: towerBefore.costCentre }, { costCentre: 'CC-9' }])
  })

  roleSuite(
    'updateTower',
    () => app,
    () => ({ path: `/towers/${commerce().id}`, body: { description: 'mine' } }),
  )

  it('returns 412 if the tower was changed in the meantime', async () => {
    const response = await app.as(app.persona('Niamh').id).patch(`/towers/${commerce().id}`, { description: 'x' }, { 'if-match': '"99"' })
    expect([response.status, response.body.code]).toEqual([412, 'versionMismatch'])
  })

  it('rejects a taken name, an empty change and an unknown tower', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const otherTower = app.company.towers.find((tower) => tower.id !== commerce().id)!
    expect((await admin.patch(`/towers/${commerce().id}`, { name: otherTower.name.toUpperCase() })).body.code).toBe('nameTaken')
    expect((await admin.patch(`/towers/${commerce().id}`, {})).status).toBe(400)
    expect((await admin.patch('/towers/00000000-0000-4000-8000-000000000000', { description: 'x' })).status).toBe(404)
  })

  it('returns 502 and changes nothing when the directory does not respond', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const towerBefore = (await admin.get(`/towers/${commerce().id}`)).body
    const fault = app.simulator.faults.add({
      service: 'graph',
      action: { kind: 'status', status: 400, body: { error: { code: 'BadRequest', message: 'no' } } },
    })
    const response = await admin.patch(`/towers/${commerce().id}`, { leadIds: ['00000000-0000-4000-8000-000000000000'] })
    app.simulator.faults.remove(fault)
    expect([response.status, response.body.code]).toEqual([502, 'outsideFailed'])
    expect((await admin.get(`/towers/${commerce().id}`)).body).toEqual(towerBefore)
  })
})
