import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type Inbox, startInbox } from './inbox.fixture.ts'

let inbox: Inbox
beforeAll(async () => {
  inbox = await startInbox()
  await inbox.ask()
  await inbox.ask()
})
afterAll(() => inbox.app.close())
const path = '/account-approvals/inbox/options'
const kindsOf = async (givenName: string, query = '') =>
  (await inbox.as(givenName).get(path + query)).body.fields
    .find(({ name }: { name: string }) => name === 'kind')
    .values.filter(({ count }: { count: number }) => count > 0)

describe('getInboxOptions', () => {
  it('counts the caller’s pending approvals by kind, with the other filters applied', async () => {
    expect(await kindsOf('Ravi')).toEqual([{ value: 'accountRequest', label: 'New accounts', count: 2 }])
    expect(await kindsOf('Ravi', '?filter=environment==production')).toEqual([])
    expect(await kindsOf('Ravi', '?search=inbox-2')).toMatchObject([{ count: 1 }])
    expect(await kindsOf('Ravi', '?search=chekcout')).toMatchObject([{ count: 2 }])
    expect(await kindsOf('Ravi', '?search=zzzzqqq')).toEqual([])
    expect(await kindsOf('Priya')).toEqual([])
  })

  roleSuite(
    'getInboxOptions',
    () => inbox.app,
    () => ({ path }),
  )
})
