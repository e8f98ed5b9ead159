import { apiVersions } from './apiVersions.ts'
import { type Arm, createArm } from './arm.ts'
import { type AzureIdentity, azureCredential } from './azureCredential.ts'
import { type Clock, systemClock } from './clock.ts'
import type { GitHost } from './git.ts'
import { githubHost } from './githubHost.ts'
import { createGraph, type Graph } from './graph.ts'
import { type Logger, type OutsideOptions, outside, type Send } from './pipeline.ts'
import { createRetailPrices, type RetailPrices } from './retailPrices.ts'
import { createServicenow, type Servicenow } from './servicenow.ts'
import { servicenowCredential } from './servicenowCredential.ts'

/** Where the outside systems are and how Slipway signs in to them. All endpoints are https origins. */
export interface OutsideConfig extends AzureIdentity {
  arm: { endpoint: string /** Default: that of the public cloud. */; scope?: string }
  graph: { endpoint: string /** Default: that of the public cloud. */; scope?: string }
  /** `repository` is `owner/name`. */
  git: { endpoint: string; token: string; repository: string }
  /** With `oauth` the user's password is exchanged for tokens; otherwise it is sent as Basic. */
  prices: { endpoint: string }
  servicenow: { endpoint: string; user: string; password: string; oauth?: { clientId: string; clientSecret: string } }
}

export interface Clients {
  arm: Arm
  graph: Graph
  git: GitHost
  prices: RetailPrices
  servicenow: Servicenow
}

/** One connector per outside system. Nothing is sent, and no token asked for, before the first call. */
export function createClients(config: OutsideConfig, { logger, clock = systemClock }: { logger: Logger; clock?: Clock }): Clients {
  const { arm, graph, git, prices, servicenow } = config
  const credential = azureCredential(config)
  const to = (name: string, endpoint: string, options: Partial<OutsideOptions>): Send =>
    outside({ name, endpoint, logger, clock, ...options })

  return {
    arm: createArm(to('Azure', arm.endpoint, { credential, scopes: [arm.scope ?? 'https://management.azure.com/.default'] })),
    graph: createGraph(
      to('Microsoft Graph', graph.endpoint, { credential, scopes: [graph.scope ?? 'https://graph.microsoft.com/.default'] }),
      clock,
    ),
    git: githubHost(to('GitHub', git.endpoint, { headers: githubHeaders(git.token) }), git.repository),
    prices: createRetailPrices(to('The price list of Azure', prices.endpoint, {})),
    servicenow: createServicenow(to('ServiceNow', servicenow.endpoint, servicenowSignIn())),
  }

  function servicenowSignIn(): Partial<OutsideOptions> {
    const { endpoint, user, password, oauth } = servicenow
    if (oauth) return { credential: servicenowCredential(to('ServiceNow', endpoint, {}), { ...oauth, user, password }) }
    return { headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` } }
  }
}

function githubHeaders(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json', 'x-github-api-version': apiVersions.github }
}
