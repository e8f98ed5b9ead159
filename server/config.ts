import { deflateRawSync } from 'node:zlib'
import { openEnvironment } from './config/environment.ts'
import { readExternalConfig } from './config/external.ts'
import { readLookup, readVmImages } from './config/lookup.ts'
import { readAudit, readTracing } from './config/observability.ts'
import { readDrain, readOps } from './config/operating.ts'
import type { Config } from './config/shape.ts'
import { defaultConnections, maxConnections, minConnections } from './db/connections.ts'

export type { Config } from './config/shape.ts'

export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
  readonly problems: readonly string[]
  readonly sources: Config['sources']

  constructor(problems: readonly string[], sources: Config['sources']) {
    super(`Slipway cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
    this.sources = sources
  }
}

/** @throws ConfigurationError */
export function readConfig(env: Record<string, string | undefined>): Config {
  const environment = openEnvironment(env)
  const { problems, read, need, url, integer, json, list, choice } = environment
  const mode = read('SLIPWAY_MODE') ?? 'production'
  if (mode !== 'production' && mode !== 'development') problems.push(`SLIPWAY_MODE must be production or development, not ${mode}`)
  const cert = read('SLIPWAY_TLS_CERT')
  const key = read('SLIPWAY_TLS_KEY')
  if ((cert === undefined) !== (key === undefined)) problems.push('SLIPWAY_TLS_CERT and SLIPWAY_TLS_KEY must be set together')
  const tenantId = need('SLIPWAY_TENANT_ID', 'ID of the directory tenant whose people can sign in')
  const hubNetworks = json<Record<string, string>>('SLIPWAY_HUB_NETWORKS', {})
  const config: Config = {
    mode: mode === 'development' ? 'development' : 'production',
    host: read('HOST') ?? '127.0.0.1',
    port: integer('PORT', 8080, 0, 65_535),
    httpsPort: integer('SLIPWAY_HTTPS_PORT', 8443, 0, 65_535),
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    ca: read('SLIPWAY_CA'),
    publicUrl: url('SLIPWAY_PUBLIC_URL', 'the public URL of Slipway, such as https://slipway.example'),
    allowedHosts: list('SLIPWAY_ALLOWED_HOSTS'),
    corsOrigins: list('SLIPWAY_CORS_ORIGINS'),
    trustedProxies: list('SLIPWAY_TRUSTED_PROXIES'),
    databaseUrl: read('DATABASE_URL'),
    directUrl: read('DATABASE_DIRECT_URL'),
    migrationUrl: read('DATABASE_MIGRATION_URL'),
    replicaUrl: read('DATABASE_REPLICA_URL'),
    replicaLagSeconds: integer('SLIPWAY_DATABASE_REPLICA_LAG_SECONDS', 10, 3, 300),
    databaseWaitSeconds: integer('SLIPWAY_DATABASE_WAIT_SECONDS', 300, 0, 3_600),
    databaseConnections: integer('SLIPWAY_DATABASE_CONNECTIONS', defaultConnections, minConnections, maxConnections),
    slowQueryMs: integer('SLIPWAY_SLOW_QUERY_MS', 200, 1, 60_000),
    dataDir: read('SLIPWAY_DATA') ?? '.slipway',
    logLevel: read('SLIPWAY_LOG_LEVEL') ?? 'info',
    ops: readOps(environment),
    drain: readDrain(environment, mode === 'development'),
    sources: [],
    tracing: readTracing(environment),
    tenantId,
    oidc: {
      issuer: url('SLIPWAY_OIDC_ISSUER', 'the issuer of sign-in tokens', true),
      clientId: need('SLIPWAY_OIDC_CLIENT_ID', 'the client ID of Slipway’s app registration'),
      clientSecret: need('SLIPWAY_OIDC_CLIENT_SECRET', 'the client secret of Slipway’s app registration'),
      audience: read('SLIPWAY_OIDC_AUDIENCE') ?? 'api://slipway',
      scope: read('SLIPWAY_OIDC_SCOPE') ?? 'access_as_user',
    },
    session: { idleSeconds: integer('SLIPWAY_SESSION_IDLE_SECONDS', 2_592_000, 60, 2_592_000) },
    stepUp: { context: read('SLIPWAY_STEP_UP_CONTEXT') ?? 'c1', minutes: integer('SLIPWAY_STEP_UP_MINUTES', 60, 5, 1_440) },
    keySecret: need('SLIPWAY_KEY_SECRET', 'at least 32 random characters, used to hash API keys and alert keys'),
    replacedKeys: list('SLIPWAY_REPLACED_KEYS'),
    audit: readAudit(environment),
    segments: {
      incidentService: read('SLIPWAY_INCIDENT_SERVICE') ?? 'snow',
      deploymentTool: read('SLIPWAY_DEPLOYMENT_TOOL') ?? 'argo',
    },
    azurePortal: url('SLIPWAY_AZURE_PORTAL_URL', 'the Azure portal', true, 'https://portal.azure.com').replace(/\/+$/, ''),
    external: readExternalConfig(environment, tenantId),
    merge: choice('SLIPWAY_MERGE', 'automatic', 'onRequest'),
    deployments: {
      project: read('SLIPWAY_ARGOCD_PROJECT') ?? '{account}',
      repositoryHosts: list('SLIPWAY_ARGOCD_REPOSITORY_HOSTS').map((host) => host.toLowerCase()),
    },
    billingScope: need('SLIPWAY_BILLING_SCOPE', 'the billing scope that pays for new subscriptions'),
    subscriptionOwnerId: read('SLIPWAY_SUBSCRIPTION_OWNER_ID'),
    managementGroup: read('SLIPWAY_MANAGEMENT_GROUP') ?? 'lz-{zone}-{environment}',
    rootManagementGroup: read('SLIPWAY_ROOT_MANAGEMENT_GROUP') ?? tenantId,
    sandboxes: {
      managementGroup: read('SLIPWAY_SANDBOX_MANAGEMENT_GROUP') ?? 'sandboxes',
      pollSeconds: integer('SLIPWAY_SANDBOX_POLL_SECONDS', 30, 1, 3_600),
    },
    edgeManagementGroup: read('SLIPWAY_EDGE_MANAGEMENT_GROUP') ?? 'edge',
    fallbackOwnersGroup: read('SLIPWAY_FALLBACK_OWNERS_GROUP'),
    reconcileMinutes: integer('SLIPWAY_RECONCILE_MINUTES', 15, 1, 1_440),
    hubNetworks,
    lookup: readLookup(environment, hubNetworks),
    vmImages: readVmImages(environment),
  }
  problems.push(...configProblems(config), ...environment.unknown().map((name) => `${name} isn’t a Slipway setting`))
  config.sources = environment.sources()
  if (problems.length > 0) throw new ConfigurationError(problems, config.sources)
  return config
}

const segmentPattern = /^[a-z][a-z0-9]{1,29}$/
const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const segmentRule = 'must be 2 to 30 lower-case letters and digits'

function configProblems(config: Config): string[] {
  const { mode, publicUrl, databaseUrl, directUrl, migrationUrl, replicaUrl, stepUp, keySecret, audit, segments, deployments } = config
  const { fallbackOwnersGroup } = config
  const problems: string[] = []
  if (mode === 'production' && URL.canParse(publicUrl) && !isHttpsOrLoopback(new URL(publicUrl)))
    problems.push(`SLIPWAY_PUBLIC_URL must use https in production unless its host is this machine: ${publicUrl}`)
  const { subscriptionOwnerId } = config
  if (subscriptionOwnerId && !guid.test(subscriptionOwnerId))
    problems.push(`SLIPWAY_SUBSCRIPTION_OWNER_ID must be the object ID of a service principal, not ${subscriptionOwnerId}`)
  if (fallbackOwnersGroup && !guid.test(fallbackOwnersGroup))
    problems.push(`SLIPWAY_FALLBACK_OWNERS_GROUP must be the object ID of a group, not ${fallbackOwnersGroup}`)
  for (const origin of config.corsOrigins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || !isHttpsOrLoopback(new URL(origin)))
      problems.push(`SLIPWAY_CORS_ORIGINS must be origins such as https://tools.example, not ${origin}`)
  if (!/^c[1-9]\d?$/.test(stepUp.context))
    problems.push(`SLIPWAY_STEP_UP_CONTEXT must be an authentication context from c1 to c99, not ${stepUp.context}`)
  if (keySecret && keySecret.length < 32) problems.push('SLIPWAY_KEY_SECRET must have at least 32 characters')
  else if (keySecret && isGuessable(keySecret))
    problems.push(
      'SLIPWAY_KEY_SECRET repeats characters and can be guessed. Use random characters, such as the output of: openssl rand -base64 32',
    )
  if (migrationUrl && !databaseUrl) problems.push('DATABASE_MIGRATION_URL needs DATABASE_URL')
  if (directUrl && !databaseUrl) problems.push('DATABASE_DIRECT_URL needs DATABASE_URL')
  if (replicaUrl && !databaseUrl) problems.push('DATABASE_REPLICA_URL needs DATABASE_URL')
  for (const fingerprint of config.replacedKeys)
    if (!/^[\da-f]{16}$/.test(fingerprint))
      problems.push(
        `SLIPWAY_REPLACED_KEYS must be fingerprints of 16 hexadecimal digits, as in the message of the failed start, not ${fingerprint}`,
      )
  if (mode === 'production' && databaseUrl && !audit.key)
    problems.push('SLIPWAY_AUDIT_KEY is missing: the Ed25519 key (PEM) that all processes of this database use to sign the audit trail')
  if (!/\{(account|subscription)\}/.test(deployments.project))
    problems.push(`SLIPWAY_ARGOCD_PROJECT must contain {account} or {subscription}, not ${deployments.project}`)
  const { incidentService, deploymentTool } = segments
  if (!segmentPattern.test(incidentService)) problems.push(`SLIPWAY_INCIDENT_SERVICE ${segmentRule}, not ${incidentService}`)
  if (!segmentPattern.test(deploymentTool)) problems.push(`SLIPWAY_DEPLOYMENT_TOOL ${segmentRule}, not ${deploymentTool}`)
  if (incidentService === deploymentTool) problems.push('SLIPWAY_INCIDENT_SERVICE and SLIPWAY_DEPLOYMENT_TOOL must differ')
  return problems
}

/** Sessions and bearer tokens would be sent unencrypted to any other URL. */
function isHttpsOrLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|\[::1\]|127(\.\d+){3})$/.test(hostname))
}

/** Repeated characters, words and sequences compress well, and random text doesn't. */
function isGuessable(secret: string): boolean {
  return new Set(secret).size < 8 || deflateRawSync(secret, { level: 9 }).length < 24
}
