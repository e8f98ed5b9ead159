import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { ownershipTitles } from './notify.ts'
import { type OwnershipApp, startOwnershipApp } from './ownership.fixture.ts'

let app: OwnershipApp
let staff: string[]
beforeAll(async () => {
  app = await startOwnershipApp()
  staff = app.staff('Commerce')
})
afterAll(() => app.close())

const ravi = () => app.as(app.persona('Ravi').id)

async function gapOf(name: string) {
  const [leaver, remainingOwner] = [staff.pop()!, staff.pop()!]
  const account = await app.owned(name, leaver, remainingOwner)
  await app.leave(leaver)
  const [gap] = await app.gaps(account)
  return { account, leaver, remainingOwner, path: `/accounts/${account}/ownership/accept`, body: { gapId: gap!.id } }
}

describe('acceptOwnership', () => {
  it('makes the proposed person an owner, notifies the others, and closes the gap', async () => {
    const { account, leaver, remainingOwner, path, body } = await gapOf('checkout-gift-cards-prod')
    const response = await ravi().post(path, body)
    expect(response.status).toBe(200)
    expect(response.body.owners.map((owner: { id: string }) => owner.id)).toEqual([app.persona('Ravi').id, remainingOwner])
    expect(response.body).toMatchObject({ version: 2, can: { update: true }, budget: { currency: 'GBP' } })
    expect(await app.gaps(account)).toMatchObject([{ outcome: 'accepted', successor_id: app.persona('Ravi').id, person_id: leaver }])
    const notifications = (await app.notifications(account)).filter((notification) => notification.personId === remainingOwner)
    expect(notifications.map((notification) => notification.title)).toContain(
      ownershipTitles.resolved('checkout-gift-cards-prod', 'Ravi Deshmukh'),
    )
    expect((await ravi().get(`/accounts/ownership-gaps?account=${account}`)).body.total).toBe(0)
    const events = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'acceptOwnership')
      .where('outcome', '=', 'allowed')
      .execute()
    expect(events).toMatchObject([{ subject_id: account, actor_id: app.persona('Ravi').id }])
  })

  it('accepts only one of many simultaneous calls', async () => {
    const { account, remainingOwner, path, body } = await gapOf('checkout-gift-cards-test')
    const proposals = await app.db
      .selectFrom('ownership_proposals')
      .select('person_id')
      .where('gap_id', '=', body.gapId)
      .where('requested_at', 'is not', null)
      .execute()
    const responses = await Promise.all(proposals.map(({ person_id }) => app.as(person_id).post(path, body)))
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409, 409])
    const owners = await app.owners(account)
    expect(owners.length).toBe(2)
    expect(owners[1]!.id).toBe(remainingOwner)
    expect(owners.every((owner) => owner.active)).toBe(true)
  })

  it('replaces an owner who moved to another department', async () => {
    const [transferredOwner, remainingOwner] = [staff.pop()!, staff.pop()!]
    const account = await app.owned('checkout-receipts-dev', transferredOwner, remainingOwner)
    await app.move(transferredOwner, 'Property')
    const body = { gapId: (await app.gaps(account))[0]!.id }
    expect((await ravi().post(`/accounts/${account}/ownership/accept`, body)).status).toBe(200)
    expect((await app.owners(account)).map((owner) => owner.id)).toEqual([app.persona('Ravi').id, remainingOwner])
  })

  roleSuite(
    'acceptOwnership',
    () => app,
    async () => {
      const openGap = await app.db.selectFrom('ownership_gaps').selectAll().where('resolved_at', 'is', null).executeTakeFirstOrThrow()
      return { path: `/accounts/${openGap.account_id}/ownership/accept`, body: { gapId: openGap.id } }
    },
  )

  it('denies a person without a proposal, one who declined, an owner, and an administrator', async () => {
    const { remainingOwner, path, body, account } = await gapOf('checkout-receipts-prod')
    const all = await app.db.selectFrom('ownership_proposals').selectAll().where('gap_id', '=', body.gapId).orderBy('rank').execute()
    const reserveCandidate = all.find((each) => !each.requested_at)!
    expect((await app.as(reserveCandidate.person_id).post(path, body)).status).toBe(403)
    expect((await app.as(remainingOwner).post(path, body)).status).toBe(403)
    expect((await app.as(app.persona('Niamh').id).post(path, body)).status).toBe(403)
    const thirdProposal = all.filter((each) => each.requested_at).at(-1)!
    expect((await app.as(thirdProposal.person_id).post(path.replace('accept', 'decline'), body)).status).toBe(200)
    expect((await app.as(thirdProposal.person_id).post(path, body)).status).toBe(403)
    expect((await app.owners(account)).length).toBe(2)
  })

  it('returns 409 when the account has enough owners again', async () => {
    const { path, body, leaver } = await gapOf('checkout-receipts-test')
    await app.comeBack(leaver)
    const response = await ravi().post(path, body)
    expect([response.status, response.body.code]).toEqual([409, 'alreadyDecided'])
  })

  it('rejects a gap of another account, and an unknown one', async () => {
    const { body } = await gapOf('checkout-fraud-screen-dev')
    const otherAccount = app.company.accounts.find((account) => account.name === 'checkout-fraud-screen-test')!
    expect((await ravi().post(`/accounts/${otherAccount.id}/ownership/accept`, body)).status).toBe(404)
    expect((await ravi().post(`/accounts/${otherAccount.id}/ownership/accept`, { gapId: 'first' })).status).toBe(400)
  })
})
