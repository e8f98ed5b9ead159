import type { TestApp } from '../app.ts'
import { until } from '../until.ts'
import { type ExternalCall, pathFor, recordCalls } from './externalCalls.ts'
import {
  type CallFailpoint,
  type CommitFailpoint,
  type InstalledFailpoints,
  installCallFailpoints,
  installCommitFailpoints,
} from './failpoints.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'

/** A server processes this many runs at a time, so a kill interrupts all of them. */
const maxConcurrentFailpoints = 4

interface Run {
  runId: string
}

type BeginRun<R extends Run> = (n: number) => Promise<R>

/**
 * Kills servers with SIGKILL before and after every kind of external call of the workflow, and restarts them. Consecutive reads count as
 * one call: they change nothing, and `killInEveryCommit` covers the commits between them. An undisturbed first run records the calls.
 *
 * A complete test:
 *
 *     const runs = await killAtEveryCall(app, (n) => begin(`crash-${n}`), ({ name }) => [name])
 *     for (const run of runs) expect(await whatIsThere(app, run)).toEqual(exactlyOnce(run))
 *
 * @param app started with `runJobs: false`
 * @param names texts that identify a run’s calls by their URL; IDs need not be listed
 * @returns the completed runs
 */
export async function killAtEveryCall<R extends Run>(app: TestApp, begin: BeginRun<R>, names: (run: R) => string[]): Promise<R[]> {
  const uninterruptedRun = await begin(0)
  const recorder = recordCalls(app.simulator)
  await waitForRuns(app, [uninterruptedRun])
  const endedRun = app.db.selectFrom('work_runs').select('ended_at').where('id', '=', uninterruptedRun.runId)
  const { ended_at: endedAt } = await endedRun.executeTakeFirstOrThrow()
  const calls = recorder.stop(names(uninterruptedRun), endedAt!)
  if (calls.length === 0) throw new Error('The uninterrupted run made no call')
  const runs = await beginSeveral(begin)
  const failpointsAt = (call: ExternalCall) =>
    (isRead(call) ? (['after'] as const) : (['before', 'after'] as const)).map(
      (when): CallFailpoint => ({ ...call, path: pathFor(call, runs.map(names)), when }),
    )
  // All runs share one token request, so only the run that sends the request can be stopped there.
  const tokenFailpoints = calls.filter(isForToken).flatMap(failpointsAt)
  const otherFailpoints = lastOfReads(calls.filter((call) => !isForToken(call))).flatMap(failpointsAt)
  await killedAt(app, runs, otherFailpoints.slice(0, maxConcurrentFailpoints))
  for (const failpoint of tokenFailpoints) await killedAt(app, runs, [failpoint])
  await killedAt(app, runs, otherFailpoints.slice(maxConcurrentFailpoints))
  await waitForRuns(app, runs)
  return [uninterruptedRun, ...runs]
}

const isForToken = ({ service }: ExternalCall) => service === 'identity'
const isRead = (call: ExternalCall) => call.method === 'GET' || isForToken(call)

function lastOfReads(calls: ExternalCall[]): ExternalCall[] {
  return calls.filter((call, n) => {
    const next = calls[n + 1]
    return !isRead(call) || !next || !isRead(next)
  })
}

/**
 * Kills servers inside every commit that marks a step as running or succeeded, and inside the one that ends the run.
 * @returns the completed runs
 */
export async function killInEveryCommit<R extends Run>(app: TestApp, begin: BeginRun<R>): Promise<R[]> {
  const endedRuns: R[] = []
  for (const status of ['running', 'succeeded'] as const) {
    const runs = await beginSeveral((n) => begin(endedRuns.length + n))
    const steps = await app.db
      .selectFrom('work_steps')
      .select('position')
      .where('run_id', '=', runs[0]!.runId)
      .orderBy('position')
      .execute()
    const positions = [...steps.map((step) => step.position), ...(status === 'succeeded' ? [-1] : [])]
    const failpoints = positions.map(
      (position, n): CommitFailpoint => ({ runId: runs[n % maxConcurrentFailpoints]!.runId, position, status }),
    )
    // A run without a trap could complete and never reach the next trap.
    const nextOfEach = (remainingFailpoints: CommitFailpoint[]) =>
      runs.flatMap(({ runId }) => remainingFailpoints.find((failpoint) => failpoint.runId === runId) ?? [])
    await killIn(app, runs, { failpoints, next: nextOfEach, lay: (subset) => installCommitFailpoints(app, subset) })
    await waitForRuns(app, runs)
    endedRuns.push(...runs)
  }
  return endedRuns
}

