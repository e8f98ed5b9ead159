import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { services } from './services.fixture.ts'

let app: TestApp
let updates: ReturnType<typeof services>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  updates = services(app)
})
afterAll(() => app.close())

const preview = (account: { id: string }, body: object) =>
  app.as(app.persona('Daniel').id).post(`/accounts/${account.id}/updates/catalogue/preview`, body)

describe('previewCatalogueUpdate', () => {
  it('returns the price and the approvers without writing anything', async () => {
    const account = updates.loadFree(0)
    const item = updates.missing(account)
    const response = await preview(account, { add: [updates.order(item.name)] })
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ problems: [], blocked: null, diff: [{ label: item.name, before: null }] })
    expect(response.body.price.after.amount).toBe(response.body.price.before.amount + item.monthlyEstimate.amount)
    expect(response.body.approval.stages).toMatchObject([{ name: 'Family owner', minimum: 1 }])
    expect(response.body.approval.stages[0].people.map((person: { displayName: string }) => person.displayName)).toContain('Ravi Deshmukh')
    expect(await app.db.selectFrom('account_updates').select('id').where('account_id', '=', account.id).execute()).toEqual([])
  })

  it('raises the price with the ordered amount', async () => {
    const account = updates.loadFree(1)
    const response = await preview(account, { add: [updates.order('GPU Machines', { count: 1 })] })
    const threeMachinesResponse = await preview(account, { add: [updates.order('GPU Machines', { count: 3 })] })
    const priceIncrease = ({ body }: typeof response) => body.price.after.amount - body.price.before.amount
    expect(priceIncrease(threeMachinesResponse)).toBe(3 * priceIncrease(response))
  })

  it('returns the problems and blockers with the preview', async () => {
    const account = updates.loadFree(2)
    const response = await preview(account, { add: [updates.order('GPU Machines', { count: 900 })] })
    expect(response.body.problems).toEqual([{ field: 'add.0.inputs.count', message: expect.stringMatching(/\b1\b.*\b8\b/) }])
    const pendingUpdate = await updates.ask(account)
    expect((await preview(account, {})).body.blocked).toContain(pendingUpdate.reference)
    expect((await preview(account, { updateId: pendingUpdate.id })).body.blocked).toBeNull()
  })

  roleSuite(
    'previewCatalogueUpdate',
    () => app,
    () => ({ path: `/accounts/${updates.loadFree(0).id}/updates/catalogue/preview`, body: {} }),
  )

  it('rejects an unknown account, and a policy without approvers', async () => {
    expect((await preview({ id: '00000000-0000-4000-8000-000000000000' }, {})).status).toBe(404)
    await app.db.updateTable('approval_policies').set({ active: false }).where('subject_kind', '=', 'accountUpdate').execute()
    expect((await preview(updates.loadFree(0), {})).body.code).toBe('conflict')
    await app.db.updateTable('approval_policies').set({ active: true }).where('subject_kind', '=', 'accountUpdate').execute()
  })
})
