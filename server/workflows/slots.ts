import type { PgBoss, WorkHandler, WorkOptions } from 'pg-boss'

/**
 * The clock of the database can be slightly behind this process. A job that the database does not consider due yet would wait for the next
 * poll.
 */
const marginMs = 5

interface Slot {
  id?: string
  busy: boolean
}

export interface Slots {
  /** Makes a free slot look for jobs when a job becomes due, because PostgreSQL notifies only of jobs that are due immediately. */
  wakeIn(afterMs: number): void
  stop(): void
}

/**
 * While notifications arrive, polls are only a fallback: for killed senders, for failed jobs, and for jobs that another replica deferred. A
 * slot also looks for jobs when it is notified, when it becomes free, and when a job that this process deferred becomes due.
 */
const pollSeconds = 10
const pollSecondsWithoutNotifications = 2

interface SlotOptions {
  count: number
  /** Interval of the first slot’s polls. Each slot that polls every two seconds costs an idle replica half a query per second. */
  firstPollSeconds?: number
}

export async function openSlots<T>(
  boss: PgBoss,
  queue: string,
  { count, firstPollSeconds = pollSeconds }: SlotOptions,
  handle: WorkHandler<T>,
): Promise<Slots> {
  const slots = Array.from({ length: count }, (): Slot => ({ busy: false }))
  const timers = new Set<NodeJS.Timeout>()
  const wakeSlot = (slot: Slot | undefined) => slot?.id !== undefined && boss.notifyWorker(slot.id)
  for (const slot of slots) {
    const options: WorkOptions = {
      pollingIntervalSeconds: pollSecondsWithoutNotifications,
      notifyPollingIntervalSeconds: slot === slots[0] ? firstPollSeconds : pollSeconds,
    }
    slot.id = await boss.work<T>(queue, options, async (jobs) => {
      slot.busy = true
      try {
        return await handle(jobs)
      } finally {
        slot.busy = false
        wakeSlot(slot)
      }
    })
  }
  let nextSlot = 0
  return {
    wakeIn(afterMs) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        // If several jobs become due together, each wakes a different slot.
        const freeSlots = slots.filter(({ busy }) => !busy)
        wakeSlot(freeSlots[nextSlot++ % freeSlots.length])
      }, afterMs + marginMs)
      timers.add(timer.unref())
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
