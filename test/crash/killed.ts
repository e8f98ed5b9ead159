import type { TestApp } from '../app.ts'
import { maxWaitMs, until } from '../until.ts'
import { type OutsideCall, pathFor, recordCalls } from './outsideCalls.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'
import { type CallTrap, type CommitTrap, type InstalledTraps, installCallTraps, installCommitTraps } from './traps.ts'

/** A server processes this many runs at a time, so a kill interrupts all of them. */
const maxConcurrentTraps = 4
const pollIntervalMs = 100

interface Run {
  runId: string
}

/** Starts the n-th run of a workflow, before any server runs. */
type Begin<R extends Run> = (n: number) => Promise<R>

/**
 * Kills servers with SIGKILL before and after every kind of external call of the workflow, and restarts them. Consecutive reads count as
 * one call: they change nothing, and `killedInEveryCommit` covers the commits between them. An undisturbed first run records the calls.
 *
 * A complete test:
 *
 *     const runs = await killedAtEveryCall(app, (n) => begin(`crash-${n}`), ({ name }) => [name])
 *     for (const run of runs) expect(await whatIsThere(app, run)).toEqual(exactlyOnce(run))
 *
 * @param app started with `work: false`
 * @param names texts that identify a run’s calls by their URL; ids need not be listed
 * @returns the completed runs
 */
export async function killAtEveryCall<R extends Run>(app: TestApp, begin: Begin<R>, names: (run: R) => string[]): Promise<R[]> {
  const uninterruptedRun = await begin(0)
  const recorder = recordCalls(app.simulator)
  await waitForRuns(app, [uninterruptedRun])
  const calls = recorder.stop(names(uninterruptedRun))
  const runs = await loadSeveral(begin)
  const trapsAt = (call: OutsideCall) =>
    (isQuestion(call) ? (['after'] as const) : (['before', 'after'] as const)).map(
      (when): CallTrap => ({ ...call, path: pathFor(call, runs.map(names)), when }),
    )
  // All runs share one token request, so only the run that sends the request can be stopped there.
  const tokenTraps = calls.filter(isForToken).flatMap(trapsAt)
  const otherTraps = lastOfQuestions(calls.filter((call) => !isForToken(call))).flatMap(trapsAt)
  await killedAt(app, runs, otherTraps.slice(0, maxConcurrentTraps))
  for (const trap of tokenTraps) await killedAt(app, runs, [trap])
  await killedAt(app, runs, otherTraps.slice(maxConcurrentTraps))
  await waitForRuns(app, runs)
  return [uninterruptedRun, ...runs]
}

const isForToken = ({ service }: OutsideCall) => service === 'identity'
const isQuestion = (call: OutsideCall) => call.method === 'GET' || isForToken(call)

function lastOfQuestions(calls: OutsideCall[]): OutsideCall[] {
  return calls.filter((call, n) => {
    const next = calls[n + 1]
    return !isQuestion(call) || !next || !isQuestion(next)
  })
}

/**
 * Kills servers inside every commit that marks a step as running or succeeded, and inside the one that ends the run.
 * @returns the completed runs
 */
export async function killInEveryCommit<R extends Run>(app: TestApp, begin: Begin<R>): Promise<R[]> {
  const endedRuns: R[] = []
  for (const status of ['running', 'succeeded'] as const) {
    const runs = await loadSeveral((n) => begin(endedRuns.length + n))
    const steps = await app.db
      .selectFrom('work_steps')
      .select('position')
      .where('run_id', '=', runs[0]!.runId)
      .orderBy('position')
      .execute()
    // The commit that ends the run doesn’t belong to a step.
    const positions = [...steps.map((step) => step.position), ...(status === 'succeeded' ? [-1] : [])]
    const traps = positions.map((position, n): CommitTrap => ({ runId: runs[n % maxConcurrentTraps]!.runId, position, status }))
    // A run without a trap could complete and never reach the next trap.
    const nextOfEach = (remainingTraps: CommitTrap[]) =>
      runs.flatMap(({ runId }) => remainingTraps.find((trap) => trap.runId === runId) ?? [])
    await killIn(app, runs, { traps, next: nextOfEach, lay: (subset) => installCommitTraps(app, subset) })
    await waitForRuns(app, runs)
    endedRuns.push(...runs)
  }
  return endedRuns
}

/** Kills servers at these calls, in this order, as many in parallel as there are runs; the runs don’t complete. */
export function killedAt(app: TestApp, runs: Run[], traps: CallTrap[]): Promise<void> {
  return killIn(app, runs, {
    traps,
    next: (remainingTraps) => remainingTraps.slice(0, runs.length),
    lay: async (subset) => installCallTraps(app, subset),
  })
}

export async function waitForRuns(app: TestApp, runs: Run[]): Promise<void> {
  const server = await startServer(app)
  try {
    await until(() => haveRunsEnded(app, runs), maxWaitMs, pollIntervalMs)
  } catch (cause) {
    throw new Error(`the runs did not end: ${await describeRuns(app, runs)}\n${server.log()}`, { cause })
  } finally {
    await kill(server)
  }
}

interface Traps<T> {
  traps: T[]
  next(remainingTraps: T[]): T[]
  lay(subset: T[]): Promise<InstalledTraps>
}

async function killIn<T>(app: TestApp, runs: Run[], { traps, next, lay }: Traps<T>): Promise<void> {
  let remainingTraps = traps
  while (remainingTraps.length > 0) {
    const subset = next(remainingTraps)
    const created = await lay(subset)
    const server = await startServer(app)
    try {
      await runInto(app, runs, subset, created, server)
    } finally {
      await kill(server)
      // A worker can reach a trap after the last check. It was killed in the trap, so the trap counts as used.
      await created.settle()
      const sprungIndexes = await created.sprung()
      remainingTraps = remainingTraps.filter((trap) => !sprungIndexes.includes(subset.indexOf(trap)))
      await created.lift()
    }
  }
}

/** Waits until a worker has stopped in each trap, or until some traps have had a worker for long enough. */
async function runInto<T>(app: TestApp, runs: Run[], subset: T[], created: InstalledTraps, server: ServerProcess): Promise<void> {
  let since: number | undefined
  await until(
    async () => {
      const sprungIndexes = await created.sprung()
      if (sprungIndexes.length > 0) since ??= performance.now()
      if (sprungIndexes.length === subset.length || (since && performance.now() - since > created.lingerMs)) return true
      if (server.gone() || (sprungIndexes.length === 0 && (await haveRunsEnded(app, runs)))) throw new Error('and nobody will')
      return false
    },
    maxWaitMs,
    pollIntervalMs,
  ).catch(async (cause: unknown) => {
    throw new Error(`nobody came by ${JSON.stringify(subset)}: ${await describeRuns(app, runs)}\n${server.log()}`, { cause })
  })
}

async function loadSeveral<R>(begin: (n: number) => Promise<R>): Promise<R[]> {
  const runs: R[] = []
  while (runs.length < maxConcurrentTraps) runs.push(await begin(runs.length + 1))
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
