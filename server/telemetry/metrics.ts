import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of this process for Prometheus. Labels are our own names, never user input or IDs. */
export interface Metrics {
  registry: Registry
  answered(operation: string, status: number, seconds: number): void
  called(service: string, outcome: 'answered' | 'failed', seconds: number): void
  /** Sets gauges from the database at each scrape. */
  gauges: Gauges
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const measured = {
  runs: { name: 'slipway_runs', help: 'Runs of work that have not ended well, by kind and status.', labelNames: ['kind', 'status'] },
  stuck: { name: 'slipway_runs_stuck', help: 'Runs that need somebody, by kind.', labelNames: ['kind'] },
  jobs: { name: 'slipway_queue_jobs', help: 'Jobs by queue and state.', labelNames: ['queue', 'state'] },
  oldestJob: { name: 'slipway_queue_oldest_seconds', help: 'Age of the oldest job that is due, by queue.', labelNames: ['queue'] },
  scheduleAge: {
    name: 'slipway_schedule_last_run_seconds',
    help: 'Time since the last run of a schedule started, by schedule; before the first one since it was known.',
    labelNames: ['schedule'],
  },
  scheduleDuration: {
    name: 'slipway_schedule_duration_seconds',
    help: 'How long the last run of a schedule took, by schedule.',
    labelNames: ['schedule'],
  },
  scheduleFailures: {
    name: 'slipway_schedule_failures',
    help: 'Failed runs of a schedule in a row, by schedule.',
    labelNames: ['schedule'],
  },
  paused: {
    name: 'slipway_queue_paused_seconds',
    help: 'How long a queue or schedule has been paused by somebody, by name.',
    labelNames: ['queue'],
  },
  approvals: { name: 'slipway_approvals_pending', help: 'Requests that wait for a decision, by kind.', labelNames: ['kind'] },
  oldestApproval: {
    name: 'slipway_approvals_oldest_seconds',
    help: 'How long the oldest of them has waited, by kind.',
    labelNames: ['kind'],
  },
  deliveries: { name: 'slipway_deliveries', help: 'Notices on their way by mail, chat or webhook, by state.', labelNames: ['state'] },
  unchained: { name: 'slipway_audit_unchained', help: 'Audit events that are not in the chain yet.', labelNames: [] },
  unsound: {
    name: 'slipway_audit_unsound',
    help: 'Whether the last verification of the audit trail found something, or could not be carried to its end.',
    labelNames: [],
  },
  violated: {
    name: 'slipway_invariants_violated',
    help: 'Data invariants that the last check found violated, or could not check.',
    labelNames: [],
  },
  retirement: {
    name: 'slipway_api_version_retirement_seconds',
    help: 'Time until an API version this Slipway uses retires, by service and API; negative afterwards. Versions without a date are left out.',
    labelNames: ['service', 'api'],
  },
  checkpointsKept: {
    name: 'slipway_audit_checkpoints_kept',
    help: 'Whether checkpoints of the audit trail are appended to a file elsewhere.',
    labelNames: [],
  },
  sessions: {
    name: 'slipway_sessions_open',
    help: 'Sessions that nobody ended and that are neither past their time nor past their idle limit.',
    labelNames: [],
  },
  connections: {
    name: 'slipway_database_connections',
    help: 'Connections of this process to the database, by pool and state.',
    labelNames: ['pool', 'state'],
  },
} as const

type Gauges = Record<keyof typeof measured, Gauge>

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'slipway_http_request_duration_seconds',
    help: 'How long answers take, by operation and class of status.',
    labelNames: ['operation', 'status'],
    buckets: seconds,
    registers: [registry],
  })
  const calls = new Histogram({
    name: 'slipway_outside_call_duration_seconds',
    help: 'How long outside services take, by service and outcome.',
    labelNames: ['service', 'outcome'],
    buckets: seconds,
    registers: [registry],
  })
  const gauges = Object.fromEntries(
    Object.entries(measured).map(([key, { labelNames, ...rest }]) => [
      key,
      new Gauge({ ...rest, labelNames: [...labelNames], registers: [registry] }),
    ]),
  ) as Gauges
  return {
    registry,
    answered: (operation, status, took) => answers.observe({ operation, status: `${Math.floor(status / 100)}xx` }, took),
    called: (service, outcome, took) => calls.observe({ service, outcome }, took),
    gauges,
  }
}
