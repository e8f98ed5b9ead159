import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { saveView, towerPeople } from './views.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const daniel = () => app.persona('Daniel').id
const admin = () => app.persona('Niamh').id

describe('updateView', () => {
  it('changes only the fields that are sent', async () => {
    const view = await saveView(app, daniel(), { filter: 'status==active', columns: ['name'] })
    const response = await app
      .as(daniel())
      .patch(`/views/${view.id}`, { name: 'Renamed', columns: null, sort: '-name' }, { 'if-match': '"1"' })
    expect([response.status, response.headers.etag]).toEqual([200, '"2"'])
    expect(response.body).toEqual({ ...view, name: 'Renamed', columns: null, sort: '-name', version: 2, updatedAt: expect.any(String) })
  })

  it('shares a view with the tower, and stops sharing it', async () => {
    const { tower, first, second } = towerPeople(app)
    const view = await saveView(app, first)
    const readView = async () =>
      (await app.as(second).get('/views?screen=accounts')).body.views.some(({ id }: { id: string }) => id === view.id)
    expect(await readView()).toBe(false)
    expect((await app.as(first).patch(`/views/${view.id}`, { sharedWith: 'tower', towerId: tower.id })).status).toBe(200)
    expect(await readView()).toBe(true)
    expect((await app.as(first).patch(`/views/${view.id}`, { sharedWith: 'private' })).body.tower).toBe(null)
    expect(await readView()).toBe(false)
  })

  roleSuite(
    'updateView',
    () => app,
    async () => ({ path: `/views/${(await saveView(app, admin(), { sharedWith: 'everyone' })).id}`, body: { name: 'Mine now' } }),
  )

  it('returns 404 for a private view of another person, even to administrators', async () => {
    const view = await saveView(app, daniel())
    for (const personaName of [app.persona('Tomasz').id, admin()])
      expect((await app.as(personaName).patch(`/views/${view.id}`, { name: 'Mine now' })).status).toBe(404)
  })

  it('denies sharing more widely than allowed', async () => {
    const view = await saveView(app, daniel())
    const response = await app.as(daniel()).patch(`/views/${view.id}`, { sharedWith: 'everyone' })
    expect(response.status).toBe(403)
    const row = await app.db.selectFrom('saved_views').select('version').where('id', '=', view.id).executeTakeFirst()
    expect(row).toEqual({ version: 1 })
  })

  it('returns 412 if the view was changed in the meantime', async () => {
    const view = await saveView(app, daniel())
    expect((await app.as(daniel()).patch(`/views/${view.id}`, { name: 'Late' }, { 'if-match': '"7"' })).status).toBe(412)
  })

  it('rejects a malformed filter, a taken name and an empty change', async () => {
    const [view, otherView] = [await saveView(app, daniel()), await saveView(app, daniel())]
    const send = async (body: unknown) => (await app.as(daniel()).patch(`/views/${view.id}`, body)).body.code
    expect([
      await send({ filter: 'secret==1' }),
      await send({ name: otherView.name }),
      await send({}),
      await send({ sharedWith: 'tower' }),
    ]).toEqual(['invalidFilter', 'nameTaken', 'invalidRequest', 'invalidRequest'])
  })
})
