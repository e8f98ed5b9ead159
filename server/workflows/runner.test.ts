import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { withClient } from '../../test/postgresServer.ts'
import { until } from '../../test/until.ts'
import type { Clients } from '../clients/clients.ts'
import { ExternalError } from '../clients/externalError.ts'
import { watchServices } from '../clients/watch.ts'
import { checkGuard } from '../clients/withCallGuard.ts'
import type { Config } from '../config.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { RunLockLostError, type RunnerContext } from './claim.ts'
import { fencedWrite } from './fencedWrite.ts'
import { type RunningJobs, startJobs } from './jobs.ts'
import { requeueOrphans } from './orphans.ts'
import { lockRun } from './runLock.ts'
import { continueRun, resumeLostRuns } from './runner.ts'
import { startRun } from './startRun.ts'
import { NonRetryableError, type Step, Wait, type Workflow } from './workflow.ts'

type Input = Record<string, unknown>
type Run = Step<Input>['run']

let database: TestDatabase
let open: OpenDatabase
let jobs: RunningJobs
let clock: number
const warnings: object[] = []
const ends: { outcome: 'succeeded' | 'failed'; step?: string; message?: string }[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url)
  jobs = await startJobs(database.url, { onError: () => {} })
})
beforeEach(() => {
  clock = Date.now()
  ends.length = 0
  warnings.length = 0
})
afterAll(async () => {
  await jobs.stop(1_000)
  await open.close()
  await database.drop()
})

