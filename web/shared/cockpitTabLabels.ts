export type CockpitTab = 'stuck' | 'work' | 'pullRequests' | 'queues' | 'connectors' | 'caches' | 'slowQueries' | 'invariants' | 'doctor'

export const cockpitTabsLabel = 'Cockpit'

export const cockpitTabLabels: Record<CockpitTab, string> = {
  stuck: 'Stuck work',
  work: 'Runs',
  pullRequests: 'Pull requests',
  queues: 'Queues',
  connectors: 'Connectors',
  caches: 'Caches',
  slowQueries: 'Slow queries',
  invariants: 'Data invariants',
  doctor: 'Doctor',
}

/** Retries count too, unlike in stuck work. */
export const withErrorsLabel = (runs: number) => `${runs} with errors`
