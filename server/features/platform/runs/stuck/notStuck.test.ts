import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { inTransaction } from '../../../../db/database.ts'
import { updateRow } from '../../../../db/rows.ts'
import { closeAction } from '../../../sandboxes/provisioning/closeAction.ts'
import { startCleanUp } from '../../../sandboxes/provisioning/start.ts'
import { makeSandbox } from '../../../sandboxes/sandboxes/sandboxes.fixture.ts'
import { freeNumbers, launch } from '../../../services/edge/edge.fixture.ts'
import { openRestore } from '../../restores/restores.fixture.ts'
import type { StuckItem } from './schemas.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const niamh = () => app.as(app.persona('Niamh').id)
const list = async (): Promise<StuckItem[]> => (await niamh().get('/work/stuck?size=200')).body.items
const named = async (name: string) => (await list()).filter((item) => item.name === name)
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

async function makeRemovedSandbox(name: string): Promise<string> {
  const at = ago(60)
  const deletion = { delete_requested_at: at, delete_cause: 'owner' as const, delete_at: at, removing_at: at }
  return makeSandbox(app.db, { name, owners: [app.persona('Priya').id], status: 'deleting', ...deletion })
}

async function failRemoval(sandboxId: string): Promise<void> {
  const now = new Date()
  await inTransaction(app.db, async (tx) => {
    const action = await startCleanUp({ db: tx, jobs: app.jobs }, { sandboxId, requestedBy: null, reason: '', now })
    await closeAction(tx, action!, 'failed', now)
    await tx.updateTable('work_runs').set({ status: 'failed', stuck_since: now }).where('subject_id', '=', action).execute()
  })
}

describe('the list of stuck work', () => {
  it('leaves out removals that the schedule restarts, until the sandbox is quarantined', async () => {
    const id = await makeRemovedSandbox('removed-again')
    expect(await named('removed-again')).toEqual([])
    await failRemoval(id)
    expect(await named('removed-again')).toEqual([])
    await updateRow(app.db, 'sandboxes', id, { status: 'quarantined' })
    expect(await named('removed-again')).toMatchObject([{ kind: 'sandbox', state: 'quarantined' }])
  })

  it('lists a removal without progress, which the schedule doesn’t restart', async () => {
    const id = await makeRemovedSandbox('removal-without-progress')
    await inTransaction(app.db, async (tx) => {
      const run = { sandboxId: id, requestedBy: null, reason: '', now: new Date() }
      const action = await startCleanUp({ db: tx, jobs: app.jobs }, run)
      await tx
        .updateTable('work_runs')
        .set({ status: 'running', updated_at: ago(16) })
        .where('subject_id', '=', action)
        .execute()
    })
    expect(await named('removal-without-progress')).toMatchObject([{ state: 'stalled' }])
  })

  it('lists a halted rollout once while its wave makes no progress, and shows whether its queue is paused', async () => {
    const id = await launch(app, 'Halted tills', freeNumbers(app, 1))
    const waves = app.db.selectFrom('edge_waves').select('work_id').where('rollout_id', '=', id)
    await app.db
      .updateTable('work_runs')
      .set({ updated_at: ago(16) })
      .where('subject_id', 'in', waves)
      .execute()
    const items = async () => (await list()).filter(({ kind, subject }) => kind === 'rollout' || subject.kind === 'edgeWave')
    expect(await items()).toMatchObject([{ kind: 'run', state: 'stalled' }])
    await updateRow(app.db, 'edge_rollouts', id, { status: 'halted', halt_reason: '3 stores of wave 1 failed.' })
    const [halted, ...others] = await items()
    expect([halted, others]).toMatchObject([{ id, kind: 'rollout', state: 'halted' }, []])
    const pause = { queue: 'work', reason: 'The region is down.', paused_by: app.persona('Niamh').id, paused_at: new Date() }
    await app.db.insertInto('queue_pauses').values(pause).execute()
    const [paused] = await items()
    await app.db.deleteFrom('queue_pauses').execute()
    expect(paused!.can.retry).toEqual(expect.any(String))
    expect(paused!.can.retry).not.toBe(halted!.can.retry)
  })

  it('shortens a long error message of a failed job', async () => {
    const output = JSON.stringify({ message: 'x'.repeat(5_000) })
    await sql`insert into pgboss.job (name, state, completed_on, data, output) values ('checkHealth', 'failed', now(), '{}', ${output})`.execute(
      app.db,
    )
    const [queue] = (await list()).filter(({ kind }) => kind === 'queue')
    expect(queue!.cause.message).toHaveLength(300)
  })

  it('doesn’t allow retries while Slipway is paused after a restore', async () => {
    await updateRow(app.db, 'edge_rollouts', await launch(app, 'Built tills', freeNumbers(app, 1, 1)), {
      status: 'halted',
      halt_reason: '3 stores of wave 1 failed.',
    })
    expect(new Set((await list()).map(({ kind }) => kind))).toEqual(new Set(['sandbox', 'rollout', 'queue']))
    await openRestore(app)
    const reasons = new Set((await list()).map(({ can }) => can.retry))
    expect([reasons.size, reasons.has(true)]).toEqual([1, false])
    const [grace] = (await app.as(app.persona('Grace').id).get('/work/stuck')).body.items
    expect(reasons.has(grace.can.retry)).toBe(false)
  })
})
