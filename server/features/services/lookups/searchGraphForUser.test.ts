import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const search = async (query: string) => (await app.as(app.persona('Tomasz').id).get(`/utils/searchGraphForUser?${query}`)).body

describe('searchGraphForUser', () => {
  it('finds people in the directory by name and email address', async () => {
    const daniel = app.persona('Daniel')
    for (const text of ['Daniel Okoro', 'okoro', daniel.email]) {
      const users = await search(`search=${encodeURIComponent(text)}`)
      expect(users).toContainEqual({
        id: daniel.id,
        displayName: 'Daniel Okoro',
        email: daniel.email,
        department: 'Commerce',
        jobTitle: 'Staff Engineer',
        active: true,
      })
    }
  })

  it('leaves out disabled people on request', async () => {
    const ids = async (query: string) => (await search(query)).map((person: { id: string }) => person.id)
    const { id } = app.persona('Oliver')
    expect(await ids('search=Pemberton')).toContain(id)
    expect(await ids('search=Pemberton&filter=true')).not.toContain(id)
    expect(await ids('search=Pemberton&filter=false')).toContain(id)
  })

  roleSuite(
    'searchGraphForUser',
    () => app,
    () => ({ path: '/utils/searchGraphForUser?search=daniel' }),
  )

  it.each(['', 'search=', 'search=%20', 'search=%0a', `search=${'x'.repeat(101)}`, 'search=a&filter=perhaps'])(
    'rejects ?%s',
    async (query) => {
      expect((await search(query)).status).toBe(400)
    },
  )

  it('returns an error when the directory denies the call', async () => {
    const fault = app.simulator.faults.add({
      service: 'graph',
      action: { kind: 'status', status: 403, body: { error: { code: 'Denied', message: 'no' } } },
    })
    expect(await search('search=daniel')).toMatchObject({ status: 502, code: 'outsideFailed' })
    app.simulator.faults.remove(fault)
  })

  it.each(['"', '\\', 'a" OR "b', "o'brien", '$search', '#'])('accepts the text %j', async (text) => {
    expect(await search(`search=${encodeURIComponent(text)}`)).toBeInstanceOf(Array)
  })
})
