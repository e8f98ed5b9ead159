import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { grantsIn, groupOf, membersOf, withoutMember, withUnrecordedMember } from './drift.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const resolve = (personaName: string, ids: string[], decision: object) =>
  app.as(app.persona(personaName).id).post('/account-access/differences', { ids, ...decision })
const statuses = async (ids: string[]) =>
  (await app.db.selectFrom('access_differences').select('status').where('id', 'in', ids).execute()).map(({ status }) => status)

describe('resolveAccessDifferences', () => {
  it('removes several people from groups of several accounts in one call', async () => {
    const memberships = [
      await withUnrecordedMember(app, 0),
      await withUnrecordedMember(app, 1),
      await withUnrecordedMember(app, 1, 'Tomasz'),
    ]
    const response = await resolve(
      'Daniel',
      memberships.map(({ difference }) => difference.id.toUpperCase()),
      { action: 'remove', reason: 'Nobody knows why they are in.' },
    )
    expect(response.status).toBe(200)
    expect(response.body.items.map(({ status }: { status: string }) => status)).toEqual(['removed', 'removed', 'removed'])
    await app.drain()
    const events = await app.db
      .selectFrom('audit_events')
      .select('subject_id')
      .where('operation', '=', 'resolveAccessDifferences')
      .where('subject_kind', '=', 'account')
      .execute()
    expect(events.map(({ subject_id }) => subject_id).sort()).toEqual([memberships[0]!.account.id, memberships[1]!.account.id].sort())
    for (const { group, person } of memberships) {
      expect(await membersOf(app, group.directoryId)).not.toContain(person.id)
      expect(await grantsIn(app, group.id, person.id)).toMatchObject([{ status: 'revoked' }])
    }
  })

  roleSuite(
    'resolveAccessDifferences',
    () => app,
    async () => {
      const open = await app.db.selectFrom('access_differences').select('id').where('status', '=', 'open').executeTakeFirst()
      return {
        path: '/account-access/differences',
        body: { ids: [open?.id ?? (await withUnrecordedMember(app, 2)).difference.id], action: 'remove' },
      }
    },
  )

  it('denies the whole call if one item is your own access or in another owner’s account', async () => {
    const [ownAccount, otherAccount] = [await withUnrecordedMember(app, 3, 'Daniel'), await withUnrecordedMember(app, 4)]
    expect((await resolve('Daniel', [otherAccount.difference.id, ownAccount.difference.id], { action: 'adopt' })).status).toBe(403)
    await app.db
      .deleteFrom('account_owners')
      .where('account_id', '=', ownAccount.account.id)
      .where('person_id', '=', app.persona('Daniel').id)
      .execute()
    expect((await resolve('Daniel', [otherAccount.difference.id, ownAccount.difference.id], { action: 'remove' })).status).toBe(403)
    expect(await statuses([ownAccount.difference.id, otherAccount.difference.id])).toEqual(['open', 'open'])
    expect(await grantsIn(app, otherAccount.group.id, otherAccount.person.id)).toEqual([])
  })

  it('rejects the whole call if one action does not apply, and names each difference with the reason', async () => {
    const [unrecordedMember, temporary] = [await withUnrecordedMember(app, 5), await withUnrecordedMember(app, 6, 'Priya', 'contributors')]
    const removedMember = await withoutMember(app, 7)
    const ids = [removedMember, unrecordedMember, temporary].map(({ difference }) => difference.id)
    const response = await resolve('Daniel', ids, { action: 'adopt' })
    expect(response).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(response.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['/ids/0', '/ids/2'])
    expect(await statuses(ids)).toEqual(['open', 'open', 'open'])
    expect(await grantsIn(app, unrecordedMember.group.id, unrecordedMember.person.id)).toEqual([])
  })

  it('rejects keeping access to two groups that a separation-of-duties rule forbids together', async () => {
    const [firstMember, secondMember] = [await withUnrecordedMember(app, 8), await withUnrecordedMember(app, 8, 'Priya', 'contributors')]
    const [firstName, secondName] = [firstMember.group.id, (await groupOf(app, firstMember.account, 'contributors')).id].toSorted()
    await app.db
      .insertInto('access_group_conflicts')
      .values({ group_id: firstName!, other_id: secondName!, reason: 'Who checks does not change.', created_by: null })
      .execute()
    const ids = [firstMember.difference.id, secondMember.difference.id]
    const response = await resolve('Daniel', ids, { action: 'adopt', durationHours: 24 })
    expect(response).toMatchObject({ status: 409 })
    expect(response.body.errors).toEqual([{ field: expect.any(String), message: expect.stringContaining('Who checks does not change.') }])
    expect(await statuses(ids)).toEqual(['open', 'open'])
  })

  it.each([
    ['an empty list', []],
    ['a repeated difference', ['00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000000']],
    ['more than a hundred differences', [...Array(101)].map(() => crypto.randomUUID())],
  ])('rejects %s', async (_, ids) => {
    expect((await resolve('Daniel', ids, { action: 'remove' })).status).toBe(400)
  })

  it('returns 404 if one of the differences does not exist', async () => {
    expect((await resolve('Daniel', [crypto.randomUUID()], { action: 'remove' })).status).toBe(404)
  })
})
