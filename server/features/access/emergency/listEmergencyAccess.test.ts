import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, as, insertEmergencyAccess } from './emergency.fixture.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ work: false })
  id = await insertEmergencyAccess(app, 0, 'active')
})
afterAll(() => app.close())

const seenBy = async (who: string, query = '') =>
  (await as(app, who).get(`/emergency-access${query}`)).body.items.map((item: { id: string }) => item.id)

describe('listEmergencyAccess', () => {
  it('lists the caller’s own access, and that in accounts they own or audit', async () => {
    for (const who of ['Priya', 'Daniel', 'Margaret', 'Niamh', 'Grace']) expect(await seenBy(who)).toContain(id)
    for (const who of ['Tomasz', 'Ewa']) expect(await seenBy(who)).toEqual([])
  })

  it('includes the incident’s address once ServiceNow has it', async () => {
    const shown = async () => (await as(app, 'Priya').get('/emergency-access')).body.items.find((item: { id: string }) => item.id === id)
    expect(await shown()).toMatchObject({ incident: null, incidentUrl: null })
    const set = { incident_number: 'INC0012345', incident_id: 'a&b' }
    await app.db.updateTable('emergency_accesses').set(set).where('id', '=', id).execute()
    const url = `${new URL(app.config.outside.servicenow.endpoint).origin}/incident.do?sys_id=a%26b`
    expect(await shown()).toMatchObject({ incident: 'INC0012345', incidentUrl: url })
  })

  it('pages, and filters by open and closed', async () => {
    await insertEmergencyAccess(app, 1, 'report')
    const page = (await as(app, 'Niamh').get('/emergency-access?size=1&page=2')).body
    expect(page).toMatchObject({ total: 2, page: 2, size: 1, items: [{ id }] })
    expect(await seenBy('Niamh', '?open=false')).toEqual([])
    expect(await seenBy('Niamh', '?open=true')).toContain(id)
  })

  it('sorts, filters and searches only what the caller can see', async () => {
    const all = await seenBy('Niamh')
    expect(all.length).toBe(2)
    expect(await seenBy('Niamh', '?sort=-createdAt')).toEqual(all)
    expect(await seenBy('Niamh', '?sort=createdAt')).toEqual(all.toReversed())
    expect(await seenBy('Niamh', `?filter=status==active;account==${accountOf(app, 0).id}`)).toEqual([id])
    expect(await seenBy('Niamh', `?filter=status==active;account==${accountOf(app, 1).id}`)).toEqual([])
    expect(await seenBy('Niamh', `?search=${accountOf(app, 0).name}`)).toEqual([id])
    for (const query of ['?filter=minutes=gt=0', `?filter=id==${id}`, `?search=${accountOf(app, 0).name}`])
      expect(await seenBy('Tomasz', query)).toEqual([])
  })

  roleSuite(
    'listEmergencyAccess',
    () => app,
    () => ({ path: '/emergency-access' }),
  )

  it('rejects an invalid page', async () => {
    expect((await as(app, 'Niamh').get('/emergency-access?page=-1')).status).toBe(400)
  })
})
