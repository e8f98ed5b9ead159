import type { Company } from '../../sample/shapes.ts'
import type { SimClock } from './clock.ts'
import type { Consistency } from './consistency.ts'
import type { ExchangeLog } from './exchangeLog.ts'
import type { Faults } from './faults.ts'
import type { Permissions } from './permissions.ts'
import type { ServiceName } from './serviceName.ts'
import type { SimState } from './state.ts'
import type { TokenSigner } from './tokens.ts'

export interface SimulatorOptions {
  dataDir: string
  /** First port; 0 (the default) uses free ones. */
  basePort?: number
  /** IP address to listen on; default 127.0.0.1. */
  host?: string
  company?: Company
}

interface MintTokenOptions {
  /** Object ID of a person; for an application's token, the object ID of its service principal. */
  oid: string
  audience: string
  /** Default 3600; negative for an expired token. */
  expiresInSeconds?: number
  claims?: Record<string, unknown>
}

export type CostResourceType = 'type' | 'provider'

export interface Simulator {
  /** `https://127.0.0.1:<port>` per service; `smtp://…` for the mail server. */
  origins: Record<ServiceName, string>
  /** Browsers don't trust the local authority, so they open the sign-in pages over plain http. */
  identityBrowserOrigin: string
  caFile: string
  caPem: string
  tenantId: string
  clock: SimClock
  state: SimState
  faults: Faults
  permissions: Permissions
  exchanges: ExchangeLog
  company: Company
  tokens: TokenSigner
  /** Replication lag of the services; by default realistic, but short enough for an account creation to complete. */
  consistency: Consistency
  /** Duration of asynchronous operations in milliseconds; default 200. */
  asyncDelayMs: number
  /** How costs name a type of resource: by its full type, which is the default, or by its provider, as in the examples of the specification. */
  costResourceType: CostResourceType
  mintToken(options: MintTokenOptions): Promise<string>
  close(): Promise<void>
}
