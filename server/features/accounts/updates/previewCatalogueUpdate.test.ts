import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { services } from './services.fixture.ts'

let app: TestApp
let the: ReturnType<typeof services>
beforeAll(async () => {
  app = await startTestApp({ work: false })
  the = services(app)
})
afterAll(() => app.close())

const preview = (account: { id: string }, body: object) =>
  app.as(app.persona('Daniel').id).post(`/accounts/${account.id}/updates/catalogue/preview`, body)

describe('previewCatalogueUpdate', () => {
  it('returns the price and the approvers, and writes nothing', async () => {
    const account = the.free(0)
    const item = the.missing(account)
    const answer = await preview(account, { add: [the.order(item.name)] })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ problems: [], blocked: null, diff: [{ label: item.name, before: null }] })
    expect(answer.body.price.after.amount).toBe(answer.body.price.before.amount + item.monthlyEstimate.amount)
    expect(answer.body.approval.stages).toMatchObject([{ name: 'Family owner', minimum: 1 }])
    expect(answer.body.approval.stages[0].people.map((person: { displayName: string }) => person.displayName)).toContain('Ravi Deshmukh')
    expect(await app.db.selectFrom('account_updates').select('id').where('account_id', '=', account.id).execute()).toEqual([])
  })

  it('raises the price with the ordered amount', async () => {
    const account = the.free(1)
    const one = await preview(account, { add: [the.order('GPU Machines', { count: 1 })] })
    const three = await preview(account, { add: [the.order('GPU Machines', { count: 3 })] })
    const rise = ({ body }: typeof one) => body.price.after.amount - body.price.before.amount
    expect(rise(three)).toBe(3 * rise(one))
  })

  it('returns problems beside the preview, and what blocks the request', async () => {
    const account = the.free(2)
    const answer = await preview(account, { add: [the.order('GPU Machines', { count: 900 })] })
    expect(answer.body.problems).toEqual([{ field: 'add.0.inputs.count', message: 'must be a whole number from 1 to 8' }])
    const waiting = await the.ask(account)
    expect((await preview(account, {})).body.blocked).toContain(waiting.reference)
    expect((await preview(account, { updateId: waiting.id })).body.blocked).toBeNull()
  })

  roleSuite(
    'previewCatalogueUpdate',
    () => app,
    () => ({ path: `/accounts/${the.free(0).id}/updates/catalogue/preview`, body: {} }),
  )

  it('rejects an unknown account, and a policy without approvers', async () => {
    expect((await preview({ id: '00000000-0000-4000-8000-000000000000' }, {})).status).toBe(404)
    await app.db.updateTable('approval_policies').set({ active: false }).where('subject_kind', '=', 'accountUpdate').execute()
    expect((await preview(the.free(0), {})).body.code).toBe('conflict')
    await app.db.updateTable('approval_policies').set({ active: true }).where('subject_kind', '=', 'accountUpdate').execute()
  })
})
