import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { groupByName } from '../../../../simulator/servicenow/companyRecords.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { maskRows } from './incidents.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())
beforeEach(() => app.simulator.faults.clear())

const search = (name: string) => app.as(app.persona('Tomasz').id).get(`/snow/search/assignmentGroup/${encodeURIComponent(name)}`)

describe('searchAssignmentGroups', () => {
  it('finds groups by a part of their name', async () => {
    expect((await search('payments OP')).body.items).toEqual([
      {
        sysId: groupByName('Payments Operations'),
        name: 'Payments Operations',
        description: 'Card payments in stores and online, day and night.',
        email: expect.stringMatching(/^payments-operations@/),
        active: true,
      },
    ])
    const names = (await search('operations')).body.items.map(({ name }: { name: string }) => name)
    expect(names.length).toBeGreaterThan(2)
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)))
  })

  it('leaves out groups that are no longer in use, even if ServiceNow ignores that part of the query', async () => {
    expect((await search('Data Centre')).body.items).toEqual([])
    const rows = [
      { sys_id: 'a'.repeat(32), name: 'Old desk', active: 'false' },
      { sys_id: 'b'.repeat(32), name: 'New desk', active: 'true' },
    ]
    app.simulator.faults.add({ service: 'servicenow', action: maskRows(rows) })
    expect((await search('desk')).body.items).toEqual([expect.objectContaining({ name: 'New desk' })])
  })

  it.each(['x^ORactive=false', '^', 'javascript:1'])('returns no groups for %j', async (name) => {
    expect((await search(name)).body).toEqual({ items: [], more: false })
  })

  roleSuite(
    'searchAssignmentGroups',
    () => app,
    () => ({ path: '/snow/search/assignmentGroup/desk' }),
  )

  it('returns an error if ServiceNow hides whether groups are in use', async () => {
    app.simulator.faults.add({ service: 'servicenow', action: maskRows([{ sys_id: 'a'.repeat(32), name: 'Some desk' }]) })
    expect((await search('desk')).body).toMatchObject({
      status: 502,
      message: expect.stringContaining(' active '),
    })
  })
})
