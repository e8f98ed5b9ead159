export interface Goal {
  max: number
  /** Empty for ratios to the limit, and for counts. */
  unit: '' | 'ms' | 's' | 'MB' | 'KB'
}

export interface Benchmark {
  /** The arguments of a short run, with less data. Benchmarks without them are left out of short runs. */
  short?: readonly string[]
  goals: Readonly<Record<string, Goal>>
}

const ratio = (max: number): Goal => ({ max, unit: '' })
const count = ratio
const ms = (max: number): Goal => ({ max, unit: 'ms' })
const seconds = (max: number): Goal => ({ max, unit: 's' })
const megabytes = (max: number): Goal => ({ max, unit: 'MB' })
const kilobytes = (max: number): Goal => ({ max, unit: 'KB' })

/** Lists the benchmarks that have goals. Each is a program of the same name in this folder. */
export const benchmarks = {
  lists: {
    short: ['100000', '3'],
    goals: {
      'first page, no total': ratio(1.8),
      'first page with total': ratio(0.3),
      'two filters, by date, total': ratio(1.8),
      'substring, total': ratio(1.5),
      'page 2,000, total': ratio(0.5),
      'one account by ID': ratio(2),
      'first page, 128 connections to 8': ratio(1),
      'one account by ID, 128 connections to 8': ratio(1),
      'memory after these calls': megabytes(300),
    },
  },
  growth: {
    goals: {
      'first page, no total': ratio(2),
      'first page with total': ratio(2),
      'two filters, by date, total': ratio(2),
      'substring, total': ratio(2),
      'page 2,000, total': ratio(2),
      'one account by ID': ratio(2),
    },
  },
  access: {
    short: ['200000', '60000', '2'],
    goals: {
      'access of a person': ratio(1.8),
      'pending for an owner': ratio(1.8),
      'requests, first page': ratio(1.8),
      'requests, two filters': ratio(1.8),
      'requests, search': ratio(1.8),
      'requests, page 2,000': ratio(1.8),
      'request options': ratio(1.8),
      'requests visible to a person': ratio(1.8),
    },
  },
  inbox: {
    short: ['100000', '1'],
    goals: {
      'slowest shape, p50 with 1 client': ms(50),
      'slowest shape, p95 with 8 clients': ms(150),
    },
  },
  accessExpiry: {
    goals: { 'all assignments of a minute ended': seconds(300) },
  },
  edgeWave: {
    goals: { 'launch of a rollout': seconds(2) },
  },
  provisioning: {
    short: ['5', '50'],
    goals: {
      'single account, p95': seconds(1.5),
      'accounts together, p95': seconds(10),
    },
  },
  policies: {
    short: ['500'],
    goals: {
      'evaluate the sample policy': ratio(0.1),
      'evaluate 52 conditions': ratio(0.2),
      'read the facts of a request': ratio(2),
    },
  },
  policyReplay: {
    short: ['10000'],
    goals: { 'replay, each request': ms(1) },
  },
  audit: {
    short: ['100000', '20'],
    goals: {
      'write a row with an event': ratio(1.8),
      'first page of events': ratio(5),
    },
  },
  start: {
    short: ['3'],
    goals: {
      'start from the bundle': seconds(1),
      'memory after the start': megabytes(180),
    },
  },
  web: {
    short: [],
    goals: {
      'largest first screen': kilobytes(200),
      'largest later screen': kilobytes(60),
      'requests of a first screen': count(12),
      'paint 50 accounts': ratio(2.5),
    },
  },
  tasks: {
    short: [],
    goals: { 'jobs that failed or exceeded their limit': count(0) },
  },
} as const satisfies Record<string, Benchmark>

export type BenchmarkName = keyof typeof benchmarks
export type RowName<N extends BenchmarkName> = keyof (typeof benchmarks)[N]['goals'] & string
export const benchmarkNames = Object.keys(benchmarks) as BenchmarkName[]
