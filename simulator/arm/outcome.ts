import type { AsyncOutcome } from '../core/serviceApp.ts'
import type { Simulator } from '../core/simulator.ts'

/**
 * The result of an asynchronous operation is decided when it starts and stored with its change. Nothing runs in the background: progress
 * depends on the clock alone, so a restart has no effect.
 */
export interface Outcome {
  endsAt: string | null
  failure?: { code: string; message: string }
}

type Progress = 'running' | 'succeeded' | 'failed'

export function planOutcome(sim: Simulator, asyncOutcome: AsyncOutcome): Outcome {
  const endsAt = new Date(sim.clock.now().getTime() + sim.asyncDelayMs).toISOString()
  switch (asyncOutcome.kind) {
    case 'stuck':
      return { endsAt: null }
    case 'fail':
      return { endsAt, failure: { code: asyncOutcome.code, message: asyncOutcome.message } }
    case 'succeed':
      return { endsAt }
  }
}

export function progressOf(sim: Simulator, outcome: Outcome | undefined): Progress {
  if (!outcome) return 'succeeded'
  if (outcome.endsAt === null || Date.parse(outcome.endsAt) > sim.clock.now().getTime()) return 'running'
  return outcome.failure ? 'failed' : 'succeeded'
}

export function visibleFrom(sim: Simulator, startsAt: Date = sim.clock.now()): string {
  return new Date(startsAt.getTime() + sim.consistency.delayMs).toISOString()
}

export function isVisible(sim: Simulator, visibleAt: string | undefined): boolean {
  return visibleAt === undefined || Date.parse(visibleAt) <= sim.clock.now().getTime()
}
