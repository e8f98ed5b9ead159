import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../../test/app.ts'
import { until } from '../../../../../test/until.ts'
import { syncDirectory } from '../../../platform/directory/syncDirectory.ts'
import {
  accountOf,
  decideAll,
  decideItem,
  directoryDown,
  grantAccessTo,
  groupOf,
  itemRows,
  membersOf,
  notificationsAbout,
  openReview,
  path,
  reviewRow,
  startReviewApp,
} from '../reviews.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startReviewApp()
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id

async function openDecidedReview(n: number) {
  const group = await groupOf(app, accountOf(app, n))
  await grantAccessTo(app, group, id('Priya'), id('Tomasz'))
  const review = await openReview(app, { kind: 'group', id: group.id })
  await decideAll(app, 'Daniel', review, 'keep')
  await decideItem(app, 'Daniel', review, { [id('Priya')]: 'remove' }, 'Has left the team.')
  return { group, review }
}

const close = async (review: string) =>
  app.as(id('Daniel')).post(`${path}/${review}/close`, undefined, { 'if-match': `"${(await reviewRow(app, review)).version}"` })
const waitUntilApplied = (review: string) => until(async () => (await reviewRow(app, review)).status === 'applied')
const grant = (groupId: string, personId: string, via: 'admin' | 'adopted') => ({
  id: randomUUID(),
  group_id: groupId,
  person_id: personId,
  via,
  request_id: null,
  granted_by: null,
  reason: null,
  duration_hours: null,
  remind_at: null,
  ends_at: null,
  status: 'active' as const,
})

