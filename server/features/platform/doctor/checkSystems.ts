import { ExternalError } from '../../../clients/externalError.ts'
import type { InstallationIds } from '../../../clients/requirements/grant.ts'
import { grantOf } from '../../../clients/requirements/grants.ts'
import { requirements } from '../../../clients/requirements/requirements.ts'
import { withCallGuard } from '../../../clients/withCallGuard.ts'
import { withDeadline } from '../../../clients/withDeadline.ts'
import { createCheck, messageOf } from './check.ts'
import type { DoctorCheck } from './schemas.ts'
import type { SystemAccess } from './systemAccess.ts'
import { type System, type SystemContext, systemsOf } from './systems.ts'

/** Time limit for one system, including all calls and their retries. */
const maxSystemMs = 15_000

/** Checks the permissions in every system. A system that doesn't respond gets one check with the status `unknown`. */
export async function checkSystems(context: SystemContext, maxMs = maxSystemMs): Promise<DoctorCheck[]> {
  const place = await fetchInstallationIds(context, maxMs)
  const checks = await Promise.all(systemsOf(context).map((system) => checkSystem(system, place, maxMs)))
  return checks.flat()
}

async function checkSystem(system: System, place: InstallationIds, maxMs: number): Promise<DoctorCheck[]> {
  const { category, names } = system
  try {
    const access = await withDeadline(
      maxMs,
      runReadOnly(() => system.read()),
    )
    if (!access) return [noResponse(category, `${category} didn’t respond within ${Math.ceil(maxMs / 1_000)} seconds.`)]
    return presentAccess(system, access, place)
  } catch (error) {
    const missing = error instanceof ExternalError ? error.missing : undefined
    if (!missing) return [noResponse(category, messageOf(error))]
    const detail = `The check needs the permission ${missing.name}.`
    const isOwn = names.includes(missing.name)
    const unverified = names.filter((name) => name !== missing.name)
    return presentAccess(system, { missing: isOwn ? [missing.name] : [], unverified, detail }, place)
  }
}

/** Prevents every call that could write, whatever the clients do. */
function runReadOnly<T>(callback: () => Promise<T>): Promise<T> {
  return withCallGuard(({ method, path, readOnly }) => {
    if (!readOnly && method !== 'GET' && method !== 'HEAD')
      throw new Error(`The check tried to send ${method} ${path}. Slipway blocked it, because checks only read.`)
  }, callback)
}

const noResponse = (category: string, detail: string) =>
  createCheck({ id: `${category}/answer`, category, status: 'unknown', title: 'Answer', detail })

function presentAccess(system: System, access: SystemAccess, place: InstallationIds): DoctorCheck[] {
  const { granted = [], missing = [], unverified = [], pending = [], detail = null } = access
  const statusOf = (name: string): DoctorCheck['status'] | undefined => {
    if (missing.includes(name)) return 'failed'
    if (pending.includes(name)) return 'warning'
    if (unverified.includes(name)) return 'unverified'
    return granted.includes(name) ? 'ok' : undefined
  }
  return requirements.flatMap((requirement) => {
    const { id, service, name, without: withoutPermission } = requirement
    const status = service === system.service && system.names.includes(name) ? statusOf(name) : undefined
    if (status === undefined) return []
    const grant = status === 'failed' ? grantOf(requirement, { ...place, ...access.place }) : {}
    const explanation = status === 'unverified' || status === 'warning' ? { detail } : {}
    const facts = { scope: access.place?.vaultId ?? system.scope, without: withoutPermission }
    return [createCheck({ ...{ id, category: system.category, status, title: name }, ...facts, ...explanation, ...grant })]
  })
}

/** The object ID is a placeholder if Slipway can't sign in; in this case, every system reports the reason. */
async function fetchInstallationIds({ clients, config }: SystemContext, maxMs: number): Promise<InstallationIds> {
  const { external, rootManagementGroup, billingScope } = config
  const claims = await withDeadline(
    maxMs,
    clients.serviceTokens.readClaims('azure').catch(() => undefined),
  )
  return {
    armEndpoint: external.arm.endpoint,
    graphEndpoint: external.graph.endpoint,
    tenantId: external.tenantId,
    principalId: claims?.principalId ?? 'PRINCIPAL_ID',
    rootScope: `/providers/Microsoft.Management/managementGroups/${rootManagementGroup}`,
    billingScope,
    vaultId: 'VAULT_ID',
    repository: external.git.repository,
    servicenowUser: external.servicenow.user,
    roleName: undefined,
  }
}
