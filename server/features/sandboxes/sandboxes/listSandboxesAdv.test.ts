import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { makeSandbox } from './sandboxes.fixture.ts'

let app: TestApp
const id = (name: string) => app.persona(name).id
const as = (name: string) => app.as(id(name))
const dayMs = 86_400_000
const now = new Date('2026-03-10T12:00:00Z')
const timeAt = (days: number) => new Date(now.getTime() + days * dayMs)
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => now })
  const ends = (days: number) => ({ lease_start: timeAt(-5), lease_end: timeAt(days) })
  await makeSandbox(app.db, { name: 'calm-pond', owners: [id('Priya')], ...ends(5), spent: 500 })
  await makeSandbox(app.db, { name: 'near-end', owners: [id('Priya')], ...ends(1), spent: 4_499, region: 'ukwest' })
  await makeSandbox(app.db, {
    name: 'cold-lake',
    owners: [id('Daniel')],
    ...ends(1),
    status: 'frozen',
    frozen_at: timeAt(-1),
    freeze_cause: 'budget',
    spent: 5_100,
  })
  await makeSandbox(app.db, { name: 'in-line', owners: [id('Daniel')], status: 'queued', hosting: 'subscription' })
  await makeSandbox(app.db, { name: 'secret-lab', owners: [id('Ravi')], hidden: true, ...ends(9) })
  await makeSandbox(app.db, { name: 'gone-lab', owners: [id('Daniel')], status: 'deleted', deleted_at: now })
})
afterAll(() => app.close())

const find = async (query: string, personaName = 'Tomasz') => {
  const response = await as(personaName).get(`/sandboxes/adv?${query}`)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body.items.map((each: { name: string }) => each.name)
}
const filter = (text: string) => find(`filter=${encodeURIComponent(text)}`)

describe('listSandboxesAdv', () => {
  it('pages through existing sandboxes in a stable order', async () => {
    const response = await as('Tomasz').get('/sandboxes/adv?size=2&page=2')
    expect(response.body).toMatchObject({ page: 2, size: 2, total: 4, totalIsCapped: false })
    expect(response.body.items.map((each: { name: string }) => each.name)).toEqual(['in-line', 'near-end'])
  })

  it.each([
    ['status==expiring', ['near-end']],
    ['status==active', ['calm-pond']],
    ['status=in=(active,expiring)', ['calm-pond', 'near-end']],
    ['status!=expiring', ['calm-pond', 'cold-lake', 'in-line']],
    ['status==frozen', ['cold-lake']],
    ['budgetPercent=ge=89', ['cold-lake', 'near-end']],
    ['budgetPercent>102', []],
    ['region==ukwest', ['near-end']],
    ['hosting==subscription', ['in-line']],
    ['leaseEnd=lt=2026-03-12', ['cold-lake', 'near-end']],
    ['name==*la*', ['cold-lake']],
  ])('filters by %s', async (text, expected) => {
    expect(await filter(text)).toEqual(expected)
  })

  it('filters by owner, template and tower', async () => {
    expect(await filter(`owner==${id('Priya')}`)).toEqual(['calm-pond', 'near-end'])
    const row = await app.db
      .selectFrom('sandboxes')
      .select(['template_id', 'tower_id'])
      .where('name', '=', 'in-line')
      .executeTakeFirstOrThrow()
    expect(await filter(`template==${row.template_id}`)).toEqual(['in-line'])
    expect(await filter(`tower==${row.tower_id}`)).toHaveLength(4)
  })

  it('sorts by end time, with sandboxes without an end last in both directions', async () => {
    expect(await find('sort=leaseEnd')).toEqual(expect.arrayContaining(['cold-lake', 'near-end']))
    expect((await find('sort=leaseEnd')).slice(2)).toEqual(['calm-pond', 'in-line'])
    expect((await find('sort=-leaseEnd')).at(-1)).toBe('in-line')
    expect(await find('sort=-budgetPercent')).toEqual(['cold-lake', 'near-end', 'calm-pond', 'in-line'])
  })

  it('shows each sandbox’s main fields', async () => {
    const { items } = (await as('Tomasz').get('/sandboxes/adv?search=near')).body
    expect(items).toMatchObject([
      { name: 'near-end', status: 'expiring', budget: { percent: 89 }, lease: { end: timeAt(1).toISOString(), extensionsUsed: 0 } },
    ])
  })

  roleSuite(
    'listSandboxesAdv',
    () => app,
    () => ({ path: '/sandboxes/adv' }),
  )

  it('doesn’t find sandboxes of hidden templates by search or filter', async () => {
    expect(await find('search=secret')).toEqual([])
    expect(await find(`filter=owner==${id('Ravi')}`)).toEqual([])
    expect(await find('search=secret', 'Ravi')).toEqual(['secret-lab'])
    expect(await find('search=secret', 'Niamh')).toEqual(['secret-lab'])
  })

  it.each([
    ['filter=spent==1', 'filter'],
    ['filter=status==deleted', 'filter'],
    ['filter=owner==priya', 'filter'],
    ['sort=status', 'sort'],
    ['sort=purpose', 'sort'],
    ['size=0', 'size'],
  ])('rejects %s', async (query, field) => {
    const response = await as('Tomasz').get(`/sandboxes/adv?${query}`)
    expect([response.status, response.body.errors[0].field]).toEqual([400, field])
  })
})
