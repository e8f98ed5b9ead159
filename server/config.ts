import { readFileSync } from 'node:fs'

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
  /** Addresses of proxies whose X-Forwarded headers count. Default none. */
  trustedProxies: string[]
  databaseUrl: string | undefined
  dataDir: string
  logLevel: string
  tenantId: string
  oidc: { issuer: string; clientId: string; clientSecret: string; audience: string }
  session: { idleSeconds: number }
  /** What a strong sign-in is, and for how long it counts: the authentication context of the directory that is asked for. */
  stepUp: { context: string; minutes: number }
  outside: {
    tenantId: string
    authorityHost: string
    clientId: string
    clientSecret: string | undefined
    arm: { endpoint: string; scope: string }
    graph: { endpoint: string; scope: string }
    git: { endpoint: string; token: string; repository: string }
    /** Azure's public price list, default that of the public cloud. */
    prices: { endpoint: string }
    servicenow: { endpoint: string; user: string; password: string }
  }
  billingScope: string
  /** Id of the management group for a new account, with `{zone}` (corp, online, isolated) and `{environment}` (prod, preprod, test, dev). */
  managementGroup: string
  /** Id of the management group above all accounts: what a person may take anywhere is asked there. Default: that of the tenant. */
  rootManagementGroup: string
  /** What sandboxes need: the management group of subscriptions given away as one, and how long after nothing is seen it is looked again. */
  sandboxes: { managementGroup: string; lookAgainSeconds: number }
  /** Directory group whose members own accounts that would otherwise be nobody's. */
  fallbackOwnersGroup: string | undefined
  /** Minutes between two comparisons of the directory with the record of access, default 15. */
  reconcileMinutes: number
  /** Hub network per region that accounts with corporate connectivity are peered with. */
  hubNetworks: Record<string, string>
}

