import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { patchPerson } from '../../../../simulator/core/directory.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { isAccepted } from '../api-keys/apiKeys.fixture.ts'
import { syncDirectory } from './syncDirectory.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await sync()
})
afterEach(() => app.simulator.faults.clear())
afterAll(() => app.close())

const sync = () => syncDirectory(app.context)
const patch = (givenName: string, overrides: Parameters<typeof patchPerson>[2]) =>
  patchPerson(app.simulator, app.persona(givenName).id, overrides)
const personRow = (givenName: string) =>
  app.db.selectFrom('people').selectAll().where('id', '=', app.persona(givenName).id).executeTakeFirstOrThrow()
const link = async () => (await app.db.selectFrom('directory_cursors').select('link').where('name', '=', 'users').executeTakeFirst())?.link

async function readsOfUsers(callback: () => Promise<unknown>): Promise<Record<string, string>[]> {
  app.simulator.exchanges.clear()
  await callback()
  return app.simulator.exchanges
    .list()
    .filter(({ path }) => path.endsWith('/users/delta'))
    .map(({ query }) => query)
}

describe('syncDirectory', () => {
  it('ends sessions and votes of a disabled person, who can sign in again when enabled', async () => {
    const ravi = app.as(app.persona('Ravi').id)
    expect((await ravi.get('/me')).status).toBe(200)
    const request = (await app.as(app.persona('Priya').id).post('/account-requests', newRequest(app, { name: 'sync-disabled-dev' }))).body
    const approvalId = request.approvals[0].id as string
    const approvers = async () =>
      (
        await app.db
          .selectFrom('stage_approvers')
          .select('person_id')
          .where('approval_id', '=', approvalId)
          .where('stage', '=', 1)
          .execute()
      ).map((row) => row.person_id)
    expect(await approvers()).toContain(app.persona('Ravi').id)

    patch('Ravi', { enabled: false })
    await sync()
    expect((await personRow('Ravi')).active).toBe(false)
    expect((await ravi.get('/me')).status).toBe(401)
    const lateCaller = app.as(app.persona('Ravi').id)
    for (const caller of [ravi, lateCaller])
      expect((await caller.post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })).status).toBe(401)
    expect(await approvers()).not.toContain(app.persona('Ravi').id)
    expect((await approvers()).length).toBeGreaterThan(0)
    const sessions = await app.db
      .selectFrom('sessions')
      .select(['ended_at', 'access_token'])
      .where('person_id', '=', app.persona('Ravi').id)
      .where('ended_at', 'is not', null)
      .execute()
    expect(sessions.every((session) => session.access_token === null)).toBe(true)
    expect(sessions.length).toBeGreaterThan(0)
    const event = await app.db
      .selectFrom('audit_events')
      .select(['after', 'request_id'])
      .where('operation', '=', 'personDisabled')
      .where('subject_id', '=', app.persona('Ravi').id)
      .execute()
    expect(event).toEqual([{ after: { active: false, sessionsEnded: sessions.length }, request_id: 'clock' }])

    patch('Ravi', { enabled: true })
    await sync()
    expect(await approvers()).toContain(app.persona('Ravi').id)
    expect((await ravi.get('/me')).status).toBe(401)
    expect((await app.as(app.persona('Ravi').id).get('/me')).status).toBe(200)
  })

  it('revokes the keys of a disabled person permanently, is audited, and notifies their creators', async () => {
    const niamh = app.as(app.persona('Niamh').id)
    const ownerId = app.persona('Daniel').id
    const key = (await niamh.post('/admin/api-keys/generate', { name: 'Of a leaver', scopes: ['edge:complete'], ownerId })).body
    const otherKey = (await niamh.post('/admin/api-keys/generate', { name: 'Of somebody else', scopes: ['edge:complete'] })).body
    const use = ({ key }: { key: string }) => isAccepted(app, key)
    expect([await use(key), await use(otherKey)]).toEqual([true, true])
    patch('Daniel', { enabled: false })
    await sync()
    expect([await use(key), await use(otherKey)]).toEqual([false, true])
    patch('Daniel', { enabled: true })
    await sync()
    await sync()
    expect(await use(key)).toBe(false)
    const { items } = (await niamh.get('/admin/api-keys?revoked=true&search=Of a leaver')).body
    expect(items).toMatchObject([{ state: 'revoked', revokedBy: null, revokedAt: expect.any(String) }])
    const events = await app.db.selectFrom('audit_events').select('operation').where('subject_id', '=', key.id).orderBy('id').execute()
    expect(events).toEqual([{ operation: 'generateApiKey' }, { operation: 'apiKeyRevoked' }])
    const notification = app.db.selectFrom('notifications').select('person_id').where('subject_id', '=', key.id)
    expect(await notification.execute()).toEqual([{ person_id: app.persona('Niamh').id }])
  })

  it('updates a changed department, name and job, and keeps other people’s sessions', async () => {
    const tomasz = app.as(app.persona('Tomasz').id)
    expect((await tomasz.get('/me')).status).toBe(200)
    patch('Tomasz', { department: 'Supply Chain', displayName: 'Tomasz Nowak', jobTitle: 'Planner' })
    await sync()
    expect(await personRow('Tomasz')).toMatchObject({
      department: 'Supply Chain',
      display_name: 'Tomasz Nowak',
      job_title: 'Planner',
      active: true,
    })
    expect((await tomasz.get('/me')).status).toBe(200)
  })

  it('reads only changes since the last sync, by the stored link', async () => {
    patch('Tomasz', { jobTitle: 'Senior Planner' })
    const linkBefore = await link()
    const reads = await readsOfUsers(sync)
    expect(reads).toEqual([{ $deltatoken: new URL(linkBefore!).searchParams.get('$deltatoken') }])
    expect(await link()).not.toBe(linkBefore)
  })

  it('reads all people again when the directory no longer accepts the link', async () => {
    const deltaTokens = app.simulator.state.collection<unknown>('graph.deltaRounds')
    const cached = new URL((await link())!).searchParams.get('$deltatoken')!
    deltaTokens.delete(cached)
    patch('Tomasz', { department: 'Finance' })
    const deletedPerson = { id: '0a0a0a0a-0000-4000-8000-00000000000a', display_name: 'Deleted In The Gap', active: true }
    const { issuer, tenant_id } = await personRow('Tomasz')
    const emptyProfile = { email: null, user_principal_name: null, department: null, job_title: null, manager_id: null }
    await app.db
      .insertInto('people')
      .values({ ...deletedPerson, ...emptyProfile, issuer, tenant_id, directory_checked_at: null, signed_in_at: null })
      .execute()
    const reads = await readsOfUsers(sync)
    const left = await app.db.selectFrom('people').select('active').where('id', '=', deletedPerson.id).executeTakeFirst()
    expect(left?.active).toBe(false)
    expect(reads[0]).toEqual({ $deltatoken: cached })
    expect(Object.keys(reads[1]!)).not.toContain('$deltatoken')
    expect((await personRow('Tomasz')).department).toBe('Finance')
    expect(new URL((await link())!).searchParams.get('$deltatoken')).not.toBe(cached)
    expect(await readsOfUsers(sync)).toHaveLength(1)
  })

  it('changes nothing if the directory fails halfway, and catches up at the next run', async () => {
    patch('Tomasz', { department: 'Property' })
    const linkBefore = await link()
    app.simulator.faults.add({
      service: 'graph',
      path: '/users/delta',
      action: { kind: 'status', status: 400, body: { error: { code: 'BadRequest', message: 'No.' } } },
    })
    await expect(sync()).rejects.toThrow()
    expect(await link()).toBe(linkBefore)
    expect((await personRow('Tomasz')).department).toBe('Finance')
    app.simulator.faults.clear()
    await sync()
    expect((await personRow('Tomasz')).department).toBe('Property')
  })

  it('keeps the newer result when two runs are concurrent', async () => {
    await sync()
    const reading = Promise.withResolvers<void>()
    const storedPromise = Promise.withResolvers<void>()
    const { usersDelta } = app.context.clients.graph
    const slowUsersDelta: typeof usersDelta = async (link) => {
      const delta = await usersDelta(link)
      reading.resolve()
      await storedPromise.promise
      return delta
    }
    patch('Ravi', { jobTitle: 'Older' })
    const older = syncDirectory({
      ...app.context,
      clients: { ...app.context.clients, graph: { ...app.context.clients.graph, usersDelta: slowUsersDelta } },
    })
    await reading.promise
    patch('Ravi', { enabled: false })
    await sync()
    const newestLink = await link()
    storedPromise.resolve()
    await older
    expect([(await personRow('Ravi')).active, await link()]).toEqual([false, newestLink])
    patch('Ravi', { enabled: true })
    await sync()
  })

  it('replaces the members of approver groups with the directory’s', async () => {
    const group = await app.db
      .selectFrom('directory_group_members')
      .innerJoin('directory_groups', 'directory_groups.id', 'group_id')
      .select('group_id')
      .where('person_id', '=', app.persona('Samuel').id)
      .executeTakeFirstOrThrow()
    const { graph } = app.context.clients
    await graph.removeGroupMember(group.group_id, app.persona('Samuel').id)
    await graph.addGroupMember(group.group_id, app.persona('Tomasz').id)
    await sync()
    const members = await app.db.selectFrom('directory_group_members').select('person_id').where('group_id', '=', group.group_id).execute()
    const ids = members.map((member) => member.person_id)
    expect(ids).toContain(app.persona('Tomasz').id)
    expect(ids).not.toContain(app.persona('Samuel').id)
    const inDirectory = (await graph.listGroupMembers(group.group_id)).map((member) => member.id)
    expect(ids.sort()).toEqual(inDirectory.sort())
    const changeEvents = await app.db
      .selectFrom('audit_events')
      .select('after')
      .where('operation', '=', 'approversChanged')
      .where('subject_id', '=', group.group_id)
      .execute()
    expect(changeEvents.at(-1)).toEqual({ after: { joined: [app.persona('Tomasz').id], left: [app.persona('Samuel').id] } })
  })

  it('continues when a group was deleted', async () => {
    const deletedGroup = { id: crypto.randomUUID(), display_name: 'Deleted On Call', checked_at: null }
    await app.db.insertInto('directory_groups').values(deletedGroup).execute()
    await app.db.updateTable('directory_groups').set({ checked_at: null }).execute()
    await sync()
    const uncheckedGroups = await app.db.selectFrom('directory_groups').select('id').where('checked_at', 'is', null).execute()
    expect(uncheckedGroups).toEqual([{ id: deletedGroup.id }])
  })
})
