/** However often load balancers and probes call, the database is checked only once in this time. */
const cacheMs = 1_000
/** The limit is shorter than the usual timeout of a probe, so that the probe gets the reason. */
const maxPingMs = 2_000

type Status = 'starting' | 'waitingForDatabase' | 'ready' | 'draining'

export interface Lifecycle {
  setStatus(status: 'starting' | 'waitingForDatabase'): void
  completeStart(ping: () => Promise<unknown>): void
  isStarted(): boolean
  /** Returns `ready` only if the start is complete, the process isn't draining, and the database responded within the last seconds. */
  readStatus(): Promise<Status>
}

export function trackLifecycle(draining: AbortSignal): Lifecycle {
  let startStatus: Status = 'starting'
  let pingDatabase: (() => Promise<unknown>) | undefined
  let lastCheck: { answered: Promise<boolean>; endedAt?: number } | undefined

  function checkDatabase(ping: () => Promise<unknown>): Promise<boolean> {
    if (lastCheck && (lastCheck.endedAt === undefined || performance.now() - lastCheck.endedAt < cacheMs)) return lastCheck.answered
    const check: typeof lastCheck = { answered: respondsInTime(ping) }
    void check.answered.then(() => {
      check.endedAt = performance.now()
    })
    lastCheck = check
    return check.answered
  }

  return {
    setStatus(status) {
      startStatus = status
    },
    completeStart(ping) {
      pingDatabase = ping
    },
    isStarted: () => pingDatabase !== undefined,
    async readStatus() {
      const hasDatabase = pingDatabase !== undefined && !draining.aborted && (await checkDatabase(pingDatabase))
      if (draining.aborted) return 'draining'
      if (pingDatabase === undefined) return startStatus
      return hasDatabase ? 'ready' : 'waitingForDatabase'
    },
  }
}

async function respondsInTime(ping: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), maxPingMs)
  })
  try {
    return await Promise.race([timeout, ping().then(() => true)])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
