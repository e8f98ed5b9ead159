import type { AsyncOutcome } from '../core/serviceApp.ts'
import type { Simulator } from '../core/simulator.ts'

interface Run {
  sha: string
  names: string[]
  startedAt: number
  durationMs: number
  fate: AsyncOutcome
}

export interface Check {
  name: string
  status: 'in_progress' | 'completed'
  conclusion: 'success' | 'failure' | null
  startedAt: Date
  completedAt: Date | null
  summary: string
}

export const requiredChecks = ['validate', 'plan']

const runs = (sim: Simulator) => sim.state.collection<Run>('git.runs')

export function startChecks(sim: Simulator, sha: string, names: string[], asyncOutcome: AsyncOutcome): void {
  runs(sim).set(sha, { sha, names, startedAt: sim.clock.now().getTime(), durationMs: sim.asyncDelayMs, fate: asyncOutcome })
}

/** The pipeline applies the plan of a merged change, then delivers each catalogue item among its files. */
export function applyChecks(paths: Iterable<string>): string[] {
  const items = [...paths].flatMap((path) => /(?:^|\/)catalogue\/([^/]+?)\.[a-z]+$/.exec(path)?.[1] ?? [])
  return ['apply', ...[...new Set(items)].map((item) => `catalogue/${item}`)]
}

/** Returns the current checks of a commit; none when no pipeline ran. A failing run fails in its last check. */
export function checksOf(sim: Simulator, sha: string): Check[] {
  const run = runs(sim).get(sha)
  if (!run) return []
  const now = sim.clock.now().getTime()
  return run.names.map((name, i) => {
    const isLast = i === run.names.length - 1
    const end = run.startedAt + (run.durationMs * (i + 1)) / run.names.length
    const isDone = now >= end && !(run.fate.kind === 'stuck' && isLast)
    const isFailed = run.fate.kind === 'fail' && isLast
    return {
      name,
      status: isDone ? 'completed' : 'in_progress',
      conclusion: isDone ? (isFailed ? 'failure' : 'success') : null,
      startedAt: new Date(run.startedAt),
      completedAt: isDone ? new Date(end) : null,
      summary: isDone && run.fate.kind === 'fail' && isLast ? `${run.fate.code}: ${run.fate.message}` : '',
    }
  })
}
