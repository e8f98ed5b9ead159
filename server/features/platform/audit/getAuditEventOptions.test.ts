import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { niamh, systemActionsWithCode } from './events.fixture.ts'

let app: TestApp
let tower: { id: string; name: string }
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  tower = await systemActionsWithCode(app, 'AUDB')
})
afterAll(() => app.close())

describe('getAuditEventOptions', () => {
  it('counts calls, outcomes and kinds with the other filters applied', async () => {
    const { fields } = (await niamh(app).get(`/audit/events/options?filter=subject==${tower.id}`)).body
    const valuesOf = (name: string) =>
      fields
        .find((field: { name: string }) => field.name === name)
        .values.map(({ value, count }: { value: string; count: number }) => [value, count])
    expect(valuesOf('operation')).toEqual([
      ['updateTower', 2],
      ['createTower', 1],
    ])
    expect(valuesOf('outcome')).toEqual([
      ['allowed', 2],
      ['denied', 1],
      ['stepUpNeeded', 0],
      ['failed', 0],
      ['invalidRequest', 0],
    ])
    expect(valuesOf('subjectKind')).toEqual([['tower', 3]])
  })

  roleSuite(
    'getAuditEventOptions',
    () => app,
    () => ({ path: '/audit/events/options' }),
  )

  it('rejects an invalid filter', async () => {
    expect((await niamh(app).get('/audit/events/options?filter=((')).body.code).toBe('invalidFilter')
  })
})
