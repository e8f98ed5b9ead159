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
  /** Folder for certificates, keys and state; made when missing. */
  dataDir: string
  /** First of the ports; 0 (the default) takes free ones. */
  basePort?: number
  /** Address to listen on, default 127.0.0.1. */
  host?: string
  /** The world's content, default the sample retailer. */
  company?: Company
}

export interface MintTokenOptions {
  /** Object id of a person, or of anything else (then an application's token). */
  oid: string
  audience: string
  /** Default 3600; negative for a token that has expired. */
  expiresInSeconds?: number
  /** Added to the usual claims, or put in their place. */
  claims?: Record<string, unknown>
}

/** The world outside Slipway, in one process, over its real wire protocols. */
export interface Simulator {
  /** `https://127.0.0.1:<port>` of every service; of the mail server `smtp://…`. */
  origins: Record<ServiceName, string>
  /** Where browsers find the sign-in pages: plain http, since browsers do not trust the local authority. */
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
  /** How far services lag behind what is written; default as in reality where a build still finishes. */
  consistency: Consistency
  /** How long asynchronous operations take, in milliseconds; default 200. */
  asyncDelayMs: number
  mintToken(options: MintTokenOptions): Promise<string>
  close(): Promise<void>
}
