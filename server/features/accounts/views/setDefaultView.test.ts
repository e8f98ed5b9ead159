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
const choose = (viewId: unknown, personId = daniel()) => app.as(personId).patch('/views/default', { screen: 'accounts', viewId })
const loadSelected = async (personId = daniel()) =>
  (await app.as(personId).get('/views?screen=accounts')).body.views
    .filter((view: { isDefault: boolean }) => view.isDefault)
    .map(({ id }: { id: string }) => id)

describe('setDefaultView', () => {
  it('stores the last choice of each person until it is cleared', async () => {
    const sharedView = await saveView(app, app.persona('Niamh').id, { sharedWith: 'everyone' })
    const ownView = await saveView(app, daniel())
    expect((await choose(ownView.id)).status).toBe(204)
    expect((await choose(sharedView.id)).status).toBe(204)
    expect([await loadSelected(), await loadSelected(app.persona('Niamh').id)]).toEqual([[sharedView.id], []])
    expect((await choose(null)).status).toBe(204)
    expect(await loadSelected()).toEqual([])
  })

  roleSuite(
    'setDefaultView',
    () => app,
    () => ({ path: '/views/default', body: { screen: 'accounts', viewId: null } }),
  )

  it('rejects a private view of another person, an unknown view and invalid input', async () => {
    const ownView = await saveView(app, daniel())
    expect((await choose(ownView.id, app.persona('Tomasz').id)).status).toBe(404)
    expect((await choose('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await choose('mine')).status).toBe(400)
  })
})
