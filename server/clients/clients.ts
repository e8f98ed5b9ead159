import { type Argocd, createArgocd } from './argocd/argocd.ts'
import { apiVersions } from './arm/apiVersions.ts'
import { type Arm, createArm } from './arm/arm.ts'
import { armBilling, type Billing, billingService } from './arm/armBilling.ts'
import { type AzureIdentity, azureCredential } from './arm/azureCredential.ts'
import { createMonitor, type Monitor } from './arm/monitor.ts'
import { type Clock, systemClock } from './clock.ts'
import { azureDevOpsHeaders, azureDevOpsHost, azureDevOpsScope } from './git/azureDevOpsHost.ts'
import type { GitHost } from './git/git.ts'
import { fetchInstallation, type GithubApp, githubAppCredential } from './git/githubApp.ts'
import { githubHost } from './git/githubHost.ts'
import { createGraph, type Graph } from './graph/graph.ts'
import { createKeyVault, type KeyVault } from './keyvault/keyVault.ts'
import { createMail, type Mail } from './mail/mail.ts'
import { createSend, type ExternalOptions, type Logger, type Send } from './pipeline.ts'
import { createRetailPrices, type RetailPrices } from './prices/retailPrices.ts'
import { type ProxySettings, proxyAgents } from './proxy.ts'
import { createServicenow, type Servicenow } from './servicenow/servicenow.ts'
import { servicenowCredential } from './servicenow/servicenowCredential.ts'
import { createServiceTokens, type ServiceTokens } from './serviceTokens.ts'
import { createStoreDirectory, type StoreDirectory } from './stores/storeDirectory.ts'
import { type ServiceWatch, watchServices } from './watch.ts'
import { createWebhooks, type Webhooks } from './webhooks/webhooks.ts'

/** URLs and credentials of external systems (docs/configuration.md has the defaults). All endpoints are https origins. */
export interface ExternalConfig extends AzureIdentity {
  arm: { endpoint: string; scope: string }
  graph: { endpoint: string; scope: string }
  /**
   * The landing-zone repository: `owner/name`, in Azure DevOps `organisation/project/repository`. GitHub has either a token or an app;
   * without a token, Slipway calls Azure DevOps with its own identity. The default host is GitHub.
   */
  git: { host?: 'github' | 'azureDevOps'; endpoint: string; token: string | undefined; app?: GithubApp | undefined; repository: string }
  stores: { endpoint: string; token: string } | undefined
  prices: { endpoint: string }
  argocd: { endpoint: string; token: string } | undefined
  /** URL of key vaults, with `{vault}` in place of the name. */
  keyVault: { endpoint: string; scope: string }
  /** URL of Azure Monitor, with `{region}` in place of the region. */
  monitor: { endpoint: string; scope: string }
  /** If undefined, no email is sent. */
  mail: { url: string; from: string } | undefined
  /** Internal hosts (`host` or `host:port`) that webhooks and chat channels can call. */
  webhookAllow: readonly string[]
  /** Proxy for calls over https. If undefined, all calls are direct. Emails are always sent directly. */
  proxy: ProxySettings | undefined
  /** The user's password is exchanged for tokens if `oauth` is set; otherwise it is sent with basic authentication. */
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
  serviceTokens: ServiceTokens
  monitor: Monitor
  prices: RetailPrices
  servicenow: Servicenow
  stores: StoreDirectory | undefined
  watch: ServiceWatch
  webhooks: Webhooks
}

/** Creates one client per external system. No request is sent and no token is fetched before the first call. */
export function createClients(
  config: ExternalConfig,
  options: { logger: Logger; clock?: Clock; counted?: Parameters<typeof watchServices>[0] },
): Clients {
  const { logger, clock = systemClock, counted } = options
  const { argocd, arm, graph, git, keyVault, monitor, prices, servicenow } = config
  const proxy = config.proxy && proxyAgents(config.proxy)
  const credential = azureCredential(config, proxy)
  const watch = watchServices(counted)
  const armSignIn = { credential, scopes: [arm.scope] }
  const graphScopes = [graph.scope]
  const sendTo = (name: string, endpoint: string, overrides: Partial<ExternalOptions>): Send =>
    createSend({ name, endpoint, logger, clock, watch, proxy, ...overrides })
  const billingSend = sendTo(billingService, arm.endpoint, armSignIn)
  // Clients of vaults and regions are created only when needed, so the connectors list these services explicitly.
  watch.registerService('Key Vault')
  watch.registerService('Azure Monitor')

  return {
    arm: createArm(sendTo('Azure', arm.endpoint, armSignIn), billingSend),
    billing: armBilling(billingSend),
    graph: createGraph(sendTo('Microsoft Graph', graph.endpoint, { credential, scopes: graphScopes }), clock),
    git: gitHost(),
    keyVault: createKeyVault(
      keyVault.endpoint,
      (endpoint) => sendTo('Key Vault', endpoint, { credential, scopes: [keyVault.scope], deadlineMs: 20_000 }),
      clock,
    ),
    monitor: createMonitor(monitor.endpoint, (endpoint) => sendTo('Azure Monitor', endpoint, { credential, scopes: [monitor.scope] })),
    argocd: argocd && createArgocd(sendTo('Argo CD', argocd.endpoint, { headers: { authorization: `Bearer ${argocd.token}` } })),
    prices: createRetailPrices(sendTo('The Azure price list', prices.endpoint, {})),
    servicenow: createServicenow(sendTo('ServiceNow', servicenow.endpoint, servicenowSignIn())),
    mail: config.mail && createMail(config.mail, { logger, watch, clock }),
    stores: config.stores && createStoreDirectory(storesSend(config.stores)),
    serviceTokens: createServiceTokens(credential, { azure: armSignIn.scopes, graph: graphScopes }),
    watch,
    webhooks: createWebhooks({ allow: config.webhookAllow, logger, proxy: config.proxy, watch }),
  }

  function gitHost(): GitHost {
    const { host, endpoint, token = '', repository } = git
    if (host !== 'azureDevOps') return githubHost(sendTo('GitHub', endpoint, githubSignIn()), repository, githubInstallation())
    const signIn = token ? { headers: azureDevOpsHeaders(token) } : { credential, scopes: [azureDevOpsScope] }
    return azureDevOpsHost(sendTo('Azure DevOps', endpoint, signIn), repository, clock, token !== '')
  }

  function githubInstallation() {
    const { endpoint, app } = git
    return app && (() => fetchInstallation(sendTo('GitHub', endpoint, { headers: githubHeaders }), app))
  }

  function githubSignIn(): Partial<ExternalOptions> {
    const { endpoint, token = '', app, repository } = git
    if (!app) return { headers: { ...githubHeaders, authorization: `Bearer ${token}` } }
    const credential = githubAppCredential(sendTo('GitHub', endpoint, { headers: githubHeaders }), app, repository)
    return { headers: githubHeaders, credential, revocable: true }
  }

  /** People wait for these responses, and Slipway has a copy to show instead, so the deadline is short. */
  function storesSend({ endpoint, token }: { endpoint: string; token: string }): Send {
    return sendTo('The store directory', endpoint, { headers: { authorization: `Bearer ${token}` }, deadlineMs: 5_000, maxRetries: 2 })
  }

  function servicenowSignIn(): Partial<ExternalOptions> {
    const { endpoint, user, password, oauth } = servicenow
    if (oauth)
      return { credential: servicenowCredential(sendTo('ServiceNow', endpoint, {}), { ...oauth, user, password }), revocable: true }
    return { headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` } }
  }
}

const githubHeaders = { accept: 'application/vnd.github+json', 'x-github-api-version': apiVersions.github }
