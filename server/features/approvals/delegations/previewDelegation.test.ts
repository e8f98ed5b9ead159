import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { day, delegationsOf } from './delegations.fixture.ts'
import { reasons } from './previewDelegation.ts'
import { delegateProblems } from './rules.ts'

let app: TestApp
let delegations: ReturnType<typeof delegationsOf>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  delegations = delegationsOf(app)
})
afterAll(() => app.close())
const preview = async (personaName: string, delegate: string, overrides = {}) =>
  (await delegations.as(personaName).post('/me/delegations/preview', { delegateId: delegations.id(delegate), ...overrides })).body

describe('previewDelegation', () => {
  it('counts pending approvals, and explains which of them the delegate can’t decide', async () => {
    const previewBefore = await preview('Ravi', 'Daniel')
    const [, ownId] = [await delegations.ask('Priya'), await delegations.ask('Daniel')]
    const previewAfter = await preview('Ravi', 'Daniel')
    expect(previewAfter.waiting).toBe(previewBefore.waiting + 2)
    expect(previewAfter.waiting - previewAfter.decidable).toBe(previewBefore.waiting - previewBefore.decidable + 1)
    expect(previewAfter.others).toContainEqual({
      approvalId: ownId,
      requester: expect.objectContaining({ id: delegations.id('Daniel') }),
      reason: reasons.own,
    })
    expect(previewAfter.waiting).toBe((await delegations.waiting('Ravi')).length)
    expect(previewAfter.problem).toBeNull()
    expect(await app.db.selectFrom('delegations').select('id').execute()).toEqual([])
  })

  it('marks approvals in which the delegate already has a vote, because each person has only one', async () => {
    const rule = { kind: 'anyOf' as const, personIds: ['Ravi', 'Margaret'].map(delegations.id) }
    const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'Two', rule, minimum: 2 }] })
    const bothIds = await delegations.ask()
    await restorePolicy()
    const previewBefore = await preview('Ravi', 'Ewa')
    expect(previewBefore.others.map(({ approvalId }: { approvalId: string }) => approvalId)).not.toContain(bothIds)
    const explanation = reasons.seated
    expect((await preview('Ravi', 'Margaret')).others).toContainEqual(expect.objectContaining({ approvalId: bothIds, reason: explanation }))
    await delegations.set('Margaret', 'Ewa')
    const previewAfter = await preview('Ravi', 'Ewa')
    expect(previewAfter.others).toContainEqual(expect.objectContaining({ approvalId: bothIds, reason: explanation }))
    expect(previewAfter.decidable).toBe(previewBefore.decidable - 1)
    await delegations.set('Ravi', 'Ewa')
    expect((await preview('Ravi', 'Ewa')).others).toContainEqual(expect.objectContaining({ approvalId: bothIds, reason: explanation }))
    await delegations.clear()
  })

  it('explains why a person can’t be a delegate', async () => {
    expect((await preview('Ravi', 'Ravi')).problem).toBe(delegateProblems.same)
    expect((await preview('Ravi', 'Oliver')).problem).toBe(delegateProblems.disabled(app.persona('Oliver').displayName))
    await delegations.set('Ewa', 'Samuel', { startsAt: delegations.at(day) })
    expect((await preview('Ravi', 'Ewa')).problem).toBe(delegateProblems.away(app.persona('Ewa').displayName))
    expect((await preview('Ravi', 'Ewa', { endsAt: delegations.at(day / 2) })).problem).toBeNull()
  })

  roleSuite(
    'previewDelegation',
    () => app,
    () => ({ path: '/me/delegations/preview', body: { delegateId: delegations.id('Ewa') } }),
  )
})
