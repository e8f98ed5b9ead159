import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, decide } from '../assignments/access.fixture.ts'
import { type AccessListApp, clientOf, references, startWithRequests } from './accessLists.fixture.ts'

let listApp: AccessListApp
beforeAll(async () => {
  listApp = await startWithRequests()
})
afterAll(() => listApp.app.close())

const path = '/account-access/ownerPendingAccessRequests'
const waitingFor = async (givenName: string) => references((await clientOf(listApp.app, givenName).get(path)).body)

describe('listOwnerPendingAccessRequests', () => {
  it('lists the requests that an owner can decide, oldest first, without the owner’s own requests', async () => {
    const { first, second: secondItem, analyst, owners } = listApp
    const { body } = await clientOf(listApp.app, 'Daniel').get(path)
    expect(references(body)).toEqual([first, secondItem, analyst].map((each) => each.body.reference))
    expect(body[0]).toMatchObject({ waiting: { approvalId: first.approvalId }, can: { decide: true } })
    expect(references(body)).not.toContain(owners.body.reference)
    for (const givenName of ['Priya', 'Niamh', 'Grace']) expect(await waitingFor(givenName)).toEqual([])
  })

  it('lists requests for new owners immediately, and no longer for former owners', async () => {
    const { app, first } = listApp
    const account = { account_id: accountOf(app, 0).id, person_id: app.persona('Ewa').id }
    await app.db
      .insertInto('account_owners')
      .values({ ...account, position: 9 })
      .execute()
    expect(await waitingFor('Ewa')).toContain(first.body.reference)
    await app.db
      .deleteFrom('account_owners')
      .where('account_id', '=', account.account_id)
      .where('person_id', '=', account.person_id)
      .execute()
    expect(await waitingFor('Ewa')).toEqual([])
  })

  it('lists requests for the fallback approvers if no owner can decide', async () => {
    const { app, owners } = listApp
    const stage = await app.db
      .selectFrom('approval_stages')
      .select('rule')
      .where('approval_id', '=', owners.approvalId)
      .executeTakeFirstOrThrow()
    const board = stage.rule.fallbackGroupId!
    const otherOwnerIds = accountOf(app, 1).ownerIds.filter((id) => id !== app.persona('Daniel').id)
    await app.db
      .insertInto('directory_group_members')
      .values({ group_id: board, person_id: app.persona('Samuel').id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    expect(await waitingFor('Samuel')).toEqual([])
    await app.db.updateTable('people').set({ active: false }).where('id', 'in', otherOwnerIds).execute()
    expect(await waitingFor('Samuel')).toEqual([owners.body.reference])
    await app.db.updateTable('people').set({ active: true }).where('id', 'in', otherOwnerIds).execute()
  })

  it('leaves out decided requests', async () => {
    const { app, first } = listApp
    await decide(app, 'Daniel', first.approvalId, 'reject')
    expect(await waitingFor('Daniel')).not.toContain(first.body.reference)
  })

  roleSuite(
    'listOwnerPendingAccessRequests',
    () => listApp.app,
    () => ({ path }),
  )
})
