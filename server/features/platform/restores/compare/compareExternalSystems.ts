import { ExternalError } from '../../../../clients/externalError.ts'
import type { RestoreDifference, RestoredKind, RestoreProblem } from '../../../../db/tables.ts'
import type { CompareContext } from './compareContext.ts'
import { compareGroups } from './compareGroups.ts'
import { compareMemberships } from './compareMemberships.ts'
import { compareRoles } from './compareRoles.ts'
import { compareSubscriptions } from './compareSubscriptions.ts'
import { listPendingDeletions } from './listPendingDeletions.ts'

export interface Comparison {
  differences: RestoreDifference[]
  problems: RestoreProblem[]
}

const comparisons: Record<RestoredKind, (context: CompareContext) => Promise<RestoreDifference[]>> = {
  pendingDeletion: listPendingDeletions,
  subscription: compareSubscriptions,
  group: compareGroups,
  privilegedRole: compareRoles,
  membership: compareMemberships,
}

/**
 * Compares the data with the external services, without changing them. A service that doesn't respond becomes a problem, and the others are
 * still compared. A part that can't be read, such as one group or one subscription, becomes a difference, so that the report can still be
 * accepted.
 */
export async function compareExternalSystems(context: CompareContext): Promise<Comparison> {
  const comparison: Comparison = { differences: [], problems: [] }
  for (const [kind, compare] of Object.entries(comparisons) as [RestoredKind, (typeof comparisons)[RestoredKind]][]) {
    context.signal.throwIfAborted()
    try {
      comparison.differences.push(...(await compare(context)))
    } catch (error) {
      if (!(error instanceof ExternalError)) throw error
      comparison.problems.push({ kind, message: error.message })
    }
  }
  return comparison
}