describe('applyAccessReview', () => {
  it('removes the rejected members in the directory, keeps the others, and confirms the removals', async () => {
    const { group, review } = await openDecidedReview(0)
    const membersBefore = await membersOf(app, group)
    expect((await close(review)).body).toMatchObject({ status: 'closing', closedBy: { displayName: 'Daniel Okoro' } })
    await waitUntilApplied(review)
    expect(await membersOf(app, group)).toEqual(membersBefore.filter((person) => person !== id('Priya')))
    const items = await itemRows(app, review)
    expect(items.get(id('Priya'))).toMatchObject({ result: 'removed', resolved_at: expect.any(Date) })
    expect(items.get(id('Tomasz'))).toMatchObject({ result: 'kept' })
    const [endedAssignment] = await app.db
      .selectFrom('group_assignments')
      .selectAll()
      .where('group_id', '=', group.id)
      .where('person_id', '=', id('Priya'))
      .execute()
    expect(endedAssignment).toMatchObject({ person_id: id('Priya'), via: 'adopted', status: 'revoked' })

    const { body } = await app.as(id('Daniel')).get(`${path}/${review}`)
    expect(body).toMatchObject({
      status: 'applied',
      resolved: { removed: 1, kept: membersBefore.length - 1, gone: 0, failed: 0, pending: 0 },
    })
    const file = await app.as(id('Grace')).get(`${path}/${review}/export.csv`)
    expect(createHash('sha256').update(file.body).digest('hex')).toBe(body.digest)
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'accessReviewApplied')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ actor_name: 'Slipway', subject_id: review, after: { digest: body.digest, removed: 1 } })
    expect(
      (await notificationsAbout(app, review)).filter(({ kind }) => kind === 'accessReview.applied').map(({ person }) => person),
    ).toEqual(['Daniel Okoro'])
    const item = items.get(id('Tomasz'))!.id
    await expect(app.db.updateTable('access_review_items').set({ result: 'removed' }).where('id', '=', item).execute()).rejects.toThrow()
    await expect(
      app.db
        .updateTable('access_reviews')
        .set({ digest: 'f'.repeat(64) })
        .where('id', '=', review)
        .execute(),
    ).rejects.toThrow()
  })

  it('ends every grant that justifies the membership', async () => {
    const { group, review } = await openDecidedReview(1)
    await app.db
      .insertInto('group_assignments')
      .values([grant(group.id, id('Priya'), 'admin'), grant(group.id, id('Priya'), 'adopted')])
      .execute()
    await close(review)
    await waitUntilApplied(review)
    const grants = await app.db
      .selectFrom('group_assignments')
      .select('status')
      .where('person_id', '=', id('Priya'))
      .where('group_id', '=', group.id)
      .execute()
    expect(grants).toEqual([{ status: 'revoked' }, { status: 'revoked' }])
    expect(await membersOf(app, group)).not.toContain(id('Priya'))
  })

  it('waits while the directory is down, and finishes once each removal is confirmed', async () => {
    const { group, review } = await openDecidedReview(2)
    const fault = directoryDown(app, `/groups/${group.directory_group_id}/members`)
    await close(review)
    const step = async () => {
      const run = await app.db
        .selectFrom('work_runs')
        .select('id')
        .where('kind', '=', 'applyAccessReview')
        .where('subject_id', '=', review)
        .executeTakeFirst()
      return app.db.selectFrom('work_steps').selectAll().where('run_id', '=', run!.id).where('status', '=', 'waiting').executeTakeFirst()
    }
    await until(async () => (await step()) !== undefined)
    expect((await reviewRow(app, review)).status).toBe('closing')
    app.simulator.faults.remove(fault)
    await waitUntilApplied(review)
    expect(await membersOf(app, group)).not.toContain(id('Priya'))
    expect((await itemRows(app, review)).get(id('Priya'))).toMatchObject({ result: 'removed' })
  })

  it('reports why a member could not be removed, and continues once the cause is fixed', async () => {
    const { group, review } = await openDecidedReview(3)
    const fault = app.simulator.faults.add({
      service: 'graph',
      method: 'DELETE',
      path: `/groups/${group.directory_group_id}/members`,
      action: {
        kind: 'status',
        status: 403,
        body: { error: { code: 'Authorization_RequestDenied', message: 'Insufficient privileges.' } },
      },
    })
    await close(review)
    await until(async () => (await itemRows(app, review)).get(id('Priya'))!.result === 'failed')
    const { body } = await app.as(id('Daniel')).get(`${path}/${review}`)
    expect(body).toMatchObject({ status: 'closing', resolved: { failed: 1, removed: 0 } })
    expect((await itemRows(app, review)).get(id('Priya'))!.result_note).not.toBe('')
    app.simulator.faults.remove(fault)
    const stuckRun = await app.db
      .selectFrom('work_runs')
      .select('id')
      .where('kind', '=', 'revokeAccess')
      .where('status', '=', 'failed')
      .executeTakeFirstOrThrow()
    expect((await app.as(id('Niamh')).post(`/work/${stuckRun.id}/steps/updateDirectory/retry`)).status).toBeLessThan(300)
    await waitUntilApplied(review)
    expect((await itemRows(app, review)).get(id('Priya'))).toMatchObject({ result: 'removed', result_note: '' })
  })

  it('reports members who had already left, and groups that are deleted', async () => {
    const { group, review } = await openDecidedReview(4)
    await app.context.clients.graph.removeGroupMember(group.directory_group_id!, id('Priya'))
    const leaver = [...(await itemRows(app, review)).keys()].find((person) => person !== id('Priya') && person !== id('Tomasz'))!
    await app.context.clients.graph.removeGroupMember(group.directory_group_id!, leaver)
    await app.db.updateTable('people').set({ active: false }).where('id', '=', leaver).execute()
    const { group: deletedGroup, review: otherId } = await openDecidedReview(5)
    await app.db.updateTable('access_groups').set({ status: 'deleting' }).where('id', '=', deletedGroup.id).execute()
    await Promise.all([close(review), close(otherId)])
    await Promise.all([waitUntilApplied(review), waitUntilApplied(otherId)])
    const items = await itemRows(app, review)
    expect(items.get(id('Priya'))).toMatchObject({ result: 'gone', result_note: expect.stringMatching(/./) })
    expect(items.get(leaver)).toMatchObject({ decision: 'keep', result: 'gone' })
    expect(items.get(id('Tomasz'))).toMatchObject({ result: 'kept' })
    expect(new Set([...(await itemRows(app, otherId)).values()].map((item) => item.result))).toEqual(new Set(['gone']))
    await syncDirectory(app.context)
  })
})
