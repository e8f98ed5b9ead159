import type { FaultRule } from '../simulator/core/faults.ts'
import type { Simulator } from '../simulator/core/simulator.ts'

export interface Gate {
  reached: Promise<void>
  /** Lets waiting and later calls pass. Call it at the end in any case, even if no call came. */
  open(): void
}

/** Holds these outside calls until it is opened, so that a test can act in the middle of them, even on a slow machine. */
export function gate(simulator: Simulator, call: Omit<FaultRule, 'action' | 'id'>): Gate {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const id = simulator.faults.add({ ...call, action: { kind: 'hold', when: 'before', held: reached.resolve, until: opened.promise } })
  return {
    reached: reached.promise,
    open() {
      simulator.faults.remove(id)
      opened.resolve()
    },
  }
}
