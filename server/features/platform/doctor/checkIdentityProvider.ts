import { clockToleranceSeconds } from '../../../auth/identityProvider.ts'
import type { Clients } from '../../../clients/clients.ts'
import { fetchIdentityMetadata } from '../../../clients/identityMetadata.ts'
import type { Logger } from '../../../clients/pipeline.ts'
import { proxyAgents } from '../../../clients/proxy.ts'
import type { Config } from '../../../config.ts'
import { createCheck, messageOf } from './check.ts'
import type { DoctorCheck } from './schemas.ts'

const category = 'Identity provider'

interface IdentityContext {
  clients: Pick<Clients, 'graph'>
  config: Config
  logger: Logger
  now: () => Date
}

export async function checkIdentityProvider({ clients, config, logger, now }: IdentityContext): Promise<DoctorCheck[]> {
  const { oidc, external } = config
  try {
    const proxy = external.proxy && proxyAgents(external.proxy)
    const { issuer, date } = await fetchIdentityMetadata(oidc.issuer, { logger, proxy })
    const skewSeconds = date && Math.round((now().getTime() - date.getTime()) / 1_000)
    return [
      createCheck({
        ...{ id: 'identity/issuer', category, title: 'Issuer', status: issuer === oidc.issuer ? 'ok' : 'failed', scope: oidc.issuer },
        detail: issuer === oidc.issuer ? null : `The metadata names the issuer ${issuer}, so every sign-in would fail.`,
        steps: issuer === oidc.issuer ? null : 'Set SLIPWAY_OIDC_ISSUER to the issuer in the metadata.',
      }),
      clockCheck(skewSeconds),
      await administratorCheck(clients, oidc.clientId),
    ]
  } catch (error) {
    return [
      createCheck({
        id: 'identity/metadata',
        category,
        title: 'Metadata',
        status: 'unknown',
        scope: oidc.issuer,
        detail: messageOf(error),
      }),
    ]
  }
}

/** The header has no fractions of a second, so an additional second of difference isn't skew. */
function clockCheck(skewSeconds: number | undefined): DoctorCheck {
  const check = { id: 'identity/clock', category, title: 'Clock' }
  if (skewSeconds === undefined)
    return createCheck({ ...check, status: 'unverified', detail: 'The identity provider doesn’t send its time.' })
  const isClose = Math.abs(skewSeconds) <= clockToleranceSeconds + 1
  if (isClose) return createCheck({ ...check, status: 'ok' })
  const detail = `The clock of this server is ${Math.abs(skewSeconds)} seconds ${skewSeconds > 0 ? 'ahead' : 'behind'}. Tokens are rejected, so sign-in fails.`
  return createCheck({ ...check, status: 'failed', detail, steps: 'Synchronize the clock with NTP.' })
}

async function administratorCheck({ graph }: Pick<Clients, 'graph'>, clientId: string): Promise<DoctorCheck> {
  const check = { id: 'identity/administrator', category, title: 'Administrator' }
  try {
    const roles = await graph.listAppRoles(clientId)
    if ([...roles.values()].some((names) => names.has('Slipway.Admin'))) return createCheck({ ...check, status: 'ok' })
  } catch (error) {
    return createCheck({ ...check, status: 'unverified', detail: messageOf(error) })
  }
  return createCheck({
    ...{ ...check, status: 'failed', without: 'Policies, towers and settings can’t be changed' },
    steps: `In Entra ID, open Enterprise applications > the application ${clientId} > Users and groups, and assign the role Slipway.Admin.`,
  })
}
