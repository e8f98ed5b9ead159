import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { decide } from '../assignments/access.fixture.ts'
import { type AccessListApp, clientOf, references, startWithRequests } from './accessLists.fixture.ts'

let listApp: AccessListApp
beforeAll(async () => {
  listApp = await startWithRequests()
})
afterAll(() => listApp.app.close())

const path = '/account-access/userPendingAccessRequests'
const pendingOf = async (givenName: string) => (await clientOf(listApp.app, givenName).get(path)).body

describe('listUserPendingAccessRequests', () => {
  it('shows the requester their pending requests, with the waiting time and the approvers', async () => {
    const { app, first, second: secondItem } = listApp
    const items = await pendingOf('Priya')
    expect(references(items)).toEqual([first.body.reference, secondItem.body.reference])
    expect(items[0]).toMatchObject({
      status: 'pending_approval',
      extends: null,
      durationHours: 48,
      group: { name: first.group.name, roles: ['Contributor'] },
      waiting: { approvalId: first.approvalId, stage: 1, of: 1, for: 'Account owner', since: first.body.submittedAt },
      runStatus: null,
      grant: null,
      can: { edit: true, withdraw: true, decide: expect.any(String) },
    })
    expect(items[0].waiting.approvers.map(({ id }: { id: string }) => id)).toContain(app.persona('Daniel').id)
    expect(references(await pendingOf('Grace'))).toEqual([])
  })

  it('keeps an approved request until the directory has it, and leaves out rejected ones', async () => {
    const { app, first, second: secondItem, analyst } = listApp
    await decide(app, 'Daniel', secondItem.approvalId)
    await decide(app, 'Daniel', analyst.approvalId, 'reject')
    const items = await pendingOf('Priya')
    expect(references(items)).toEqual([first.body.reference, secondItem.body.reference])
    expect(items[1]).toMatchObject({ status: 'approved', waiting: null, runStatus: 'queued', grant: { status: 'granting' } })
    expect(await pendingOf('Tomasz')).toEqual([])
    await app.db.updateTable('work_runs').set({ status: 'succeeded' }).where('subject_id', '=', secondItem.body.id).execute()
    expect(references(await pendingOf('Priya'))).toEqual([first.body.reference])
  })

  roleSuite(
    'listUserPendingAccessRequests',
    () => listApp.app,
    () => ({ path }),
  )
})
