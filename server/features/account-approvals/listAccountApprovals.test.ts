import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../test/roleSuite.ts'
import { type Started, startWithPendingRequest } from './approvalLists.fixture.ts'

let started: Started
beforeAll(async () => {
  started = await startWithPendingRequest()
})
afterAll(() => started.app.close())
const get = (givenName: string, path = '/account-approvals') => started.app.as(started.app.persona(givenName).id).get(path)

describe('listAccountApprovals works', () => {
  it('lists those one decided on or may decide on at some stage', async () => {
    for (const name of ['Ravi', 'Margaret'])
      expect((await get(name)).body.map((item: { id: string }) => item.id)).toContain(started.approvalId)
    expect((await get('Tomasz')).body).toEqual([])
    expect((await get('Grace')).body.length).toBeGreaterThan(100)
  })
})

describe('listAccountApprovals refuses', () => {
  roleSuite(
    'listAccountApprovals',
    () => started.app,
    () => ({ path: '/account-approvals' }),
  )
})
