import type { FaultRule } from '../simulator/core/faults.ts'
import type { Simulator } from '../simulator/core/simulator.ts'

export interface Gate {
  /** Somebody stands before it. */
  reached: Promise<void>
  /** Lets through whoever waits and whoever comes; to be called in the end, too, when nobody came. */
  open(): void
}

/** Stops such calls to the outside until it is opened: what a test does meanwhile happens in the midst of them, on a slow machine, too. */
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
