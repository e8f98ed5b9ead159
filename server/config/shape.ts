import type { ExternalConfig } from '../clients/clients.ts'

/**
 * Configuration that is read from the environment once. Every name can also be set as `NAME_FILE` with the path of a file that has the
 * value.
 */
export interface Config {
  /** `development` adds `/getDevToken` and readable defaults; anything else is production. Default production. */
  mode: 'production' | 'development'
  /** IP address to listen on, default 127.0.0.1. */
  host: string
  /** Port for plain http, default 8080. 0 chooses a free port. */
  port: number
  /** Port for https with `tls`, default 8443; bearer clients need it (spec §5). */
  httpsPort: number
  tls: { cert: string; key: string } | undefined
  /** Certificate authorities (PEM) that are trusted in addition to the system's. */
  ca: string | undefined
  /** Slipway's public URL. Links, redirects and the OpenAPI document use it, never the Host header. */
  publicUrl: string
  /** Accepted host names in addition to that of `publicUrl`. */
  allowedHosts: string[]
  /** Origins of other sites that can call with a bearer token. Default none. */
  corsOrigins: string[]
  /** IP addresses of proxies whose X-Forwarded headers are trusted. Default none. */
  trustedProxies: string[]
  /** Connection string of the server's database role, which doesn't have to own anything. If undefined, the embedded PostgreSQL is used. */
  databaseUrl: string | undefined
  /** Connection string without a pooler, with the same role, for locks, notifications and jobs; default `databaseUrl`. */
  directUrl: string | undefined
  /** Connection string of the role that owns and migrates the tables; default `directUrl`, then `databaseUrl`. */
  migrationUrl: string | undefined
  /** Connection string of a read-only replica, with the role of `databaseUrl`; default none. */
  replicaUrl: string | undefined
  /** The most seconds by which an answer from the replica can lag behind; default 10. */
  replicaLagSeconds: number
  /** Time for which a start waits for PostgreSQL, default 300. */
  databaseWaitSeconds: number
  /** The most connections to PostgreSQL that this process keeps open; default 32. */
  databaseConnections: number
  /** Slipway's statements count as slow above this many milliseconds; default 200. */
  slowQueryMs: number
  dataDir: string
  logLevel: string
  /** IP address and port of probes and metrics, default 127.0.0.1:9464. Port 0 chooses a free port. */
  ops: { host: string; port: number }
  /**
   * Limits of a stop: the time between the failing readiness probe and the closing of the listeners (default 10, in development 0), then
   * the time of current requests (default 20), then that of jobs (default 20).
   */
  drain: { readinessSeconds: number; requestSeconds: number; jobSeconds: number }
  /** All settings with the source of each, for administrators. The values are never shown. */
  sources: { name: string; from: 'environment' | 'file' | 'default' }[]
  /**
   * OTLP collector for spans over http, its headers, and the sampled share of traces (0 to 1, default 1). If undefined, no spans are sent.
   */
  tracing: { endpoint: string; headers: Record<string, string>; ratio: number } | undefined
  tenantId: string
  /** `audience`: required audience of bearer tokens; `scope`: delegated permission with which a program can act as its signed-in person. */
  oidc: { issuer: string; clientId: string; clientSecret: string; audience: string; scope: string }
  session: { idleSeconds: number }
  stepUp: { context: string; minutes: number }
  /** Hash key of API and alert keys, at least 32 characters; changing it invalidates all keys. */
  keySecret: string
  /** Fingerprints of keys that were replaced on purpose. Default none. */
  replacedKeys: string[]
  /**
   * `key`: private key for signing audit checkpoints (Ed25519, PEM); the default is a generated key in `dataDir`. `trustedKeys`: earlier
   * public keys. `checkpoints`: a file outside the database that gets a copy of each checkpoint.
   */
  audit: { key: string | undefined; trustedKeys: string[]; checkpoints: string | undefined }
  /** Base URL of the Azure portal, without a slash at its end, for links. Default https://portal.azure.com. */
  azurePortal: string
  /** First path segment of the incident service (default `snow`) and of the deployment tool (default `argo`). */
  segments: { incidentService: string; deploymentTool: string }
  external: ExternalConfig
  /** Pull requests are merged when their checks pass, or on request (`PATCH /utils/pipeline/…/merge`). */
  merge: 'automatic' | 'onRequest'
  /** `project`: name of an account's project in the deployment tool. `repositoryHosts`: allowed sources of deployments. */
  deployments: { project: string; repositoryHosts: string[] }
  billingScope: string
  subscriptionOwnerId: string | undefined
  /** ID of the management group of a new account, with `{zone}` (corp, online, isolated) and `{environment}` (prod, preprod, test, dev). */
  managementGroup: string
  /** ID of the management group above all accounts, where a person's eligible roles are read. Default: the tenant's. */
  rootManagementGroup: string
  /**
   * For sandboxes: the management group of their subscriptions, and the number of seconds after which a sandbox whose resources were
   * deleted is checked again.
   */
  sandboxes: { managementGroup: string; pollSeconds: number }
  edgeManagementGroup: string
  fallbackOwnersGroup: string | undefined
  /** Minutes between two access scans, default 15. */
  reconcileMinutes: number
  /** Hub network per region, peered with accounts that have corporate connectivity. */
  hubNetworks: Record<string, string>
  /** Subscription and region for Azure lookups by people without an account; undefined turns these lookups off. */
  lookup: { subscriptionId: string; region: string } | undefined
  /** Images for virtual machines that are shown first, as `publisher:offer:sku`. */
  vmImages: string[]
}
