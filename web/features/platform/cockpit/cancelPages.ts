import { paths } from '../../../paths.ts'
import { isKeyOf } from '../../../shared/isKeyOf.ts'
import type { Run as AnyRun } from '../../../shared/requestTypes.ts'

interface Run extends Pick<AnyRun, 'kind' | 'status' | 'subjectId' | 'undoes' | 'can'> {
  about: Pick<AnyRun['about'], 'name' | 'accountId'>
}

const emergency = { label: 'Open emergency access', href: () => paths.emergencyAccess() }
const sandbox = { label: 'Find sandbox', href: ({ about }: Run) => paths.allSandboxes({ q: about.name }) }

/** The pages on which runs can be stopped that can’t be cancelled, by the kind of the run. */
const pages = {
  decommissionAccount: { label: 'Open account', href: ({ about }: Run) => about.accountId && paths.account(about.accountId) },
  pimOrder: { label: 'Open privileged roles', href: () => paths.privilegedRoles() },
  giveEmergencyRole: emergency,
  openEmergencyIncident: emergency,
  openAccessReview: { label: 'Open review', href: ({ subjectId }: Run) => paths.accessReview(subjectId) },
  buildWave: { label: 'Open rollouts', href: () => paths.edgeRollouts() },
  freezeSandbox: sandbox,
  resumeSandbox: sandbox,
}

/** Returns the page that the reason names. Undefined if the run can be cancelled, is over, or has no such page. */
export function cancelPage(run: Run): { label: string; href: string } | undefined {
  if (run.can.cancel === true || run.status === 'succeeded' || run.status === 'cancelled' || run.undoes) return undefined
  const page = isKeyOf(pages, run.kind) ? pages[run.kind] : undefined
  const href = page?.href(run)
  return page && href ? { label: page.label, href } : undefined
}
