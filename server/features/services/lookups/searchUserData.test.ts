import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

interface User {
  id: string
  displayName: string
  email: string | null
  department: string | null
  jobTitle: string | null
}
const daniel = { displayName: 'Daniel Okoro', department: 'Commerce', jobTitle: 'Staff Engineer', email: 'daniel.okoro@northgate.example' }

const search = async (text: string) =>
  (await app.as(app.persona('Tomasz').id).get(`/utils/searchUserData?search=${encodeURIComponent(text)}`)).body

describe('searchUserData', () => {
  it('finds people by name, email address or ID, despite typing errors', async () => {
    const { id, email } = app.persona('Daniel')
    for (const text of ['Daniel Okoro', 'okoro daniel', email, id, 'okroo', 'Danile Okoro'])
      expect((await search(text))[0]).toMatchObject({ id, jobTitle: 'Staff Engineer' })
  })

  it('returns at most 20, and marks disabled people', async () => {
    expect((await search('northgate')).length).toBe(20)
    expect((await search('Pemberton Oliver'))[0]).toMatchObject({ displayName: 'Oliver Pemberton', active: false })
  })

  it('sorts and filters by its fields, like the search of the directory', async () => {
    const findItems = async (call: string, query: string) =>
      (await app.as(app.persona('Tomasz').id).get(`/utils/${call}?search=dan&size=200&${query}`)).body as User[]
    for (const call of ['searchUserData', 'searchGraphForUser'])
      for (const field of ['displayName', 'email', 'department', 'jobTitle'] as const) {
        const valuesBy = async (sort: string) => (await findItems(call, `sort=${sort}`)).flatMap((each) => each[field] ?? [])
        const values = await valuesBy(field)
        expect(values).toContain(daniel[field])
        expect(values.length).toBeGreaterThan(1)
        expect(await valuesBy(`-${field}`)).toEqual(values.toReversed())
      }
    const filter = `filter=department=="${daniel.department}";jobTitle=="${daniel.jobTitle}";active==true`
    expect((await findItems('searchUserData', filter)).map(({ id }) => id)).toContain(app.persona('Daniel').id)
    expect(await findItems('searchUserData', 'filter=displayName==*okoro;active==false')).toEqual([])
  })

  it('finds people while the directory is unavailable', async () => {
    const fault = app.simulator.faults.add({ service: 'graph', action: { kind: 'status', status: 503 } })
    expect((await search('okoro')).length).toBeGreaterThan(0)
    app.simulator.faults.remove(fault)
  })

  roleSuite(
    'searchUserData',
    () => app,
    () => ({ path: '/utils/searchUserData?search=daniel' }),
  )

  it.each(['', ' ', 'x'.repeat(101), 'a\0b'])('rejects %j', async (text) => {
    expect((await search(text)).status).toBe(400)
  })
})
