import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { personOf } from '../../test/personOf.ts'

import { runOfSubject } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await app.db.deleteFrom('work_runs').where('kind', '=', 'undoDeployment').execute()
})
afterAll(() => app.close())

const subjectKind = 'deployment'
async function insertRun(status: 'running' | 'failed' | 'succeeded', seconds = 0): Promise<string> {
  const subject_id = uuidv7()
  const ended_at = new Date()
  const started_at = new Date(ended_at.getTime() - seconds * 1_000)
  await app.db
    .insertInto('work_runs')
    .values({
      id: uuidv7(),
      kind: 'undoDeployment',
      subject_kind: subjectKind,
      subject_id,
      status,
      started_at,
      ...(status === 'succeeded' && { ended_at }),
    })
    .execute()
  return subject_id
}
const usualSecondsOf = async (subjectId: string) =>
  (await runOfSubject(app.db, personOf('x', { admin: true }), subjectKind, subjectId))?.usualSeconds

it('adds the median duration of successful runs of the kind to a run in progress', async () => {
  const running = await insertRun('running')
  for (const seconds of [100, 200]) await insertRun('succeeded', seconds)
  expect(await usualSecondsOf(running)).toBeNull()
  const ended = await insertRun('succeeded', 900)
  expect(await usualSecondsOf(running)).toBeCloseTo(200, 0)
  expect(await usualSecondsOf(ended)).toBeUndefined()
  expect(await usualSecondsOf(await insertRun('failed'))).toBeUndefined()
})
