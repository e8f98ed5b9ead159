import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { tagNameProblem } from '../accounts/tagRules.ts'
import { startTagChange } from './tagChange.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const daniel = () => app.persona('Daniel').id
const ownAccounts = () => app.company.accounts.filter(({ ownerIds, status }) => status === 'active' && ownerIds.includes(daniel()))
const path = (n = 0) => `/accounts/${ownAccounts()[n]!.id}/setResourceTags`
const owner = () => app.as(daniel())
const resources = async (n = 0) =>
  (await owner().get(`/accounts/${ownAccounts()[n]!.id}/resources`)).body.items as { id: string; tags: Record<string, string> }[]
const group = (n = 0) => `/subscriptions/${ownAccounts()[n]!.subscriptionId}/resourceGroups/rg-${ownAccounts()[n]!.name}-app`
const merge = (resourceIds: string[], tags: Record<string, string> = { team: 'basket' }) => ({ operation: 'merge', tags, resourceIds })
const tagsOf = (id: string) => app.context.clients.arm.getTags(id)
const patches = () => app.simulator.exchanges.list().filter(({ method, path }) => method === 'PATCH' && path.includes('tags/default'))

describe('setResourceTags', () => {
  it('merges tags into many resources with a result for each, and clears the cache', async () => {
    const ids = (await resources()).slice(0, 12).map(({ id }) => id)
    const { status, body } = await owner().post(path(), merge(ids))
    expect([status, body.changed, body.failed]).toEqual([200, 12, 0])
    expect(body.results.map(({ resourceId }: { resourceId: string }) => resourceId)).toEqual(ids)
    for (const { tags } of body.results) expect(tags).toMatchObject({ team: 'basket' })
    expect((await resources()).filter(({ tags }) => tags.team === 'basket')).toHaveLength(12)
  })

  it('doesn’t send calls for tags that already match, and doesn’t announce a change', async () => {
    const [firstResource] = await resources()
    await app.quiet()
    const { body } = await owner().post(path(), merge([firstResource!.id]))
    expect(body).toMatchObject({ changed: 0, failed: 0, results: [{ ok: true, unchanged: true, tags: { team: 'basket' } }] })
    expect(patches()).toEqual([])
  })

  it('replaces all but the management tag, and deletes by name or by name and value', async () => {
    const id = group()
    const send = async (operation: string, tags: Record<string, string>) =>
      (await owner().post(path(), { operation, tags, resourceIds: [id] })).body.results[0].tags
    expect(await send('replace', { One: '1', two: '2', three: '3' })).toEqual({ managedBy: 'slipway', One: '1', two: '2', three: '3' })
    expect(await send('delete', { ONE: '', two: '2', three: 'other' })).toEqual({ managedBy: 'slipway', three: '3' })
    expect(await send('replace', {})).toEqual({ managedBy: 'slipway' })
    expect(await tagsOf(id)).toEqual({ managedBy: 'slipway' })
  })

  it('is shown in the activity twice: as a call, and with the tags before and after', async () => {
    const events = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', 'in', ['setResourceTags', 'resourceTagsChanged'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    const [completedEvent, acceptedEvent] = events
    expect(acceptedEvent).toMatchObject({
      operation: 'setResourceTags',
      actor_id: daniel(),
      subject_id: ownAccounts()[0]!.id,
      after: { operation: 'replace', tags: {}, resourceIds: [group()] },
    })
    expect(completedEvent).toMatchObject({
      operation: 'resourceTagsChanged',
      subject_id: ownAccounts()[0]!.id,
      before: { tags: { [group()]: { managedBy: 'slipway', three: '3' } } },
      after: { operation: 'replace', tags: { [group()]: { managedBy: 'slipway' } }, failed: [] },
    })
  })

  it('changes nothing when repeated with its Idempotency-Key', async () => {
    const [firstResource] = await resources(3)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const firstResponse = await owner().post(path(3), merge([firstResource!.id], { once: '1' }), key)
    await app.context.clients.arm.changeTags(firstResource!.id, 'Delete', { once: '1' })
    await app.quiet()
    const duplicate = await owner().post(path(3), merge([firstResource!.id], { once: '1' }), key)
    expect([firstResponse.status, duplicate.status]).toEqual([200, 200])
    expect(duplicate.body).toEqual(firstResponse.body)
    expect(app.simulator.exchanges.list()).toEqual([])
    expect(await tagsOf(firstResource!.id)).not.toHaveProperty('once')
  })

  it('is accepted before Azure is called, and continues after a crash with the original tags', async () => {
    const [firstResource] = await resources(3)
    const tagsBefore = await tagsOf(firstResource!.id)
    const id = await app.db.transaction().execute((db) =>
      startTagChange(
        { db, jobs: app.jobs },
        {
          accountId: ownAccounts()[3]!.id,
          personId: daniel(),
          operation: 'merge',
          tags: { crash: '1' },
          resourceIds: [firstResource!.id],
          now: new Date(),
        },
      ),
    )
    await app.drain()
    const run = await app.db.selectFrom('work_runs').select('id').where('subject_id', '=', id).executeTakeFirstOrThrow()
    // A crash after the change in Azure and before its record leaves this state.
    await app.db.updateTable('tag_changes').set({ results: null, ended_at: null }).where('id', '=', id).execute()
    await app.db
      .updateTable('work_steps')
      .set({ status: 'pending', checkpoint: '{}', output: null, ended_at: null })
      .where('run_id', '=', run.id)
      .where('name', '=', 'sendTags')
      .execute()
    await app.db.updateTable('work_runs').set({ status: 'running', at_step: 'sendTags', ended_at: null }).where('id', '=', run.id).execute()
    await app.jobs.send(app.db, 'work', { runId: run.id })
    await app.drain()
    const { results } = await app.db.selectFrom('tag_changes').select('results').where('id', '=', id).executeTakeFirstOrThrow()
    expect(results).toMatchObject([{ ok: true, unchanged: false, before: tagsBefore, tags: { ...tagsBefore, crash: '1' } }])
  })

  it('continues when one resource fails, reports each, and allows another attempt', async () => {
    const ids = (await resources(1)).slice(0, 4).map(({ id }) => id)
    const lockedResponse = {
      kind: 'status',
      status: 409,
      body: { error: { code: 'ScopeLocked', message: 'The scope is locked.' } },
    } as const
    const name = ids[1]!.split('/').at(-1)
    const fault = app.simulator.faults.add({
      service: 'arm',
      method: 'PATCH',
      path: `/${name}/providers/Microsoft.Resources/tags`,
      action: lockedResponse,
    })
    const { body } = await owner().post(path(1), merge(ids))
    expect(body).toMatchObject({ changed: 3, failed: 1 })
    expect(body.results[1]).toMatchObject({ ok: false, error: { code: 'ScopeLocked', message: expect.stringContaining('locked') } })
    app.simulator.faults.remove(fault)
    expect((await owner().post(path(1), merge([ids[1]!]))).body).toMatchObject({ changed: 1, failed: 0 })
  })

  it('counts a duplicate resource once, and tries again after a lost response', async () => {
    const id = (await resources(1)).at(-1)!.id
    app.simulator.faults.add({ service: 'arm', method: 'PATCH', path: 'tags', count: 1, action: { kind: 'reset', when: 'after' } })
    const { body } = await owner().post(
      path(1),
      merge([
        id,
        id
          .toUpperCase()
          .replace('/SUBSCRIPTIONS/', '/subscriptions/')
          .replace('/RESOURCEGROUPS/', '/resourceGroups/')
          .replace('/PROVIDERS/', '/providers/'),
      ]),
    )
    expect(body).toMatchObject({ changed: 1, failed: 0 })
    expect(body.results).toHaveLength(1)
  })

  it('rejects a resource that would have more than 50 tags, and changes the others', async () => {
    const [a, b] = (await resources(1)).slice(5, 7).map(({ id }) => id)
    const manyTags = Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`t${n}`, 'x']))
    await app.context.clients.arm.changeTags(a!, 'Replace', manyTags)
    await app.context.clients.arm.changeTags(b!, 'Replace', {})
    const { body } = await owner().post(path(1), merge([a!, b!], { one: '1', two: '2' }))
    expect(body.results).toMatchObject([{ ok: false, error: { code: 'tooManyTags' } }, { ok: true }])
    expect(Object.keys(await tagsOf(a!))).toHaveLength(49)
  })

  roleSuite(
    'setResourceTags',
    () => app,
    () => ({ path: path(), body: merge([group()]) }),
  )

  it('denies auditors, without calling the cloud', async () => {
    await app.quiet()
    expect((await app.as(app.persona('Grace').id).post(path(), merge([group()]))).status).toBe(403)
    expect(app.simulator.exchanges.list()).toEqual([])
  })

  it('rejects resources of another subscription, changing none', async () => {
    await app.quiet()
    const response = await owner().post(path(), merge([group(0), group(1)]))
    expect([response.status, response.body.errors]).toEqual([400, [{ field: 'resourceIds.1', message: expect.any(String) }]])
    expect(patches()).toEqual([])
  })

  it.each([
    [{ 'microsoft-x': '1' }, /can’t start with microsoft, azure or windows, which Azure reserves/],
    [{ AzureThing: '1' }, /can’t start with microsoft, azure or windows, which Azure reserves/],
    [{ 'a/b': '1' }, /can’t contain/],
    [{ ' a': '1' }, /can’t be empty, or start or end with a space/],
    [{ managedBy: 'me' }, /is managed by Slipway/],
    [{ a: '1', A: '2' }, /appears twice/],
  ])('rejects the tags %j before it sends anything', async (tags, message) => {
    await app.quiet()
    const response = await owner().post(path(), merge([group()], tags))
    expect([response.status, response.body.message]).toEqual([400, expect.stringMatching(message)])
    expect(response.body.errors[0].field).toMatch(/^tags\./)
    expect(app.simulator.exchanges.list()).toEqual([])
  })

  it('rejects names above the limit of storage accounts only for storage accounts', async () => {
    const storage = `${group()}/providers/Microsoft.Storage/storageAccounts/st1`
    expect((await owner().post(path(), merge([storage], { ['n'.repeat(129)]: '' }))).body.message).toContain(
      tagNameProblem('n'.repeat(129), 128)!,
    )
    expect((await owner().post(path(), merge([group()], { ['n'.repeat(129)]: '' }))).body).toMatchObject({ changed: 1 })
  })

  it.each([
    ['a value of 257 characters', { tags: { a: 'x'.repeat(257) } }],
    ['51 tags', { tags: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`t${n}`, 'x'])) }],
    ['no tag to merge', { tags: {} }],
    ['no resource', { resourceIds: [] }],
    [
      '101 resources',
      {
        resourceIds: Array.from(
          { length: 101 },
          (_, n) => `/subscriptions/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}/resourceGroups/g${n}`,
        ),
      },
    ],
    ['a whole subscription', { resourceIds: ['/subscriptions/00000000-0000-4000-8000-000000000000'] }],
    ['an ID with a query', { resourceIds: ['/subscriptions/00000000-0000-4000-8000-000000000000/resourceGroups/a?x=1'] }],
    ['another operation', { operation: 'forget' }],
    ['an unknown field', { more: true }],
    ['a polluting name', JSON.parse('{"tags":{"__proto__":"x"}}')],
  ])('rejects %s', async (_, overrides) => {
    expect((await owner().post(path(), { ...merge([group()]), ...overrides })).status).toBe(400)
  })

  it('rejects an account that is decommissioned or has no subscription', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const deletedAccount = app.company.accounts.find(({ status }) => status === 'decommissioned')!
    expect((await admin.post(`/accounts/${deletedAccount.id}/setResourceTags`, merge([group()]))).body.code).toBe('wrongState')
    expect((await admin.post('/accounts/00000000-0000-4000-8000-000000000000/setResourceTags', merge([group()]))).status).toBe(404)
    const { id } = ownAccounts()[2]!
    await app.db.updateTable('accounts').set({ subscription_id: null }).where('id', '=', id).execute()
    expect((await admin.post(`/accounts/${id}/setResourceTags`, merge([group()]))).body.code).toBe('wrongState')
  })
})
