import { type Argocd, createArgocd } from './argocd/argocd.ts'
import { apiVersions } from './arm/apiVersions.ts'
import { type Arm, createArm } from './arm/arm.ts'
import { armBilling, type Billing, billingService } from './arm/armBilling.ts'
import { type AzureIdentity, azureCredential } from './arm/azureCredential.ts'
import { createMonitor, type Monitor } from './arm/monitor.ts'
import { type Clock, systemClock } from './clock.ts'
import { azureDevOpsHeaders, azureDevOpsHost, azureDevOpsScope } from './git/azureDevOpsHost.ts'
import type { GitHost } from './git/git.ts'
import { type GithubApp, githubAppCredential } from './git/githubApp.ts'
import { githubHost } from './git/githubHost.ts'
import { createGraph, type Graph } from './graph/graph.ts'
import { createKeyVault, type KeyVault } from './keyvault/keyVault.ts'
import { createMail, type Mail } from './mail/mail.ts'
import { type Logger, type OutsideOptions, outside, type Send } from './pipeline.ts'
import { createRetailPrices, type RetailPrices } from './prices/retailPrices.ts'
import { createServicenow, type Servicenow } from './servicenow/servicenow.ts'
import { servicenowCredential } from './servicenow/servicenowCredential.ts'
import { createStoreDirectory, type StoreDirectory } from './stores/storeDirectory.ts'
import { type ServiceWatch, watchServices } from './watch.ts'
import { createWebhooks, type Webhooks } from './webhooks/webhooks.ts'

/** Addresses and credentials of outside systems. All endpoints are https origins. */
export interface OutsideConfig extends AzureIdentity {
  arm: { endpoint: string /** Default: that of the public cloud. */; scope?: string }
  graph: { endpoint: string /** Default: that of the public cloud. */; scope?: string }
  /**
   * `repository` is `owner/name`, in Azure DevOps `organisation/project/repository`; without a token, Azure DevOps is called as the
   * application. GitHub has either a token or an app.
   */
  git: { host?: 'github' | 'azureDevOps'; endpoint: string; token: string | undefined; app?: GithubApp | undefined; repository: string }
  stores?: { endpoint: string; token: string } | undefined
  prices: { endpoint: string }
  argocd?: { endpoint: string; token: string } | undefined
  keyVault: { endpoint: string; scope: string }
  monitor: { endpoint: string; scope: string }
  mail?: { url: string; from: string } | undefined
  webhookAllow?: readonly string[]
  /** The user's password is exchanged for tokens if `oauth` is set; otherwise it is sent as Basic. */
  servicenow: { endpoint: string; user: string; password: string; oauth?: { clientId: string; clientSecret: string } }
}

export interface Clients {
  arm: Arm
  billing: Billing
  graph: Graph
  git: GitHost
  keyVault: KeyVault
  argocd: Argocd | undefined
  mail: Mail | undefined
  monitor: Monitor
  prices: RetailPrices
  servicenow: Servicenow
  stores: StoreDirectory | undefined
  watch: ServiceWatch
  webhooks: Webhooks
}

/** Creates one client per outside system. The first call sends the first request and gets the first token. */
export function createClients(
  config: OutsideConfig,
  options: { logger: Logger; clock?: Clock; counted?: Parameters<typeof watchServices>[0] },
): Clients {
  const { logger, clock = systemClock, counted } = options
  const { argocd, arm, graph, git, keyVault, monitor, prices, servicenow } = config
  const credential = azureCredential(config)
  const watch = watchServices(counted)
  const armSignIn = { credential, scopes: [arm.scope ?? 'https://management.azure.com/.default'] }
  const to = (name: string, endpoint: string, special: Partial<OutsideOptions>): Send =>
    outside({ name, endpoint, logger, clock, watch, ...special })
  const toBilling = to(billingService, arm.endpoint, armSignIn)
  // Vaults and regions are first called when needed, so their services are listed here.
  watch.know('Key Vault')
  watch.know('Azure Monitor')

  return {
    arm: createArm(to('Azure', arm.endpoint, armSignIn), toBilling),
    billing: armBilling(toBilling),
    graph: createGraph(
      to('Microsoft Graph', graph.endpoint, { credential, scopes: [graph.scope ?? 'https://graph.microsoft.com/.default'] }),
      clock,
    ),
    git: gitHost(),
    keyVault: createKeyVault(
      keyVault.endpoint,
      (endpoint) => to('Key Vault', endpoint, { credential, scopes: [keyVault.scope], deadlineMs: 20_000 }),
      clock,
    ),
    monitor: createMonitor(monitor.endpoint, (endpoint) => to('Azure Monitor', endpoint, { credential, scopes: [monitor.scope] })),
    argocd: argocd && createArgocd(to('Argo CD', argocd.endpoint, { headers: { authorization: `Bearer ${argocd.token}` } })),
    prices: createRetailPrices(to('The Azure price list', prices.endpoint, {})),
    servicenow: createServicenow(to('ServiceNow', servicenow.endpoint, servicenowSignIn())),
    mail: config.mail && createMail(config.mail, { logger, watch, clock }),
    stores: config.stores && createStoreDirectory(toStores(config.stores)),
    watch,
    webhooks: createWebhooks({ allow: config.webhookAllow ?? [], logger, watch }),
  }

  function gitHost(): GitHost {
    const { host, endpoint, token = '', repository } = git
    if (host !== 'azureDevOps') return githubHost(to('GitHub', endpoint, githubSignIn()), repository)
    const signIn = token ? { headers: azureDevOpsHeaders(token) } : { credential, scopes: [azureDevOpsScope] }
    return azureDevOpsHost(to('Azure DevOps', endpoint, signIn), repository, clock)
  }

  function githubSignIn(): Partial<OutsideOptions> {
    const { endpoint, token = '', app, repository } = git
    if (!app) return { headers: { ...githubHeaders, authorization: `Bearer ${token}` } }
    const credential = githubAppCredential(to('GitHub', endpoint, { headers: githubHeaders }), app, repository)
    return { headers: githubHeaders, credential, revocable: true }
  }

  /** People wait for its responses and a copy exists, so its deadline is short. */
  function toStores({ endpoint, token }: { endpoint: string; token: string }): Send {
    return to('The store directory', endpoint, { headers: { authorization: `Bearer ${token}` }, deadlineMs: 5_000, maxRetries: 2 })
  }

  function servicenowSignIn(): Partial<OutsideOptions> {
    const { endpoint, user, password, oauth } = servicenow
    if (oauth) return { credential: servicenowCredential(to('ServiceNow', endpoint, {}), { ...oauth, user, password }), revocable: true }
    return { headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` } }
  }
}

const githubHeaders = { accept: 'application/vnd.github+json', 'x-github-api-version': apiVersions.github }