async function runWith(...steps: (Run | (Partial<Step<Input>> & { run: Run }))[]) {
  const workflow: Workflow = {
    kind: `test-${randomUUID()}`,
    steps: steps.map((step, index) => ({
      name: `step${index}`,
      title: `Step ${index}`,
      ...(typeof step === 'function' ? { run: step } : step),
    })),
    succeeded: async () => void ends.push({ outcome: 'succeeded' }),
    failed: async ({ step, message }) => void ends.push({ outcome: 'failed', step, message }),
  }
  const context: RunnerContext = {
    db: open.db,
    databaseUrl: database.url,
    jobs,
    clients: { watch: watchServices() } as Clients,
    config: {} as Config,
    workflows: { [workflow.kind]: workflow },
    now: () => new Date(clock),
    log: { info() {}, warn: (details) => void warnings.push(details) },
  }
  const subject = { kind: 'test', id: randomUUID() }
  const runId = await startRun(context, workflow, subject, { colour: 'teal' })
  if (!runId) throw new Error('not started')
  const readRun = async () => {
    const run = await open.db.selectFrom('work_runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()
    const rows = await open.db.selectFrom('work_steps').selectAll().where('run_id', '=', runId).orderBy('position').execute()
    return { run, steps: rows, step: rows[0]!, statuses: rows.map((row) => row.status) }
  }
  return {
    context,
    workflow,
    subject,
    runId,
    read: readRun,
    go: (signal = new AbortController().signal) => continueRun(context, runId, signal),
  }
}

async function jobsFor(runId: string): Promise<number[]> {
  return withClient(database.url, async (client) => {
    const { rows } = await client.query(
      `select extract(epoch from start_after - created_on)::float8 as after from pgboss.job where name = 'work' and data->>'runId' = $1 order by created_on`,
      [runId],
    )
    return rows.map((row) => row.after)
  })
}

const externalError = (details: { retryable: boolean; retryAfterMs?: number }) =>
  new ExternalError({ service: 'Azure', code: 'Busy', message: 'Azure is busy.', ...details })

describe('continueRun', () => {
  it('runs the steps in order, gives each the outputs of earlier steps, and ends the run once', async () => {
    const recorded: unknown[] = []
    const { go, read: readRun } = await runWith(
      async ({ input }) => ({ colour: input.colour }),
      async ({ output }) => void recorded.push(output<{ colour: string }>('step0').colour),
    )
    await go()
    await go()
    expect(recorded).toEqual(['teal'])
    expect(ends).toEqual([{ outcome: 'succeeded' }])
    const { run, statuses, step } = await readRun()
    expect([run.status, ...statuses]).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect(step).toMatchObject({ attempts: 1, output: { colour: 'teal' }, error: null })
    expect(run.ended_at).not.toBeNull()
  })

  it('retries a failed step at increasing intervals, and fails after twelve attempts', async () => {
    const { go, read: readRun, runId } = await runWith(() => Promise.reject(externalError({ retryable: true })))
    const delays: number[] = []
    for (let attempt = 1; attempt < 12; attempt++) {
      await go()
      const { run, step } = await readRun()
      expect([run.status, step.status, step.attempts, step.error?.message]).toEqual(['waiting', 'waiting', attempt, 'Azure is busy.'])
      delays.push((step.next_attempt_at!.getTime() - clock) / 1_000)
      clock = step.next_attempt_at!.getTime()
    }
    for (const [index, wait] of delays.entries()) {
      const middle = Math.min(300, 2 ** (index + 1))
      expect(wait).toBeGreaterThanOrEqual(middle * 0.74)
      expect(wait).toBeLessThanOrEqual(middle * 1.26)
    }
    const delaysOfJobs = await jobsFor(runId)
    expect(delaysOfJobs.slice(1).map(Math.round)).toEqual(delays.map(Math.round))
    await go()
    const { run, step } = await readRun()
    expect([run.status, step.status, step.attempts]).toEqual(['failed', 'failed', 12])
    expect(warnings, 'one line when it starts to fail, one when it ends').toMatchObject([{ attempt: 1 }, { attempt: 12 }])
    expect(ends).toEqual([{ outcome: 'failed', step: 'Step 0', message: 'Azure is busy.' }])
  })

  it('waits as long as the service requests', async () => {
    const { go, read: readRun } = await runWith(() => Promise.reject(externalError({ retryable: true, retryAfterMs: 90_000 })))
    await go()
    expect((await readRun()).step.next_attempt_at).toEqual(new Date(clock + 90_000))
  })

  it.each([
    ['the service says that trying again is no use', externalError({ retryable: false }), 'Azure is busy.'],
    ['a person has to act', new NonRetryableError('noHub', 'No hub is configured.'), 'No hub is configured.'],
  ])('fails immediately when %s', async (_, error, message) => {
    const { go, read: readRun } = await runWith(() => Promise.reject(error))
    await go()
    expect((await readRun()).run.status).toBe('failed')
    expect(ends).toEqual([{ outcome: 'failed', step: 'Step 0', message }])
  })

  it('hides the message of an unexpected error', async () => {
    const { go, read: readRun } = await runWith(() => Promise.reject(new Error('secret in /etc/slipway')))
    await go()
    expect((await readRun()).step.error).toEqual({ code: 'unexpected', message: expect.not.stringContaining('secret'), retryable: true })
  })

  it('waits without counting an attempt: briefly at first, then longer, and as the service requests', async () => {
    let requestedDelayMs: number | undefined
    const { go, read: readRun, runId } = await runWith(async () => new Wait('Still running.', requestedDelayMs))
    const delays: number[] = []
    const runMaintenanceAfter = async (seconds: number) => {
      clock += seconds * 1_000
      await go()
      const { step } = await readRun()
      expect(step).toMatchObject({ status: 'waiting', attempts: 0, note: 'Still running.', error: null })
      delays.push(step.next_attempt_at!.getTime() - clock)
    }
    for (const seconds of [0, 0.1, 0.2, 0.4, 4, 20, 60]) await runMaintenanceAfter(seconds)
    requestedDelayMs = 40_000
    await runMaintenanceAfter(60)
    expect(delays).toEqual([100, 200, 400, 500, 2_350, 12_350, 15_000, 40_000])
    expect((await jobsFor(runId)).slice(1)).toEqual([0.1, 0.2, 0.4, 0.5, 2.35, 12.35, 15, 40])
  })

  it('fails when the timeout of a step is reached', async () => {
    const { go, read: readRun } = await runWith({ timeoutMinutes: 30, run: async () => new Wait('Still running.') })
    await go()
    clock += 30 * 60_000
    await go()
    expect((await readRun()).step).toMatchObject({ status: 'failed', error: { code: 'tookTooLong' } })
    expect(ends[0]?.message).toContain('Still running. ')
  })

  it('ignores a job long before the run is due, and waits if it is only slightly early', async () => {
    let attempts = 0
    const { go, read: readRun, runId } = await runWith(async () => (++attempts === 1 ? new Wait('Later.', 60_000) : {}))
    await go()
    const runBefore = await readRun()
    await go()
    expect(attempts).toBe(1)
    expect(await readRun()).toEqual(runBefore)
    expect(await jobsFor(runId)).toHaveLength(2)
    clock += 59_900
    await go()
    expect((await readRun()).run.status).toBe('succeeded')
  })

  it('keeps a step’s checkpoint for its next attempt', async () => {
    const checkpoints: unknown[] = []
    const { go } = await runWith(async ({ checkpoint, saveCheckpoint }) => {
      checkpoints.push(checkpoint)
      await saveCheckpoint({ place: checkpoints.length })
      return checkpoints.length < 3 ? new Wait('Later.') : {}
    })
    for (let look = 0; look < 3; look++) {
      await go()
      clock += 20_000
    }
    expect(checkpoints).toEqual([{}, { place: 1 }, { place: 2 }])
  })

  it('continues after a skipped step, and explains the failure of a step that needs its output', async () => {
    const {
      go,
      read: readRun,
      runId,
    } = await runWith(
      async () => ({ id: 1 }),
      async ({ output }) => void output('step0'),
    )
    await open.db.updateTable('work_steps').set({ status: 'skipped' }).where('run_id', '=', runId).where('position', '=', 0).execute()
    await go()
    expect((await readRun()).statuses).toEqual(['skipped', 'failed'])
    expect(ends[0]?.message).toContain('“step0”')
  })

  it('releases the run when the process stops, even within a step, without counting an attempt', async () => {
    const shutdown = new AbortController()
    let secondStepRuns = 0
    const {
      go,
      read: readRun,
      runId,
    } = await runWith(
      async () => void shutdown.abort(),
      async () => void secondStepRuns++,
    )
    await go(shutdown.signal)
    expect((await readRun()).statuses).toEqual(['succeeded', 'pending'])
    expect((await readRun()).run.status).toBe('waiting')
    expect(await jobsFor(runId)).toEqual([0, 0])
    await go()
    expect([(await readRun()).run.status, secondStepRuns]).toEqual(['succeeded', 1])

    const midRunAbort = new AbortController()
    const interruptedRun = await runWith(async ({ signal }) => {
      midRunAbort.abort(new Error('shutting down'))
      if (signal.aborted && midRunAbort.signal === signal) throw signal.reason
    })
    await interruptedRun.go(midRunAbort.signal)
    expect((await interruptedRun.read()).step).toMatchObject({ attempts: 0, error: null })
    await interruptedRun.go()
    expect((await interruptedRun.read()).run.status).toBe('succeeded')
  })

  it('doesn’t write after another worker has taken over the run', async () => {
    const takeOverLease = async (runId: string) =>
      void (await open.db
        .updateTable('work_runs')
        .set((eb) => ({ epoch: eb('epoch', '+', 1) }))
        .where('id', '=', runId)
        .execute())
    const lateActions: Run[] = [
      async () => ({ late: true }),
      async ({ saveCheckpoint }) => {
        await saveCheckpoint({ late: true })
        return {}
      },
      async () => new Wait('Later.'),
      () => Promise.reject(externalError({ retryable: false })),
    ]
    for (const act of lateActions) {
      const { go, read: readRun } = await runWith(async (step) => {
        await takeOverLease(step.runId)
        return act(step)
      })
      await expect(go()).rejects.toThrow()
      expect((await readRun()).step).toMatchObject({ status: 'running', output: null, checkpoint: {}, error: null, note: null })
      expect(ends).toEqual([])
    }
  })

  it('runs each step once, even with five concurrent jobs of a run', async () => {
    let times = 0
    const { go, read: readRun } = await runWith(async () => {
      times++
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    await Promise.all(Array.from({ length: 5 }, () => go()))
    expect(times).toBe(1)
    expect(ends).toEqual([{ outcome: 'succeeded' }])
    expect((await readRun()).run.epoch).toBe(1)
  })

  it('doesn’t call an external service without its lock, and continues with a new one', async () => {
    let times = 0
    const { go, read: readRun } = await runWith(async () => {
      checkGuard({ method: 'GET', path: '/' })
      if (++times > 1) return {}
      await withClient(database.url, (client) =>
        client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'slipway-run'`,
        ),
      )
      for (;;) {
        checkGuard({ method: 'GET', path: '/' })
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })
    await expect(go()).rejects.toThrow()
    expect((await readRun()).step).toMatchObject({ status: 'running', attempts: 0 })
    await go()
    expect([times, (await readRun()).run.status]).toEqual([2, 'succeeded'])
  })
})

describe('startRun', () => {
  it('starts a run once for repeated calls', async () => {
    const { context, workflow, subject, runId } = await runWith(async () => ({}))
    expect(await startRun(context, workflow, subject, {})).toBeUndefined()
    expect(await jobsFor(runId)).toHaveLength(1)
    expect(await open.db.selectFrom('work_runs').select('id').where('subject_id', '=', subject.id).execute()).toEqual([{ id: runId }])
  })

  it('doesn’t start a run if its transaction is rolled back', async () => {
    const { context, workflow } = await runWith(async () => ({}))
    const id = randomUUID()
    let runId: string | undefined
    const rolledBackTransaction = open.db.transaction().execute(async (db) => {
      runId = await startRun({ ...context, db }, workflow, { kind: 'test', id }, {})
      throw new Error('rolled back')
    })
    await expect(rolledBackTransaction).rejects.toThrow('rolled back')
    expect(await open.db.selectFrom('work_runs').select('id').where('subject_id', '=', id).execute()).toEqual([])
    expect(await jobsFor(runId!)).toEqual([])
  })
})

describe('a run that lost its worker', () => {
  const setIdleMs = (runId: string, ms: number) =>
    open.db
      .updateTable('work_runs')
      .set({ updated_at: new Date(clock - ms) })
      .where('id', '=', runId)
      .execute()

  it('gets a job from resumeLostRuns if it makes no progress, unless it waits or has ended', async () => {
    const lostRun = await runWith(async () => ({}))
    const freshRun = await runWith(async () => ({}))
    const waitingRun = await runWith(async () => new Wait('Later.', 300_000))
    const completedRun = await runWith(async () => ({}))
    await waitingRun.go()
    await completedRun.go()
    for (const { runId } of [lostRun, waitingRun, completedRun]) await setIdleMs(runId, 120_000)
    await setIdleMs(freshRun.runId, 1_000)
    const jobsBefore = await Promise.all([lostRun, freshRun, waitingRun, completedRun].map(({ runId }) => jobsFor(runId)))
    await resumeLostRuns(lostRun.context)
    const jobsAfter = await Promise.all([lostRun, freshRun, waitingRun, completedRun].map(({ runId }) => jobsFor(runId)))
    expect(jobsAfter.map((jobsOfRun, index) => jobsOfRun.length - jobsBefore[index]!.length)).toEqual([1, 0, 0, 0])
  })

  it('is released immediately by requeueOrphans, which doesn’t touch other runs', async () => {
    const orphan = await runWith(async () => ({}))
    const lockedRun = await runWith(async () => ({}))
    await open.db.updateTable('work_runs').set({ status: 'running' }).where('id', 'in', [orphan.runId, lockedRun.runId]).execute()
    const lock = await lockRun(database.url, lockedRun.runId)
    await requeueOrphans(orphan.context)
    expect([(await orphan.read()).run.status, (await lockedRun.read()).run.status]).toEqual(['queued', 'running'])
    expect([(await jobsFor(orphan.runId)).length, (await jobsFor(lockedRun.runId)).length]).toEqual([2, 1])
    await requeueOrphans(orphan.context)
    expect(await jobsFor(orphan.runId)).toHaveLength(2)
    await lock!.release()
  })

  it('gets a job from requeueOrphans if the worker was killed between the job and the run', async () => {
    const lostRun = await runWith(async () => ({}))
    const waitingRun = await runWith(async () => new Wait('Later.', 300_000))
    const lockedRun = await runWith(async () => ({}))
    const freshRun = await runWith(async () => ({}))
    await waitingRun.go()
    const lock = await lockRun(database.url, lockedRun.runId)
    const activeRunIds = [lostRun, waitingRun, lockedRun].map(({ runId }) => runId)
    await sql`update pgboss.job set state = 'active' where name = 'work' and data ->> 'runId' = any (${activeRunIds})`.execute(open.db)
    const jobsBefore = await Promise.all([lostRun, waitingRun, lockedRun, freshRun].map(({ runId }) => jobsFor(runId)))
    await requeueOrphans(lostRun.context)
    await requeueOrphans(lostRun.context)
    const jobsAfter = await Promise.all([lostRun, waitingRun, lockedRun, freshRun].map(({ runId }) => jobsFor(runId)))
    expect(jobsAfter.map((dueItems, index) => dueItems.length - jobsBefore[index]!.length)).toEqual([1, 0, 0, 0])
    expect((await waitingRun.read()).run.status).toBe('waiting')
    await lock!.release()
  })
})

describe('lockRun', () => {
  it('is held by one worker at a time, waits for a holder that is about to release it, and reports its loss', async () => {
    const id = randomUUID()
    const firstLock = (await lockRun(database.url, id))!
    expect(firstLock.isHeld()).toBe(true)
    const secondLockPromise = lockRun(database.url, id)
    await firstLock.release()
    const holder = (await secondLockPromise)!
    expect(await lockRun(database.url, id)).toBeUndefined()
    await withClient(database.url, (client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'slipway-run'`,
      ),
    )
    await expect.poll(() => holder.isHeld()).toBe(false)
    await holder.release()
  })

  it('reuses a released session, and opens a new one if PostgreSQL has ended it', async () => {
    const sessions = () =>
      withClient(database.url, async (client) => {
        const { rows } = await client.query(
          `select pid, exists (select from pg_locks l where l.pid = a.pid and locktype = 'advisory') as locks
           from pg_stat_activity a where datname = current_database() and application_name = 'slipway-run' order by pid`,
        )
        return rows as { pid: number; locks: boolean }[]
      })
    const firstLock = (await lockRun(database.url, randomUUID()))!
    const sessionsBefore = await sessions()
    await firstLock.release()
    expect((await sessions()).map(({ locks }) => locks)).toEqual(sessionsBefore.map(() => false))
    const secondLock = (await lockRun(database.url, randomUUID()))!
    expect((await sessions()).map(({ pid }) => pid)).toEqual(sessionsBefore.map(({ pid }) => pid))
    await secondLock.release()
    await withClient(database.url, (client) =>
      client.query(`select pg_terminate_backend(pid) from pg_stat_activity where pid = any ($1)`, [sessionsBefore.map(({ pid }) => pid)]),
    )
    const thirdLock = (await lockRun(database.url, randomUUID()))!
    expect(thirdLock.isHeld()).toBe(true)
    expect((await sessions()).filter(({ locks }) => locks)).toHaveLength(1)
    await thirdLock.release()
  })
})

describe('fencedWrite', () => {
  it('changes nothing if another worker takes over the run while it waits for the row', async () => {
    const { runId, subject, workflow, read: readRun } = await runWith(async () => ({}))
    const claim = { runId, epoch: (await readRun()).run.epoch, subjectKind: subject.kind, subjectId: subject.id, input: {}, workflow }
    let claimPromise: Promise<unknown> = Promise.resolve()
    await open.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('work_runs')
        .set((eb) => ({ epoch: eb('epoch', '+', 1) }))
        .where('id', '=', runId)
        .execute()
      claimPromise = fencedWrite(open.db, claim, { steps: [{ position: 0, set: { note: 'late' } }], run: { at_step: 'late' } }).catch(
        (error: unknown) => error,
      )
      await until(async () => {
        const { rows } = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          open.db,
        )
        return rows.length > 0
      })
    })
    expect(await claimPromise).toBeInstanceOf(RunLockLostError)
    expect(await readRun()).toMatchObject({ run: { at_step: 'step0' }, step: { note: null } })
  })
})
