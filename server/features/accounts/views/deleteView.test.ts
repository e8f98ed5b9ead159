import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { saveView } from './views.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const daniel = () => app.persona('Daniel').id
const admin = () => app.persona('Niamh').id
const isStored = async (id: string) => (await app.db.selectFrom('saved_views').select('id').where('id', '=', id).execute()).length

describe('deleteView', () => {
  it('deletes a view, even one that is the default of other people', async () => {
    const view = await saveView(app, admin(), { sharedWith: 'everyone' })
    await app.as(daniel()).patch('/views/default', { screen: 'accounts', viewId: view.id })
    expect((await app.as(admin()).delete(`/views/${view.id}`)).status).toBe(204)
    expect([await isStored(view.id), (await app.db.selectFrom('default_views').selectAll().execute()).length]).toEqual([0, 0])
  })

  roleSuite(
    'deleteView',
    () => app,
    async () => ({ path: `/views/${(await saveView(app, admin(), { sharedWith: 'everyone' })).id}` }),
  )

  it('returns 404 for a private view of another person', async () => {
    const view = await saveView(app, daniel())
    expect((await app.as(admin()).delete(`/views/${view.id}`)).status).toBe(404)
    expect(await isStored(view.id)).toBe(1)
  })

  it('returns 412 if the view was changed in the meantime, and 404 the second time', async () => {
    const view = await saveView(app, daniel())
    expect((await app.as(daniel()).delete(`/views/${view.id}`, undefined, { 'if-match': '"4"' })).status).toBe(412)
    expect((await app.as(daniel()).delete(`/views/${view.id}`)).status).toBe(204)
    expect((await app.as(daniel()).delete(`/views/${view.id}`)).status).toBe(404)
  })
})
