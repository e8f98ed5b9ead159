import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, clientOf, insertEmergencyAccess } from './emergency.fixture.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  id = await insertEmergencyAccess(app, 0, 'active')
})
afterAll(() => app.close())

const listVisibleTo = async (personaName: string, query = '') =>
  (await clientOf(app, personaName).get(`/emergency-access${query}`)).body.items.map((item: { id: string }) => item.id)

describe('listEmergencyAccess', () => {
  it('lists the caller’s own access, and access in accounts that they own or audit', async () => {
    for (const personaName of ['Priya', 'Daniel', 'Margaret', 'Niamh', 'Grace']) expect(await listVisibleTo(personaName)).toContain(id)
    for (const personaName of ['Tomasz', 'Ewa']) expect(await listVisibleTo(personaName)).toEqual([])
  })

  it('includes the incident’s URL once ServiceNow has the incident', async () => {
    const readVisible = async () =>
      (await clientOf(app, 'Priya').get('/emergency-access')).body.items.find((item: { id: string }) => item.id === id)
    expect(await readVisible()).toMatchObject({ incident: null, incidentUrl: null })
    const set = { incident_number: 'INC0012345', incident_id: 'a&b' }
    await app.db.updateTable('emergency_accesses').set(set).where('id', '=', id).execute()
    const url = `${new URL(app.config.external.servicenow.endpoint).origin}/incident.do?sys_id=a%26b`
    expect(await readVisible()).toMatchObject({ incident: 'INC0012345', incidentUrl: url })
  })

  it('pages, and filters by open and closed', async () => {
    await insertEmergencyAccess(app, 1, 'report')
    const page = (await clientOf(app, 'Niamh').get('/emergency-access?size=1&page=2')).body
    expect(page).toMatchObject({ total: 2, page: 2, size: 1, items: [{ id }] })
    expect(await listVisibleTo('Niamh', '?open=false')).toEqual([])
    expect(await listVisibleTo('Niamh', '?open=true')).toContain(id)
  })

  it('sorts, filters and searches only the access that the caller can see', async () => {
    const all = await listVisibleTo('Niamh')
    expect(all.length).toBe(2)
    expect(await listVisibleTo('Niamh', '?sort=-createdAt')).toEqual(all)
    expect(await listVisibleTo('Niamh', '?sort=createdAt')).toEqual(all.toReversed())
    expect(await listVisibleTo('Niamh', `?filter=status==active;account==${accountOf(app, 0).id}`)).toEqual([id])
    expect(await listVisibleTo('Niamh', `?filter=status==active;account==${accountOf(app, 1).id}`)).toEqual([])
    expect(await listVisibleTo('Niamh', `?search=${accountOf(app, 0).name}`)).toEqual([id])
    for (const query of ['?filter=minutes=gt=0', `?filter=id==${id}`, `?search=${accountOf(app, 0).name}`])
      expect(await listVisibleTo('Tomasz', query)).toEqual([])
  })

  roleSuite(
    'listEmergencyAccess',
    () => app,
    () => ({ path: '/emergency-access' }),
  )

  it('rejects an invalid page', async () => {
    expect((await clientOf(app, 'Niamh').get('/emergency-access?page=-1')).status).toBe(400)
  })
})
