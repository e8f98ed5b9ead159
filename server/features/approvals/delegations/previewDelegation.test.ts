import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { day, delegationsOf } from './delegations.fixture.ts'
import { reasons } from './previewDelegation.ts'

let app: TestApp
let they: ReturnType<typeof delegationsOf>
beforeAll(async () => {
  app = await startTestApp({ work: false })
  they = delegationsOf(app)
})
afterAll(() => app.close())
const preview = async (who: string, delegate: string, more = {}) =>
  (await they.as(who).post('/me/delegations/preview', { delegateId: they.id(delegate), ...more })).body

describe('previewDelegation', () => {
  it('counts pending approvals, and explains which of them the delegate can’t decide', async () => {
    const before = await preview('Ravi', 'Daniel')
    const [, own] = [await they.ask('Priya'), await they.ask('Daniel')]
    const after = await preview('Ravi', 'Daniel')
    expect(after.waiting).toBe(before.waiting + 2)
    expect(after.waiting - after.decidable).toBe(before.waiting - before.decidable + 1)
    expect(after.others).toContainEqual({
      approvalId: own,
      requester: expect.objectContaining({ id: they.id('Daniel') }),
      why: reasons.own,
    })
    expect(after.waiting).toBe((await they.waiting('Ravi')).length)
    expect(after.problem).toBeNull()
    expect(await app.db.selectFrom('delegations').select('id').execute()).toEqual([])
  })

  it('shows where the delegate already has a vote, because each person has one', async () => {
    const rule = { kind: 'anyOf' as const, personIds: ['Ravi', 'Margaret'].map(they.id) }
    const back = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'Two', rule, minimum: 2 }] })
    const both = await they.ask()
    await back()
    const before = await preview('Ravi', 'Ewa')
    expect(before.others.map(({ approvalId }: { approvalId: string }) => approvalId)).not.toContain(both)
    const why = reasons.seated
    expect((await preview('Ravi', 'Margaret')).others).toContainEqual(expect.objectContaining({ approvalId: both, why }))
    await they.set('Margaret', 'Ewa')
    const after = await preview('Ravi', 'Ewa')
    expect(after.others).toContainEqual(expect.objectContaining({ approvalId: both, why }))
    expect(after.decidable).toBe(before.decidable - 1)
    await they.set('Ravi', 'Ewa')
    expect((await preview('Ravi', 'Ewa')).others).toContainEqual(expect.objectContaining({ approvalId: both, why }))
    await they.clear()
  })

  it('explains why a person can’t be a delegate', async () => {
    expect((await preview('Ravi', 'Ravi')).problem).toMatch(/^You can’t delegate to the same person/)
    expect((await preview('Ravi', 'Oliver')).problem).toMatch(/disabled/)
    await they.set('Ewa', 'Samuel', { startsAt: they.at(day) })
    expect((await preview('Ravi', 'Ewa')).problem).toMatch(/is away during that time/)
    expect((await preview('Ravi', 'Ewa', { endsAt: they.at(day / 2) })).problem).toBeNull()
  })

  roleSuite(
    'previewDelegation',
    () => app,
    () => ({ path: '/me/delegations/preview', body: { delegateId: they.id('Ewa') } }),
  )
})
