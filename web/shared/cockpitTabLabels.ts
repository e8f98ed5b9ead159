export type CockpitTab = 'work' | 'pullRequests' | 'queues' | 'connectors' | 'caches' | 'slowQueries' | 'invariants' | 'doctor'

export const cockpitTabLabels: Record<CockpitTab, string> = {
  work: 'Runs',
  pullRequests: 'Pull requests',
  queues: 'Queues',
  connectors: 'Connectors',
  caches: 'Caches',
  slowQueries: 'Slow queries',
  invariants: 'Data invariants',
  doctor: 'Doctor',
}
