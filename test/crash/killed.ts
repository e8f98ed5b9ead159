import type { TestApp } from '../app.ts'
import { until } from '../until.ts'
import { pathFor, recordCalls } from './outsideCalls.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'
import { type CallTrap, type CommitTrap, type LaidTraps, layCallTraps, layCommitTraps } from './traps.ts'

/** As many runs as one server carries on at a time: so many of them meet their death at once. */
const together = 4
const patienceMs = 90_000

interface Run {
  runId: string
}

/** Starts the n-th run of a workflow; no server is about yet. */
type Begin<R extends Run> = (n: number) => Promise<R>

/**
 * Kills servers with kill -9 before and after every kind of outside call that the workflow makes, and starts them again at once.
 * Which calls those are, the first run tells, which nobody disturbs. All of a test:
 *
 *     const runs = await killedAtEveryCall(app, (n) => begin(`crash-${n}`), ({ name }) => [name])
 *     for (const run of runs) expect(await whatIsThere(app, run)).toEqual(exactlyOnce(run))
 *
 * @param app started with `work: false`
 * @param names what tells the calls of a run from those of others in their addresses; ids need not be named
 * @returns the runs, all of which have ended
 */
export async function killedAtEveryCall<R extends Run>(app: TestApp, begin: Begin<R>, names: (run: R) => string[]): Promise<R[]> {
  const undisturbed = await begin(0)
  const recorder = recordCalls(app.simulator)
  await carriedOut(app, [undisturbed])
  const calls = recorder.stop(names(undisturbed))
  const runs = await several(begin)
  const traps = calls.flatMap((call) =>
    (['before', 'after'] as const).map((when): CallTrap => ({ ...call, path: pathFor(call, runs.map(names)), when })),
  )
  // A token is fetched once for all who wait for it, so the one who fetches it is the only one to be held up.
  const alone = traps.filter(({ service }) => service === 'identity')
  const shared = traps.filter(({ service }) => service !== 'identity')
  await killedAt(app, runs, shared.slice(0, together))
  for (const trap of alone) await killedAt(app, runs, [trap])
  await killedAt(app, runs, shared.slice(together))
  await carriedOut(app, runs)
  return [undisturbed, ...runs]
}

/**
 * Kills servers inside every commit that marks a step as running or done, and the one that ends the run.
 * @returns the runs, all of which have ended
 */
export async function killedInEveryCommit<R extends Run>(app: TestApp, begin: Begin<R>): Promise<R[]> {
  const ended: R[] = []
  for (const status of ['running', 'succeeded'] as const) {
    const runs = await several((n) => begin(ended.length + n))
    const steps = await app.db
      .selectFrom('work_steps')
      .select('position')
      .where('run_id', '=', runs[0]!.runId)
      .orderBy('position')
      .execute()
    // The commit that ends the run stands in the row of no step.
    const positions = [...steps.map((step) => step.position), ...(status === 'succeeded' ? [-1] : [])]
    const traps = positions.map((position, n): CommitTrap => ({ runId: runs[n % together]!.runId, position, status }))
    await killedIn(app, runs, traps, (some) => layCommitTraps(app, some))
    await carriedOut(app, runs)
    ended.push(...runs)
  }
  return ended
}

/** Kills servers at these calls, in this order, as many at once as there are runs; the runs have not ended then. */
export function killedAt(app: TestApp, runs: Run[], traps: CallTrap[]): Promise<void> {
  return killedIn(app, runs, traps, async (some) => layCallTraps(app, some))
}

/** Lets a server carry the runs to their end. */
export async function carriedOut(app: TestApp, runs: Run[]): Promise<void> {
  const server = startServer(app)
  try {
    await until(() => haveEnded(app, runs), patienceMs)
  } catch (cause) {
    throw new Error(`the runs did not end: ${await whereTheyAre(app, runs)}\n${server.log()}`, { cause })
  } finally {
    await kill(server)
  }
}

/** Starts a server, lets it run into as many traps as there are runs, kills it while it stands in them, and so on with the next. */
async function killedIn<T>(app: TestApp, runs: Run[], traps: T[], lay: (some: T[]) => Promise<LaidTraps>): Promise<void> {
  let left = traps
  while (left.length > 0) {
    const some = left.slice(0, runs.length)
    const laid = await lay(some)
    const server = startServer(app)
    try {
      const sprung = await runInto(app, runs, some, laid, server)
      left = left.filter((trap) => !sprung.includes(trap))
    } finally {
      await kill(server)
      await laid.lift()
    }
  }
}

/** @returns the traps in which somebody stands at this moment */
async function runInto<T>(app: TestApp, runs: Run[], some: T[], laid: LaidTraps, server: ServerProcess): Promise<T[]> {
  let sprung: number[] = []
  let since: number | undefined
  await until(async () => {
    sprung = await laid.sprung()
    if (sprung.length > 0) since ??= performance.now()
    if (sprung.length === some.length || (since && performance.now() - since > laid.lingerMs)) return true
    if (server.gone() || (sprung.length === 0 && (await haveEnded(app, runs)))) throw new Error('and nobody will')
    return false
  }, patienceMs).catch(async (cause: unknown) => {
    throw new Error(`nobody came by ${JSON.stringify(some)}: ${await whereTheyAre(app, runs)}\n${server.log()}`, { cause })
  })
  return some.filter((_, n) => sprung.includes(n))
}

async function several<R>(begin: (n: number) => Promise<R>): Promise<R[]> {
  const runs: R[] = []
  while (runs.length < together) runs.push(await begin(runs.length + 1))
  return runs
}

async function haveEnded(app: TestApp, runs: Run[]): Promise<boolean> {
  const ids = runs.map(({ runId }) => runId)
  const going = await app.db
    .selectFrom('work_runs')
    .select('id')
    .where('id', 'in', ids)
    .where('status', 'in', ['queued', 'running', 'waiting'])
    .execute()
  return going.length === 0
}

async function whereTheyAre(app: TestApp, runs: Run[]): Promise<string> {
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
