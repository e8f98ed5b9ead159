import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { makeSandbox } from './sandboxes.fixture.ts'

let app: TestApp
const id = (name: string) => app.persona(name).id
const as = (name: string) => app.as(id(name))
const now = new Date('2026-03-10T12:00:00Z')
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => now })
  const expiringLease = { lease_start: new Date('2026-03-05T12:00:00Z'), lease_end: new Date('2026-03-11T12:00:00Z') }
  await makeSandbox(app.db, { name: 'near-end', owners: [id('Priya')], ...expiringLease })
  await makeSandbox(app.db, { name: 'in-line', owners: [id('Daniel')], status: 'queued', region: 'ukwest' })
  await makeSandbox(app.db, { name: 'secret-lab', owners: [id('Ravi')], hidden: true, region: 'eastus' })
})
afterAll(() => app.close())

interface Value {
  value: string
  label: string
  count: number
}
const values = async (field: string, personaName = 'Tomasz', query = ''): Promise<Value[]> => {
  const { body } = await as(personaName).get(`/sandboxes/adv/options${query}`)
  return body.fields.find((each: { name: string }) => each.name === field).values
}
const countValues = async (field: string, personaName?: string, query?: string) =>
  Object.fromEntries((await values(field, personaName, query)).filter(({ count }) => count > 0).map(({ value, count }) => [value, count]))

describe('getSandboxesAdvOptions', () => {
  it('counts each displayed status, such as expiring', async () => {
    expect(await countValues('status')).toEqual({ expiring: 1, queued: 1 })
    expect(await countValues('region', 'Tomasz', '?filter=status==queued')).toEqual({ ukwest: 1 })
  })

  it('labels towers and templates with their names', async () => {
    expect((await values('tower')).every(({ label }) => !/^[0-9a-f]{8}-/.test(label))).toBe(true)
    expect((await values('template')).map(({ label }) => label)).toEqual([
      expect.stringMatching(/^Playground/),
      expect.stringMatching(/^Playground/),
    ])
  })

  roleSuite(
    'getSandboxesAdvOptions',
    () => app,
    () => ({ path: '/sandboxes/adv/options' }),
  )

  it('omits hidden templates', async () => {
    expect(await countValues('region')).toEqual({ uksouth: 1, ukwest: 1 })
    expect(await countValues('region', 'Niamh')).toEqual({ uksouth: 1, ukwest: 1, eastus: 1 })
    expect(await values('template', 'Niamh')).toHaveLength(3)
  })

  it('rejects a malformed filter', async () => {
    expect((await as('Tomasz').get('/sandboxes/adv/options?filter=((')).status).toBe(400)
  })
})
