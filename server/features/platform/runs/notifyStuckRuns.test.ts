import { afterAll, beforeAll, expect, it } from 'vitest'
import { approveAll } from '../../../../test/approveAll.ts'
import { notifyStuckRuns } from './notifyStuckRuns.ts'
import { type StuckRun, startWithStuckRun } from './stuckRun.fixture.ts'

const minuteMs = 60_000
let stuckRun: StuckRun
beforeAll(async () => {
  stuckRun = await startWithStuckRun()
})
afterAll(() => stuckRun.app.close())

it('notifies administrators once per cause, and again for more failures, at most once an hour', async () => {
  const { app, makeStuck } = stuckRun
  const start = Date.now()
  const notifyAfterMinutes = (minutes: number) => notifyStuckRuns({ db: app.db, now: () => new Date(start + minutes * minuteMs) })
  const failedAt = (runId: string, minutes: number) =>
    app.db
      .updateTable('work_runs')
      .set({ updated_at: new Date(start + minutes * minuteMs) })
      .where('id', '=', runId)
      .execute()
  const notifications = async () => {
    const rows = await app.db
      .selectFrom('notifications')
      .select(['person_id', 'title', 'body'])
      .where('kind', '=', 'workStopped')
      .orderBy('dedupe_key')
      .execute()
    expect(rows.filter(({ person_id }) => person_id === app.persona('Niamh').id)).toHaveLength(rows.length / 2)
    return rows.filter(({ person_id }) => person_id === app.persona('Elif').id)
  }
  await failedAt(stuckRun.stuckAccount.runId, 0)
  await notifyAfterMinutes(1)
  await notifyAfterMinutes(2)
  expect(await notifications()).toMatchObject([
    { title: expect.stringMatching(/stuck-account$/), body: expect.stringMatching(/^Azure could not create it\. /) },
  ])
  const otherAccount = await approveAll(app, 'stuck-too')
  await makeStuck(otherAccount)
  await failedAt(otherAccount.runId, 20)
  await notifyAfterMinutes(21)
  expect(await notifications()).toHaveLength(1)
  await notifyAfterMinutes(61)
  await notifyAfterMinutes(200)
  expect((await notifications()).map(({ title }) => title)).toEqual([
    expect.stringMatching(/stuck-account$/),
    expect.stringMatching(/^2 .*Azure$/),
  ])
})
