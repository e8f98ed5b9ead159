import type { Clients } from '../../../../clients/clients.ts'
import type { Config } from '../../../../config.ts'
import type { Db } from '../../../../db/database.ts'

export interface CompareContext {
  db: Db
  clients: Clients
  config: Config
  now: () => Date
  signal: AbortSignal
}
