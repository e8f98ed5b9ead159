import type { GithubApp } from '../clients/git/githubApp.ts'

/** What the server reads from its environment, once. Every name may also be given as `NAME_FILE` holding a path to the value. */
export interface Config {
  /** `development` adds `/getDevToken` and readable defaults; anything else is production. Default production. */
  mode: 'production' | 'development'
  /** Listening address, default 127.0.0.1. */
  host: string
  /** Port for plain http, default 8080; 0 picks a free one. */
  port: number
  /** Port for https with `tls`, default 8443; bearer clients need it (spec §5). */
  httpsPort: number
  tls: { cert: string; key: string } | undefined
  /** Certificate authorities (PEM) trusted beside the system's. */
  ca: string | undefined
  /** Where people reach Slipway; links, redirects and the OpenAPI document use it and never the Host header. */
  publicUrl: string
  /** Host names answered beside that of `publicUrl`. */
  allowedHosts: string[]
  /** Origins of other sites whose pages may call with a bearer token. Default none. */
  corsOrigins: string[]
  /** Addresses of proxies whose X-Forwarded headers count. Default none. */
  trustedProxies: string[]
  /** The role that the server runs with; it needs to own nothing. Undefined: the PostgreSQL that comes with Slipway. */
  databaseUrl: string | undefined
  /** The role that owns the tables and migrates them; default that of `databaseUrl`. */
  migrationUrl: string | undefined
  /** Own statements that take longer are counted as slow, in milliseconds; default 200. */
  slowQueryMs: number
  dataDir: string
  logLevel: string
  /** Where Prometheus may scrape, apart from the portal; undefined: nowhere. */
  metrics: { host: string; port: number } | undefined
  /** Every setting there is and where its value comes from, for administrators to look at; never the value. */
  given: { name: string; from: 'environment' | 'file' | 'default' }[]
  /** Where spans are sent by OTLP over http, with what headers, and of how large a part of all traces (0 to 1, default 1); undefined: nowhere. */
  tracing: { endpoint: string; headers: Record<string, string>; ratio: number } | undefined
  tenantId: string
  /** `audience`: what bearer tokens must be for; `scope`: the delegated permission that lets a program act as the person who signed in to it. */
  oidc: { issuer: string; clientId: string; clientSecret: string; audience: string; scope: string }
  session: { idleSeconds: number }
  /** What a strong sign-in is, and for how long it counts: the authentication context of the directory that is asked for. */
  stepUp: { context: string; minutes: number }
  /** What API and alert keys are hashed with, at least 32 characters; with another one all keys there are stop working. */
  keySecret: string
  /**
   * `key`: what checkpoints of the audit trail are signed with (Ed25519, PEM); undefined: one of this machine's own, kept in `dataDir`.
   * `trustedKeys`: public keys that signed before. `checkpoints`: a file elsewhere that each checkpoint is appended to.
   */
  audit: { key: string | undefined; trustedKeys: string[]; checkpoints: string | undefined }
  /** First segment of the paths of the incident service (default `snow`) and of the deployment tool (default `argo`). */
  segments: { incidentService: string; deploymentTool: string }
  outside: {
    tenantId: string
    authorityHost: string
    clientId: string
    clientSecret: string | undefined
    arm: { endpoint: string; scope: string }
    graph: { endpoint: string; scope: string }
    /** Where the landing-zone repository is. GitHub is called with a token or as an app, Azure DevOps with a token or as the application. */
    git: { host: 'github' | 'azureDevOps'; endpoint: string; token: string | undefined; app: GithubApp | undefined; repository: string }
    /** The retailer's store directory; without it no stores can be looked up or rolled out. */
    stores: { endpoint: string; token: string } | undefined
    /** Azure's public price list, default that of the public cloud. */
    prices: { endpoint: string }
    /** Where vaults answer, with `{vault}` for their name, default that of the public cloud. */
    keyVault: { endpoint: string; scope: string }
    /** Where Azure Monitor answers, with `{region}` for the region, default that of the public cloud. */
    monitor: { endpoint: string; scope: string }
    /** The deployment tool; undefined: there is none. */
    argocd: { endpoint: string; token: string } | undefined
    servicenow: { endpoint: string; user: string; password: string }
    /** Where mail is handed in, and whom it comes from; undefined: no mail is sent. */
    mail: { url: string; from: string } | undefined
    /** Hosts (`host` or `host:port`) that webhooks and chat channels may call although they are inside. Default none. */
    webhookAllow: string[]
  }
  /** Whether a pull request of Slipway is merged when its checks agree, or when somebody asks for it (`PATCH /utils/pipeline/…/merge`). */
  merge: 'automatic' | 'onRequest'
  /** `project`: name of an account's project in the deployment tool. `repositoryHosts`: where what is deployed may come from. */
  deployments: { project: string; repositoryHosts: string[] }
  billingScope: string
  /** Id of the management group for a new account, with `{zone}` (corp, online, isolated) and `{environment}` (prod, preprod, test, dev). */
  managementGroup: string
  /** Id of the management group above all accounts: what a person may take anywhere is asked there. Default: that of the tenant. */
  rootManagementGroup: string
  /** What sandboxes need: the management group of subscriptions given away as one, and how long after nothing is seen it is looked again. */
  sandboxes: { managementGroup: string; lookAgainSeconds: number }
  /** Management group of the accounts of stores. */
  edgeManagementGroup: string
  /** Directory group whose members own accounts that would otherwise be nobody's. */
  fallbackOwnersGroup: string | undefined
  /** Minutes between two comparisons of the directory with the record of access, default 15. */
  reconcileMinutes: number
  /** Hub network per region that accounts with corporate connectivity are peered with. */
  hubNetworks: Record<string, string>
  /** Whose subscription, and which region, Azure is asked about for people without an account; undefined: nobody's. */
  lookup: { subscriptionId: string; region: string } | undefined
  /** Images for virtual machines that are shown first, as `publisher:offer:sku`. */
  vmImages: string[]
}