export function killedAt(app: TestApp, runs: Run[], failpoints: CallFailpoint[]): Promise<void> {
  return killIn(app, runs, {
    failpoints,
    next: (remainingFailpoints) => remainingFailpoints.slice(0, runs.length),
    lay: async (subset) => installCallFailpoints(app, subset),
  })
}

export async function waitForRuns(app: TestApp, runs: Run[]): Promise<void> {
  const server = await startServer(app)
  try {
    await until(() => haveRunsEnded(app, runs))
  } catch (cause) {
    throw new Error(`the runs did not end: ${await describeRuns(app, runs)}\n${server.log()}`, { cause })
  } finally {
    await kill(server)
  }
}

interface Failpoints<T> {
  failpoints: T[]
  next(remainingFailpoints: T[]): T[]
  lay(subset: T[]): Promise<InstalledFailpoints>
}

async function killIn<T>(app: TestApp, runs: Run[], { failpoints, next, lay }: Failpoints<T>): Promise<void> {
  let remainingFailpoints = failpoints
  while (remainingFailpoints.length > 0) {
    const batch = next(remainingFailpoints)
    const created = await lay(batch)
    const server = await startServer(app)
    try {
      await waitForTraps(app, runs, batch, created, server)
    } finally {
      await kill(server)
      // A worker can reach a failpoint after the last check. It was killed there, so the failpoint counts as used.
      await created.waitForStatements()
      const reachedIndexes = await created.reached()
      remainingFailpoints = remainingFailpoints.filter((failpoint) => !reachedIndexes.includes(batch.indexOf(failpoint)))
      await created.lift()
    }
  }
}

/** Waits until a worker has stopped in each failpoint, or until `lingerMs` after the first worker. */
async function waitForTraps<T>(app: TestApp, runs: Run[], subset: T[], created: InstalledFailpoints, server: ServerProcess): Promise<void> {
  let since: number | undefined
  await until(async () => {
    const reachedIndexes = await created.reached()
    if (reachedIndexes.length > 0) since ??= performance.now()
    if (reachedIndexes.length === subset.length || (since && performance.now() - since > created.lingerMs)) return true
    if (server.gone() || (reachedIndexes.length === 0 && (await haveRunsEnded(app, runs))))
      throw new Error('the server or the runs have ended')
    return false
  }).catch(async (cause: unknown) => {
    throw new Error(`no worker reached the failpoints ${JSON.stringify(subset)}: ${await describeRuns(app, runs)}\n${server.log()}`, {
      cause,
    })
  })
}

async function beginSeveral<R>(begin: (n: number) => Promise<R>): Promise<R[]> {
  const runs: R[] = []
  while (runs.length < maxConcurrentFailpoints) runs.push(await begin(runs.length + 1))
  return runs
}

async function haveRunsEnded(app: TestApp, runs: Run[]): Promise<boolean> {
  const ids = runs.map(({ runId }) => runId)
  const unfinishedRuns = await app.db
    .selectFrom('work_runs')
    .select('id')
    .where('id', 'in', ids)
    .where('status', 'in', ['queued', 'running', 'waiting'])
    .execute()
  return unfinishedRuns.length === 0
}

async function describeRuns(app: TestApp, runs: Run[]): Promise<string> {
  const steps = await app.db
    .selectFrom('work_runs as run')
    .innerJoin('work_steps as step', 'step.run_id', 'run.id')
    .select(['run.status as run', 'step.name', 'step.status', 'step.attempts', 'step.note', 'step.error', 'step.next_attempt_at'])
    .where(
      'run.id',
      'in',
      runs.map(({ runId }) => runId),
    )
    .where('step.status', 'in', ['running', 'waiting', 'failed'])
    .execute()
  return JSON.stringify(steps)
}

async function kill(server: ServerProcess): Promise<void> {
  server.signal('SIGKILL')
  await server.ended
}
