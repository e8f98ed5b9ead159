import { requirements } from '../../../clients/requirements/requirements.ts'
import { checkStatuses, type DoctorCheck } from '../doctor/schemas.ts'
import { knownName } from './allowedValues.ts'

const requirementIds: ReadonlySet<string> = new Set(requirements.map(({ id }) => id))
const statuses: ReadonlySet<string> = new Set(checkStatuses)
const ownCheck = /^(?:configuration|database|identity|[A-Z][A-Za-z ]{1,40})\/[A-Za-z_/]{1,60}\d{0,3}$/

/** Doctor's checks by ID and status. Scopes, details and commands contain resource names and responses, so they are left out. */
export function describeChecks(checks: readonly DoctorCheck[]): object {
  return {
    checks: checks.map(({ id, status }) => ({
      id: requirementIds.has(id) || ownCheck.test(id) ? id : 'other',
      status: knownName(status, statuses),
    })),
  }
}
