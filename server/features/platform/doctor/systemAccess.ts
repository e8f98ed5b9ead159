import type { AccessCheck } from '../../../clients/accessCheck.ts'
import type { InstallationIds } from '../../../clients/requirements/grant.ts'

/** The listed permissions that Slipway has in a system, by their names. Permissions in none of the lists don't apply. */
export interface SystemAccess extends Partial<AccessCheck> {
  pending?: string[]
  detail?: string
  place?: Partial<InstallationIds>
}
