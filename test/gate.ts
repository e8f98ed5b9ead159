import type { FaultRule } from '../simulator/core/faults.ts'
import type { Simulator } from '../simulator/core/simulator.ts'

export interface Gate {
  reached: Promise<void>
  /** Lets waiting and later calls continue. Must be called at the end, even if no call arrived. */
  open(): void
}

/** Holds these external calls until the gate is opened, so that a test can act during these calls, even on a slow machine. */
export function gate(simulator: Simulator, call: Omit<FaultRule, 'action' | 'id'>): Gate {
  const [reachedPromise, openedPromise] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const id = simulator.faults.add({
    ...call,
    action: { kind: 'hold', when: 'before', held: reachedPromise.resolve, until: openedPromise.promise },
  })
  return {
    reached: reachedPromise.promise,
    open() {
      simulator.faults.remove(id)
      openedPromise.resolve()
    },
  }
}
