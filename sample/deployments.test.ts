import { afterAll, beforeAll, expect, it } from 'vitest'
import { companyProjects, sha } from '../simulator/argocd/companyProjects.ts'
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts'
import { withClient } from '../test/postgresServer.ts'
import { company } from './company.ts'
import { deploymentRows } from './deployments.ts'
import { seed } from './seed.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('records the versions that run in the simulated Argo CD', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const rows = deploymentRows(company(), now).find(([table]) => table === 'deployments')![1]
  const { applications } = companyProjects(company(), () => now)
  const deploymentsByApp = Map.groupBy(rows, ({ app }) => app as string)
  expect(deploymentsByApp.size).toBeGreaterThan(100)
  for (const [app, deployments] of deploymentsByApp) {
    const lastDeployment = deployments.at(-1)!
    const sync = applications.get(app)!.syncs.at(-1)!
    expect([sync.revision, sync.degraded || sync.failure ? 'failed' : 'succeeded']).toEqual([
      lastDeployment.deployed_revision,
      lastDeployment.status,
    ])
  }
  expect(sha('a')).toMatch(/^[0-9a-f]{40}$/)
})

it('inserts the rows once, without a usable key', async () => {
  for (let turn = 0; turn < 2; turn++) await seed(database.url, { issuer: 'https://issuer.invalid', demonstration: true })
  const count = (sql: string) => withClient(database.url, async (client) => Number((await client.query(sql)).rows[0].count))
  expect(await count('select count(*) from deployments')).toBe(deploymentRows(company(), new Date())[1]![1].length)
  expect(await count(`select count(*) from api_keys where name like '%-pipeline'`)).toBe(2)
})
