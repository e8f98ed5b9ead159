import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)

const jobs = async () =>
  (
    await sql<{
      name: string
    }>`select name from pgboss.job where name in ('syncDirectory', 'checkHealth', 'meterSandboxes') order by name`.execute(app.db)
  ).rows.map(({ name }) => name)

describe('refreshCache', () => {
  it('queues the job that refreshes the cache', async () => {
    for (const name of ['people', 'health', 'prices']) expect((await as('Niamh').post(`/cockpit/caches/${name}/refresh`)).status).toBe(202)
    expect(await jobs()).toEqual(['checkHealth', 'meterSandboxes', 'syncDirectory'])
  })

  roleSuite(
    'refreshCache',
    () => app,
    () => ({ path: '/cockpit/caches/people/refresh' }),
  )

  it('returns 404 for an unknown cache, and for a cache that only its schedule refreshes', async () => {
    for (const name of ['stores', 'nothing', 'constructor'])
      expect((await as('Niamh').post(`/cockpit/caches/${name}/refresh`)).status).toBe(404)
  })
})
