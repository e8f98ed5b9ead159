import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const daniel = () => app.persona('Daniel').id
const admin = () => app.persona('Niamh').id
const owned = () => app.company.accounts.filter((account) => account.status === 'active' && account.ownerIds.includes(daniel()))
const strange = () => app.company.accounts.find((account) => account.status === 'active' && !account.ownerIds.includes(daniel()))!
const post = (body: unknown, who = daniel(), headers?: Record<string, string>) => app.as(who).post('/accounts/bulk', body, headers)
const read = async (id: string) => (await app.as(admin()).get(`/accounts/${id}`)).body
const events = () =>
  app.db
    .selectFrom('audit_events')
    .select(['outcome', 'subject_id', 'before', 'after'])
    .where('operation', '=', 'bulkUpdateAccounts')
    .orderBy('id')
    .execute()

describe('bulkUpdateAccounts', () => {
  it('changes each account that the caller can change, explains the others, and records each', async () => {
    const [first, second] = owned()
    const other = strange()
    const untouched = await read(other.id)
    const before = (await events()).length
    const answer = await post({ ids: [first!.id, other.id, second!.id], change: { costCentre: 'CC-BULK' } })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      dryRun: false,
      counts: { changed: 2, unchanged: 0, refused: 1, failed: 0 },
      results: [
        { account: { id: first!.id, name: first!.name }, outcome: 'changed' },
        { account: { id: other.id, name: other.name }, outcome: 'refused', reason: expect.any(String) },
        { account: { id: second!.id, name: second!.name }, outcome: 'changed' },
      ],
    })
    expect([(await read(first!.id)).costCentre, (await read(second!.id)).costCentre]).toEqual(['CC-BULK', 'CC-BULK'])
    expect(await read(other.id)).toEqual(untouched)
    const added = (await events()).slice(before)
    expect(added.map(({ outcome, subject_id }) => [outcome, subject_id]).sort()).toEqual(
      [
        ['allowed', 'accounts'],
        ['allowed', first!.id],
        ['allowed', second!.id],
        ['denied', other.id],
      ].sort(),
    )
    expect(added.find(({ subject_id }) => subject_id === first!.id)?.after).toMatchObject({ costCentre: 'CC-BULK' })
    const repeated = await post({ ids: [first!.id], change: { costCentre: 'CC-BULK' } })
    expect(repeated.body.results[0]).toMatchObject({ outcome: 'unchanged' })
  })

  it('returns the same in a dry run, and changes nothing', async () => {
    const [first] = owned()
    const state = await read(first!.id)
    const body = { ids: [first!.id, strange().id], change: { costCentre: 'CC-DRY', setTags: { dry: 'run' } } }
    const dry = await post({ ...body, dryRun: true })
    expect(dry.body).toMatchObject({ dryRun: true, counts: { changed: 1, refused: 1 } })
    expect(await read(first!.id)).toEqual(state)
  })

  it('sets and removes tags, ignoring the case of their names as Azure does', async () => {
    const [, , third] = owned()
    await post({ ids: [third!.id], change: { setTags: { Project: 'one', 'Keep-Me': 'yes' } } })
    await post({ ids: [third!.id], change: { setTags: { project: 'two' }, removeTags: ['KEEP-me'] } })
    const { tags } = await read(third!.id)
    expect(Object.entries(tags).filter(([name]) => /^(project|keep-me)$/i.test(name))).toEqual([['project', 'two']])
  })

  it('adds an owner to all accounts of a filter', async () => {
    const tomasz = app.persona('Tomasz').id
    const wanted = owned().slice(0, 3)
    const filter = `name=in=(${wanted.map(({ name }) => name).join(',')})`
    const answer = await post({ filter, change: { addOwnerId: tomasz } })
    expect(answer.body.counts).toEqual({ changed: wanted.length, unchanged: 0, refused: 0, failed: 0 })
    for (const { id, ownerIds } of wanted)
      expect((await read(id)).owners.map((owner: { id: string }) => owner.id)).toEqual([...ownerIds, tomasz])
  })

  it('runs once for one Idempotency-Key', async () => {
    const [first] = owned()
    const body = { ids: [first!.id], change: { costCentre: 'CC-ONCE' } }
    const key = { 'idempotency-key': 'bulk-once' }
    const answers = [await post(body, daniel(), key), await post(body, daniel(), key)]
    expect(answers.map((answer) => answer.body.counts.changed)).toEqual([1, 1])
    expect(answers[1]!.headers['idempotency-replayed']).toBe('true')
    expect((await read(first!.id)).costCentre).toBe('CC-ONCE')
  })

  roleSuite(
    'bulkUpdateAccounts',
    () => app,
    () => ({ path: '/accounts/bulk', body: { ids: [strange().id], change: { costCentre: 'CC-1' } } }),
  )

  it('rejects accounts in the wrong status, also for administrators', async () => {
    const gone = app.company.accounts.find((account) => account.status === 'decommissioned')!
    const answer = await post({ ids: [gone.id], change: { costCentre: 'CC-1' } }, admin())
    expect(answer.body.results[0]).toMatchObject({ outcome: 'refused', reason: expect.any(String) })
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
    const before = await app.db.selectFrom('accounts').select(['id', 'version']).orderBy('id').execute()
    const answer = await post(body)
    expect([answer.status, answer.body.errors[0].field.replace(/^\//, '').split(/[./]/)[0]]).toEqual([400, field])
    expect(await app.db.selectFrom('accounts').select(['id', 'version']).orderBy('id').execute()).toEqual(before)
  })

  it('fails for one account, changes the others, and records the failure', async () => {
    const [first, second] = owned()
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`.execute(
      app.db,
    )
    await sql`create trigger refuse before update on accounts for each row when (old.id = ${sql.lit(first!.id)}) execute function refuse()`.execute(
      app.db,
    )
    const before = (await events()).length
    const answer = await post({ ids: [first!.id, second!.id], change: { costCentre: 'CC-HALF' } })
    await sql`drop trigger refuse on accounts`.execute(app.db)
    expect(answer.body.results).toMatchObject([{ outcome: 'failed', reason: expect.stringContaining('Try again') }, { outcome: 'changed' }])
    expect([(await read(first!.id)).costCentre, (await read(second!.id)).costCentre]).toEqual([
      expect.not.stringMatching('CC-HALF'),
      'CC-HALF',
    ])
    expect(
      (await events())
        .slice(before)
        .map(({ outcome }) => outcome)
        .sort(),
    ).toEqual(['allowed', 'allowed', 'failed'])
  })

  it('rejects tags that Slipway manages, and names that Azure would reject', async () => {
    const [first] = owned()
    for (const change of [{ setTags: { ManagedBy: 'us' } }, { removeTags: ['managedby'] }, { setTags: { 'windows-host': 'x' } }])
      expect((await post({ ids: [first!.id], change })).body.results).toEqual([
        expect.objectContaining({ outcome: 'refused', reason: expect.stringMatching(/is managed by Slipway|which Azure reserves/) }),
      ])
  })

  it('rejects more tags on an account than Azure allows', async () => {
    const [first] = owned()
    const tags = JSON.stringify(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`t${n}`, 'x'])))
    await app.db.updateTable('accounts').set({ tags }).where('id', '=', first!.id).execute()
    const answer = await post({ ids: [first!.id], change: { setTags: { another: 'one' } } })
    expect(answer.body.results[0]).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('50 tags') })
  })
})
