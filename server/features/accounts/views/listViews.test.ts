import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { saveView, towerPeople } from './views.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const list = async (givenName: string) => (await app.as(givenName).get('/views?screen=accounts')).body
const names = async (givenName: string) => (await list(givenName)).views.map((view: { name: string }) => view.name)

describe('listViews', () => {
  it('returns the caller’s own views by name, then views shared with their tower and with everyone', async () => {
    const { tower, first, second, outsider } = towerPeople(app)
    const admin = app.persona('Niamh').id
    await saveView(app, first, { name: 'beta' })
    await saveView(app, first, { name: 'Alpha' })
    await saveView(app, first, { name: 'For the tower', sharedWith: 'tower', towerId: tower.id })
    await saveView(app, admin, { name: 'For all', sharedWith: 'everyone' })
    await saveView(app, admin, { name: 'Admin’s own' })
    expect(await names(first)).toEqual(['Alpha', 'beta', 'For the tower', 'For all'])
    expect(await names(second)).toEqual(['For all', 'For the tower'])
    expect(await names(outsider)).toEqual(['For all'])
    expect(await names(admin)).toEqual(['Admin’s own', 'For all', 'For the tower'])
  })

  it('returns the allowed actions, and the towers with which the caller can share', async () => {
    const { tower, first, second } = towerPeople(app)
    const response = await list(second)
    expect(response.can).toEqual({ create: true, shareWithEveryone: expect.any(String) })
    const sharedView = response.views.find((view: { name: string }) => view.name === 'For the tower')
    expect(sharedView).toMatchObject({ owner: { id: first }, tower: { id: tower.id, name: tower.name }, isDefault: false })
    expect(sharedView.can.update).toEqual(expect.any(String))
    expect((await list(first)).towers).toContainEqual({ id: tower.id, name: tower.name })
    const all = await list(app.persona('Niamh').id)
    expect([all.towers.length, all.can.shareWithEveryone]).toEqual([app.company.towers.length, true])
  })

  roleSuite(
    'listViews',
    () => app,
    () => ({ path: '/views?screen=accounts' }),
  )

  it.each(['', '?screen=towers', '?screen=accounts&all=true'])('rejects %j', async (query) => {
    expect((await app.as(app.persona('Tomasz').id).get(`/views${query}`)).status).toBe(400)
  })
})