/** Reads and checks the whole configuration. @throws one error that lists every problem. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const known = new Set<string>()
  const read = (name: string): string | undefined => {
    known.add(name).add(`${name}_FILE`)
    const file = env[`${name}_FILE`]
    if (file === undefined) return env[name] === '' ? undefined : env[name]
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      problems.push(`${name}_FILE names ${file}, which cannot be read`)
      return undefined
    }
  }
  const need = (name: string, what: string): string => {
    const value = read(name)
    if (value === undefined) problems.push(`${name} is missing: ${what}`)
    return value ?? ''
  }
  const url = (name: string, what: string, https = false, fallback?: string): string => {
    const value = fallback === undefined ? need(name, what) : (read(name) ?? fallback)
    if (value === '') return value
    if (!URL.canParse(value)) problems.push(`${name} is not a URL: ${value}`)
    else if (https && new URL(value).protocol !== 'https:') problems.push(`${name} must be https: ${value}`)
    return value.replace(/\/+$/, '')
  }
  const integer = (name: string, fallback: number, low: number, high: number): number => {
    const text = read(name)
    if (text === undefined) return fallback
    const value = Number(text)
    if (!Number.isInteger(value) || value < low || value > high)
      problems.push(`${name} must be a whole number from ${low} to ${high}, not ${text}`)
    return value
  }
  const json = <T>(name: string, fallback: T): T => {
    const text = read(name)
    if (text === undefined) return fallback
    try {
      return JSON.parse(text) as T
    } catch {
      problems.push(`${name} is not valid JSON`)
      return fallback
    }
  }
  const list = (name: string): string[] =>
    (read(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)

  const mode = read('SLIPWAY_MODE') ?? 'production'
  if (mode !== 'production' && mode !== 'development') problems.push(`SLIPWAY_MODE must be production or development, not ${mode}`)
  const cert = read('SLIPWAY_TLS_CERT')
  const key = read('SLIPWAY_TLS_KEY')
  if ((cert === undefined) !== (key === undefined)) problems.push('SLIPWAY_TLS_CERT and SLIPWAY_TLS_KEY go together')

  const tenantId = need('SLIPWAY_TENANT_ID', 'the directory tenant whose people may sign in')

  const config: Config = {
    mode: mode === 'development' ? 'development' : 'production',
    host: read('HOST') ?? '127.0.0.1',
    port: integer('PORT', 8080, 0, 65_535),
    httpsPort: integer('SLIPWAY_HTTPS_PORT', 8443, 0, 65_535),
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    ca: read('SLIPWAY_CA'),
    publicUrl: url('SLIPWAY_PUBLIC_URL', 'where people reach Slipway, such as https://slipway.example'),
    allowedHosts: list('SLIPWAY_ALLOWED_HOSTS'),
    trustedProxies: list('SLIPWAY_TRUSTED_PROXIES'),
    databaseUrl: read('DATABASE_URL'),
    dataDir: read('SLIPWAY_DATA') ?? '.slipway',
    logLevel: read('SLIPWAY_LOG_LEVEL') ?? 'info',
    tenantId,
    oidc: {
      issuer: url('SLIPWAY_OIDC_ISSUER', 'the issuer of sign-ins', true),
      clientId: need('SLIPWAY_OIDC_CLIENT_ID', 'the client id Slipway is registered under'),
      clientSecret: need('SLIPWAY_OIDC_CLIENT_SECRET', 'its client secret'),
      audience: read('SLIPWAY_OIDC_AUDIENCE') ?? 'api://slipway',
    },
    session: { idleSeconds: integer('SLIPWAY_SESSION_IDLE_SECONDS', 259_200, 60, 2_592_000) },
    stepUp: { context: read('SLIPWAY_STEP_UP_CONTEXT') ?? 'c1', minutes: integer('SLIPWAY_STEP_UP_MINUTES', 60, 5, 1_440) },
    outside: {
      tenantId,
      authorityHost: url('SLIPWAY_AUTHORITY_HOST', 'the token service, such as https://login.microsoftonline.com', true),
      clientId: read('SLIPWAY_CLOUD_CLIENT_ID') ?? read('SLIPWAY_OIDC_CLIENT_ID') ?? '',
      clientSecret: read('SLIPWAY_CLOUD_CLIENT_SECRET') ?? read('SLIPWAY_OIDC_CLIENT_SECRET'),
      arm: {
        endpoint: url('SLIPWAY_ARM_ENDPOINT', 'Azure Resource Manager', true),
        scope: read('SLIPWAY_ARM_SCOPE') ?? 'https://management.azure.com/.default',
      },
      graph: {
        endpoint: url('SLIPWAY_GRAPH_ENDPOINT', 'Microsoft Graph', true),
        scope: read('SLIPWAY_GRAPH_SCOPE') ?? 'https://graph.microsoft.com/.default',
      },
      git: {
        endpoint: url('SLIPWAY_GIT_ENDPOINT', 'the Git hosting API', true),
        token: need('SLIPWAY_GIT_TOKEN', 'the Git hosting token'),
        repository: need('SLIPWAY_GIT_REPOSITORY', 'owner/name of the landing-zone repository'),
      },
      prices: { endpoint: url('SLIPWAY_PRICES_ENDPOINT', 'the price list', true, 'https://prices.azure.com') },
      servicenow: {
        endpoint: url('SLIPWAY_SERVICENOW_ENDPOINT', 'the ServiceNow instance', true),
        user: need('SLIPWAY_SERVICENOW_USER', 'the ServiceNow user'),
        password: need('SLIPWAY_SERVICENOW_PASSWORD', 'its password'),
      },
    },
    billingScope: need('SLIPWAY_BILLING_SCOPE', 'the billing scope new subscriptions are charged to'),
    managementGroup: read('SLIPWAY_MANAGEMENT_GROUP') ?? 'lz-{zone}-{environment}',
    rootManagementGroup: read('SLIPWAY_ROOT_MANAGEMENT_GROUP') ?? tenantId,
    sandboxes: {
      managementGroup: read('SLIPWAY_SANDBOX_MANAGEMENT_GROUP') ?? 'sandboxes',
      lookAgainSeconds: integer('SLIPWAY_SANDBOX_LOOK_AGAIN_SECONDS', 30, 1, 3_600),
    },
    fallbackOwnersGroup: read('SLIPWAY_FALLBACK_OWNERS_GROUP'),
    reconcileMinutes: integer('SLIPWAY_RECONCILE_MINUTES', 15, 1, 1_440),
    hubNetworks: json<Record<string, string>>('SLIPWAY_HUB_NETWORKS', {}),
  }
  if (config.fallbackOwnersGroup && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(config.fallbackOwnersGroup))
    problems.push(`SLIPWAY_FALLBACK_OWNERS_GROUP must be the object id of a group, not ${config.fallbackOwnersGroup}`)
  if (!/^c[1-9]\d?$/.test(config.stepUp.context))
    problems.push(`SLIPWAY_STEP_UP_CONTEXT must be an authentication context from c1 to c99, not ${config.stepUp.context}`)
  for (const name of Object.keys(env))
    if (name.startsWith('SLIPWAY_') && !known.has(name) && !name.startsWith('SLIPWAY_SIM_'))
      problems.push(`${name} is not a setting of Slipway`)
  if (problems.length > 0) throw new Error(`Slipway cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  return config
}
