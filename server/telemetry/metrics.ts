import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of this process for Prometheus. Labels are names in the code, never user input or IDs. */
export interface Metrics {
  registry: Registry
  countResponse(operation: string, status: number, seconds: number): void
  called(service: string, outcome: 'answered' | 'failed', seconds: number): void
  gauges: Gauges
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const measurements = {
  runs: { name: 'slipway_runs', help: 'Number of runs that haven’t succeeded, by kind and status.', labelNames: ['kind', 'status'] },
  stuck: { name: 'slipway_runs_stuck', help: 'Number of failed runs that need a person, by kind.', labelNames: ['kind'] },
  oldestStuck: {
    name: 'slipway_runs_oldest_stuck_seconds',
    help: 'Time since the oldest failed run that needs a person got stuck, by kind.',
    labelNames: ['kind'],
  },
  buildTime: {
    name: 'slipway_account_build_seconds',
    help: '95th percentile of the time from approval to account, of accounts that were approved in the last 24 hours and are ready.',
    labelNames: [],
  },
  jobs: { name: 'slipway_queue_jobs', help: 'Number of jobs, by queue and state.', labelNames: ['queue', 'state'] },
  oldestJob: { name: 'slipway_queue_oldest_seconds', help: 'Age of the oldest job that is due, by queue.', labelNames: ['queue'] },
  scheduleAge: {
    name: 'slipway_schedule_last_run_seconds',
    help: 'Time since the last run of a schedule started, or since the schedule was added if it has not run yet.',
    labelNames: ['schedule'],
  },
  scheduleDuration: {
    name: 'slipway_schedule_duration_seconds',
    help: 'Duration of the last run, by schedule.',
    labelNames: ['schedule'],
  },
  scheduleFailures: {
    name: 'slipway_schedule_failures',
    help: 'Number of consecutive failed runs, by schedule.',
    labelNames: ['schedule'],
  },
  paused: {
    name: 'slipway_queue_paused_seconds',
    help: 'Time since a queue or schedule was paused, by name.',
    labelNames: ['queue'],
  },
  approvals: { name: 'slipway_approvals_pending', help: 'Number of requests that are pending approval, by kind.', labelNames: ['kind'] },
  oldestApproval: {
    name: 'slipway_approvals_oldest_seconds',
    help: 'Age of the oldest pending request, by kind.',
    labelNames: ['kind'],
  },
  deliveries: {
    name: 'slipway_deliveries',
    help: 'Number of queued notifications by email, chat or webhook, by state.',
    labelNames: ['state'],
  },
  oldestDelivery: {
    name: 'slipway_deliveries_oldest_seconds',
    help: 'Age of the oldest notification by email, chat or webhook that waits for its delivery, without daily summaries.',
    labelNames: [],
  },
  unchained: { name: 'slipway_audit_unchained', help: 'Number of audit events that aren’t in the chain yet.', labelNames: [] },
  unsound: {
    name: 'slipway_audit_unsound',
    help: '1 if the last audit verification found a problem or could not be completed.',
    labelNames: [],
  },
  violated: {
    name: 'slipway_invariants_violated',
    help: 'Number of data invariants that were violated or not checked in the last check.',
    labelNames: [],
  },
  apiVersionEndOfSupport: {
    name: 'slipway_api_version_end_of_support_seconds',
    help: 'Time until the provider removes an API version in use, by service and API; negative afterwards. Versions without a date are omitted.',
    labelNames: ['service', 'api'],
  },
  checkpointsKept: {
    name: 'slipway_audit_checkpoints_kept',
    help: '1 if audit checkpoints are appended to a file outside the database.',
    labelNames: [],
  },
  sessions: {
    name: 'slipway_sessions_open',
    help: 'Number of open sessions within their lifetime and idle limit.',
    labelNames: [],
  },
  connections: {
    name: 'slipway_database_connections',
    help: 'Number of database connections of this process, by pool and state.',
    labelNames: ['pool', 'state'],
  },
  readReplicaUnused: {
    name: 'slipway_database_replica_unused',
    help: '1 if a read replica is configured and isn’t used.',
    labelNames: [],
  },
  readReplicaLag: {
    name: 'slipway_database_replica_lag_seconds',
    help: 'Time by which the read replica was last known to lag behind at most; 0 without a replica.',
    labelNames: [],
  },
} as const

type Gauges = Record<keyof typeof measurements, Gauge>

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const responses = new Histogram({
    name: 'slipway_http_request_duration_seconds',
    help: 'Response time, by operation and status class.',
    labelNames: ['operation', 'status'],
    buckets: seconds,
    registers: [registry],
  })
  const calls = new Histogram({
    name: 'slipway_outside_call_duration_seconds',
    help: 'Response time of external services, by service and outcome.',
    labelNames: ['service', 'outcome'],
    buckets: seconds,
    registers: [registry],
  })
  const gauges = Object.fromEntries(
    Object.entries(measurements).map(([key, { labelNames, ...rest }]) => [
      key,
      new Gauge({ ...rest, labelNames: [...labelNames], registers: [registry] }),
    ]),
  ) as Gauges
  return {
    registry,
    countResponse: (operation, status, durationSeconds) =>
      responses.observe({ operation, status: `${Math.floor(status / 100)}xx` }, durationSeconds),
    called: (service, outcome, durationSeconds) => calls.observe({ service, outcome }, durationSeconds),
    gauges,
  }
}
