import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const daniel = () => app.persona('Daniel').id
const admin = () => app.persona('Niamh').id
const findOwnedAccounts = () => app.company.accounts.filter((account) => account.status === 'active' && account.ownerIds.includes(daniel()))
const findForeignAccount = () =>
  app.company.accounts.find((account) => account.status === 'active' && !account.ownerIds.includes(daniel()))!
const post = (body: unknown, personId = daniel(), headers?: Record<string, string>) =>
  app.as(personId).post('/accounts/bulk', body, headers)
const readAccount = async (id: string) => (await app.as(admin()).get(`/accounts/${id}`)).body
const events = () =>
  app.db
    .selectFrom('audit_events')
    .select(['outcome', 'subject_id', 'before', 'after'])
    .where('operation', '=', 'bulkUpdateAccounts')
    .orderBy('id')
    .execute()

describe('bulkUpdateAccounts', () => {
  it('changes each account that the caller can change, explains the others, and records each', async () => {
    const [firstAccount, secondAccount] = findOwnedAccounts()
    const otherAccount = findForeignAccount()
    const untouched = await readAccount(otherAccount.id)
    const countBefore = (await events()).length
    const response = await post({ ids: [firstAccount!.id, otherAccount.id, secondAccount!.id], change: { costCentre: 'CC-BULK' } })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      dryRun: false,
      counts: { changed: 2, unchanged: 0, denied: 1, failed: 0 },
      results: [
        { account: { id: firstAccount!.id, name: firstAccount!.name }, outcome: 'changed' },
        { account: { id: otherAccount.id, name: otherAccount.name }, outcome: 'denied', reason: expect.any(String) },
        { account: { id: secondAccount!.id, name: secondAccount!.name }, outcome: 'changed' },
      ],
    })
    expect([(await readAccount(firstAccount!.id)).costCentre, (await readAccount(secondAccount!.id)).costCentre]).toEqual([
      'CC-BULK',
      'CC-BULK',
    ])
    expect(await readAccount(otherAccount.id)).toEqual(untouched)
    const addedEvents = (await events()).slice(countBefore)
    expect(addedEvents.map(({ outcome, subject_id }) => [outcome, subject_id]).sort()).toEqual(
      [
        ['allowed', 'accounts'],
        ['allowed', firstAccount!.id],
        ['allowed', secondAccount!.id],
        ['denied', otherAccount.id],
      ].sort(),
    )
    expect(addedEvents.find(({ subject_id }) => subject_id === firstAccount!.id)?.after).toMatchObject({ costCentre: 'CC-BULK' })
    const repeated = await post({ ids: [firstAccount!.id], change: { costCentre: 'CC-BULK' } })
    expect(repeated.body.results[0]).toMatchObject({ outcome: 'unchanged' })
  })

  it('returns the same result in a dry run, without changes', async () => {
    const [firstAccount] = findOwnedAccounts()
    const state = await readAccount(firstAccount!.id)
    const body = { ids: [firstAccount!.id, findForeignAccount().id], change: { costCentre: 'CC-DRY', setTags: { dry: 'run' } } }
    const dryRunResponse = await post({ ...body, dryRun: true })
    expect(dryRunResponse.body).toMatchObject({ dryRun: true, counts: { changed: 1, denied: 1 } })
    expect(await readAccount(firstAccount!.id)).toEqual(state)
  })

  it('sets and removes tags, ignoring the case of their names like Azure', async () => {
    const [, , thirdAccount] = findOwnedAccounts()
    await post({ ids: [thirdAccount!.id], change: { setTags: { Project: 'one', 'Keep-Me': 'yes' } } })
    await post({ ids: [thirdAccount!.id], change: { setTags: { project: 'two' }, removeTags: ['KEEP-me'] } })
    const { tags } = await readAccount(thirdAccount!.id)
    expect(Object.entries(tags).filter(([name]) => /^(project|keep-me)$/i.test(name))).toEqual([['project', 'two']])
  })

  it('adds an owner to all accounts of a filter', async () => {
    const tomasz = app.persona('Tomasz').id
    const targetAccounts = findOwnedAccounts().slice(0, 3)
    const filter = `name=in=(${targetAccounts.map(({ name }) => name).join(',')})`
    const response = await post({ filter, change: { addOwnerId: tomasz } })
    expect(response.body.counts).toEqual({ changed: targetAccounts.length, unchanged: 0, denied: 0, failed: 0 })
    for (const { id, ownerIds } of targetAccounts)
      expect((await readAccount(id)).owners.map((owner: { id: string }) => owner.id)).toEqual([...ownerIds, tomasz])
  })

  it('runs only once for an Idempotency-Key', async () => {
    const [firstAccount] = findOwnedAccounts()
    const body = { ids: [firstAccount!.id], change: { costCentre: 'CC-ONCE' } }
    const key = { 'idempotency-key': 'bulk-once' }
    const responses = [await post(body, daniel(), key), await post(body, daniel(), key)]
    expect(responses.map((response) => response.body.counts.changed)).toEqual([1, 1])
    expect(responses[1]!.headers['idempotency-replayed']).toBe('true')
    expect((await readAccount(firstAccount!.id)).costCentre).toBe('CC-ONCE')
  })

  roleSuite(
    'bulkUpdateAccounts',
    () => app,
    () => ({ path: '/accounts/bulk', body: { ids: [findForeignAccount().id], change: { costCentre: 'CC-1' } } }),
  )

  it('rejects accounts in the wrong status, even for administrators', async () => {
    const deletedAccount = app.company.accounts.find((account) => account.status === 'decommissioned')!
    const response = await post({ ids: [deletedAccount.id], change: { costCentre: 'CC-1' } }, admin())
    expect(response.body.results[0]).toMatchObject({ outcome: 'denied', reason: expect.any(String) })
  })

  it.each([
    [{ change: {} }, 'change'],
    [{ ids: [], change: { costCentre: 'CC-1' } }, 'ids'],
    [{ ids: ['00000000-0000-4000-8000-000000000000'], change: { costCentre: 'CC-1' } }, 'ids'],
    [{ ids: ['00000000-0000-4000-8000-000000000000'], filter: 'status==active', change: { costCentre: 'CC-1' } }, 'ids'],
    [{ filter: 'status==active', change: { costCentre: 'CC-1' } }, 'filter'],
    [{ filter: 'secret==1', change: { costCentre: 'CC-1' } }, 'filter'],
    [{ search: 'basket', change: { costCentre: '?' } }, 'change'],
    [{ search: 'basket', change: { setTags: { 'a<b': 'c' } } }, 'change'],
    [{ search: 'basket', change: { addOwnerId: '00000000-0000-4000-8000-000000000000' } }, 'change'],
    [{ search: 'basket', change: { name: 'x' } }, 'change'],
  ])('rejects %j, and changes nothing', async (body, field) => {
    const accountsBefore = await app.db.selectFrom('accounts').select(['id', 'version']).orderBy('id').execute()
    const response = await post(body)
    expect([response.status, response.body.errors[0].field.replace(/^\//, '').split(/[./]/)[0]]).toEqual([400, field])
    expect(await app.db.selectFrom('accounts').select(['id', 'version']).orderBy('id').execute()).toEqual(accountsBefore)
  })

  it('changes the other accounts if one fails, and records the failure', async () => {
    const [firstAccount, secondAccount] = findOwnedAccounts()
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`.execute(
      app.db,
    )
    await sql`create trigger refuse before update on accounts for each row when (old.id = ${sql.lit(firstAccount!.id)}) execute function refuse()`.execute(
      app.db,
    )
    const countBefore = (await events()).length
    const response = await post({ ids: [firstAccount!.id, secondAccount!.id], change: { costCentre: 'CC-HALF' } })
    await sql`drop trigger refuse on accounts`.execute(app.db)
    expect(response.body.results).toMatchObject([{ outcome: 'failed', reason: expect.any(String) }, { outcome: 'changed' }])
    expect([(await readAccount(firstAccount!.id)).costCentre, (await readAccount(secondAccount!.id)).costCentre]).toEqual([
      expect.not.stringMatching('CC-HALF'),
      'CC-HALF',
    ])
    expect(
      (await events())
        .slice(countBefore)
        .map(({ outcome }) => outcome)
        .sort(),
    ).toEqual(['allowed', 'allowed', 'failed'])
  })

  it('rejects tags that Slipway manages, and names that Azure would reject', async () => {
    const [firstAccount] = findOwnedAccounts()
    for (const [name, overrides] of [
      ['ManagedBy', { setTags: { ManagedBy: 'us' } }],
      ['managedby', { removeTags: ['managedby'] }],
      ['windows-host', { setTags: { 'windows-host': 'x' } }],
    ] as const)
      expect((await post({ ids: [firstAccount!.id], change: overrides })).body.results).toEqual([
        expect.objectContaining({ outcome: 'denied', reason: expect.stringContaining(name) }),
      ])
  })

  it('rejects more tags on an account than Azure allows', async () => {
    const [firstAccount] = findOwnedAccounts()
    const tags = JSON.stringify(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`t${n}`, 'x'])))
    await app.db.updateTable('accounts').set({ tags }).where('id', '=', firstAccount!.id).execute()
    const response = await post({ ids: [firstAccount!.id], change: { setTags: { another: 'one' } } })
    expect(response.body.results[0]).toMatchObject({ outcome: 'denied', reason: expect.stringContaining('50 tags') })
  })
})
