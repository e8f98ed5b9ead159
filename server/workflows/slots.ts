import type { PgBoss, WorkHandler, WorkOptions } from 'pg-boss'

/** The database can be slightly behind this process, and a job that isn't due yet would wait for the next poll. */
const marginMs = 5

interface Slot {
  id?: string
  busy: boolean
}

/** The slots of a queue in this process, each of which takes one job after the other. */
export interface Slots {
  /** Has a free slot look for jobs when one becomes due, because PostgreSQL notifies only of jobs that are due immediately. */
  wakeIn(afterMs: number): void
  stop(): void
}

/** pg-boss polls twice a second. That is only the fallback here: a slot also looks when it becomes free, and when a job becomes due. */
export async function openSlots<T>(boss: PgBoss, queue: string, count: number, handle: WorkHandler<T>): Promise<Slots> {
  const options: WorkOptions = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 }
  const slots = Array.from({ length: count }, (): Slot => ({ busy: false }))
  const timers = new Set<NodeJS.Timeout>()
  const wake = (slot: Slot | undefined) => slot?.id !== undefined && boss.notifyWorker(slot.id)
  for (const slot of slots)
    slot.id = await boss.work<T>(queue, options, async (jobs) => {
      slot.busy = true
      try {
        return await handle(jobs)
      } finally {
        slot.busy = false
        wake(slot)
      }
    })
  let turn = 0
  return {
    wakeIn(afterMs) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        // Jobs that become due together wake different slots.
        const free = slots.filter(({ busy }) => !busy)
        wake(free[turn++ % free.length])
      }, afterMs + marginMs)
      timers.add(timer.unref())
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
