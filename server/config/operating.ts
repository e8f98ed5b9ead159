import type { Environment } from './environment.ts'
import type { Config } from './shape.ts'

export function readOps({ read, integer }: Environment): Config['ops'] {
  return { host: read('SLIPWAY_OPS_HOST') ?? '127.0.0.1', port: integer('SLIPWAY_OPS_PORT', 9464, 0, 65_535) }
}

/** In development, no load balancer has to detect the stop first. */
export function readDrain({ integer }: Environment, isDevelopment: boolean): Config['drain'] {
  return {
    readinessSeconds: integer('SLIPWAY_DRAIN_READINESS_SECONDS', isDevelopment ? 0 : 10, 0, 300),
    requestSeconds: integer('SLIPWAY_DRAIN_REQUEST_SECONDS', 20, 1, 300),
    jobSeconds: integer('SLIPWAY_DRAIN_JOB_SECONDS', 20, 1, 300),
  }
}
