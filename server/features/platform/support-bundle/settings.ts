import { openEnvironment } from '../../../config/environment.ts'
import { type Config, ConfigurationError, readConfig } from '../../../config.ts'
import { isSecret } from '../doctor/checkConfiguration.ts'

type Environment = Record<string, string | undefined>
type Shape = (value: string) => string | undefined

const matching =
  (pattern: RegExp): Shape =>
  (value) =>
    pattern.test(value) ? value : undefined
const number = matching(/^\d{1,9}$/)
const oneOf = (...values: string[]): Shape => matching(new RegExp(`^(?:${values.join('|')})$`))
const address = matching(/^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f:]{2,39}|localhost)$/i)
const word = matching(/^[a-z][a-z0-9]{1,29}$/)
/** Leaves out user, password, path and parameters, which can contain credentials. */
const origin: Shape = (value) => (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? new URL(value).origin : undefined)

/** The only settings whose values are in a bundle, and only in this form. */
const shownSettings: Record<string, Shape> = {
  SLIPWAY_MODE: oneOf('production', 'development'),
  HOST: address,
  PORT: number,
  SLIPWAY_HTTPS_PORT: number,
  SLIPWAY_PUBLIC_URL: origin,
  SLIPWAY_DATABASE_WAIT_SECONDS: number,
  SLIPWAY_DATABASE_CONNECTIONS: number,
  SLIPWAY_SLOW_QUERY_MS: number,
  SLIPWAY_LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  SLIPWAY_OPS_HOST: address,
  SLIPWAY_OPS_PORT: number,
  SLIPWAY_DRAIN_READINESS_SECONDS: number,
  SLIPWAY_DRAIN_REQUEST_SECONDS: number,
  SLIPWAY_DRAIN_JOB_SECONDS: number,
  SLIPWAY_SESSION_IDLE_SECONDS: number,
  SLIPWAY_STEP_UP_CONTEXT: matching(/^c[1-9]\d?$/),
  SLIPWAY_STEP_UP_MINUTES: number,
  SLIPWAY_OIDC_ISSUER: origin,
  SLIPWAY_AUTHORITY_HOST: origin,
  SLIPWAY_ARM_ENDPOINT: origin,
  SLIPWAY_GRAPH_ENDPOINT: origin,
  SLIPWAY_GIT_HOST: oneOf('github', 'azureDevOps'),
  SLIPWAY_GIT_ENDPOINT: origin,
  SLIPWAY_MERGE: oneOf('automatic', 'onRequest'),
  SLIPWAY_PRICES_ENDPOINT: origin,
  SLIPWAY_ARGOCD_ENDPOINT: origin,
  SLIPWAY_SERVICENOW_ENDPOINT: origin,
  SLIPWAY_STORES_ENDPOINT: origin,
  SLIPWAY_OTLP_ENDPOINT: origin,
  SLIPWAY_OTLP_PERCENT: number,
  SLIPWAY_INCIDENT_SERVICE: word,
  SLIPWAY_DEPLOYMENT_TOOL: word,
  SLIPWAY_LOOKUP_REGION: word,
  SLIPWAY_RECONCILE_MINUTES: number,
  SLIPWAY_SANDBOX_POLL_SECONDS: number,
}

interface BundledSettings {
  /** `value` is absent unless the setting is in the list of shown settings and has the expected form. */
  settings: { name: string; from: 'environment' | 'file' | 'default'; value?: string }[]
  /** Names of the settings with problems. The messages repeat values, so they are left out. */
  wrong: string[]
  problems: number
}

export function describeSettings(env: Environment): { described: BundledSettings; config: Config | undefined } {
  let config: Config | undefined
  let problems: readonly string[] = []
  let sources: Config['sources'] = []
  try {
    config = readConfig(env)
    sources = config.sources
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    problems = error.problems
    sources = error.sources
  }
  const { read } = openEnvironment(env)
  const settings = sources.map(({ name, from }) => {
    const value = from === 'default' ? undefined : shownSettings[name]?.(read(name) ?? '')
    return value === undefined ? { name, from } : { name, from, value }
  })
  const wrong = sources
    .map(({ name }) => name)
    .filter((name) => problems.some((problem) => new RegExp(`\\b${name}(_FILE)?\\b`).test(problem)))
  return { described: { settings, wrong, problems: problems.length }, config }
}

/** @returns the values of secret settings, and the passwords in URLs, for which a finished bundle is searched */
export function hiddenValues(env: Environment, { settings }: BundledSettings): string[] {
  const { read, json } = openEnvironment(env)
  const headers = Object.values(json<Record<string, unknown>>('SLIPWAY_OTLP_HEADERS', {}) ?? {}).map(String)
  const values = settings.flatMap(({ name }) => {
    const value = read(name) ?? ''
    const password = URL.canParse(value) ? new URL(value).password : ''
    return [password, ...(isSecret(name) ? [value] : [])]
  })
  // Shorter values can be parts of other text.
  return [...headers, ...values].filter((value) => value.length >= 8)
}
