import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { kindTitles } from '../../../runs/labels.ts'
import { type StuckRun, startWithStuckRun } from './stuckRun.fixture.ts'

let stuckRun: StuckRun
beforeAll(async () => {
  stuckRun = await startWithStuckRun()
})
afterAll(() => stuckRun.app.close())

const as = (givenName: string) => stuckRun.app.as(stuckRun.app.persona(givenName).id)

describe('getRunsAdvOptions', () => {
  it('lists the values with counts', async () => {
    const { status, body } = await as('Grace').get('/work/adv/options?show=stuck')
    expect(status).toBe(200)
    const field = (name: string) => body.fields.find((each: { name: string }) => each.name === name)
    expect(field('kind').values[0]).toEqual({ value: 'buildAccount', label: kindTitles.buildAccount, count: 1 })
    expect(field('cause').values).toEqual([{ value: 'subscriptionFailed', label: 'subscriptionFailed', count: 1 }])
    expect(field('stuckSince')).toMatchObject({ sortable: true, type: 'date' })
  })

  roleSuite(
    'getRunsAdvOptions',
    () => stuckRun.app,
    () => ({ path: '/work/adv/options' }),
  )

  it('rejects an unknown filter field', async () => {
    expect((await as('Niamh').get('/work/adv/options?filter=colour==red')).body.code).toBe('invalidFilter')
  })
})
