import { createPrivateKey } from 'node:crypto'
import type { GithubApp } from '../clients/git/githubApp.ts'
import type { Environment } from './environment.ts'
import type { Config } from './shape.ts'

export function readExternalConfig(environment: Environment, tenantId: string): Config['external'] {
  const { read, need, url, list } = environment
  const cloudClientId = read('SLIPWAY_CLOUD_CLIENT_ID')
  const signInSecret = read('SLIPWAY_OIDC_CLIENT_SECRET')
  return {
    tenantId,
    authorityHost: url('SLIPWAY_AUTHORITY_HOST', 'the token service, such as https://login.microsoftonline.com', true),
    clientId: cloudClientId ?? read('SLIPWAY_OIDC_CLIENT_ID') ?? '',
    // The secret of the sign-in registration can't be used for another identity. Without a secret, a workload identity or managed identity
    // is used.
    clientSecret: read('SLIPWAY_CLOUD_CLIENT_SECRET') ?? (cloudClientId === undefined ? signInSecret : undefined),
    arm: {
      endpoint: url('SLIPWAY_ARM_ENDPOINT', 'Azure Resource Manager', true),
      scope: read('SLIPWAY_ARM_SCOPE') ?? 'https://management.azure.com/.default',
    },
    graph: {
      endpoint: url('SLIPWAY_GRAPH_ENDPOINT', 'Microsoft Graph', true),
      scope: read('SLIPWAY_GRAPH_SCOPE') ?? 'https://graph.microsoft.com/.default',
    },
    git: readGit(environment),
    argocd: readArgocd(environment),
    prices: { endpoint: url('SLIPWAY_PRICES_ENDPOINT', 'the price list', true, 'https://prices.azure.com') },
    keyVault: readKeyVault(environment),
    monitor: readMonitor(environment),
    stores: readStores(environment),
    servicenow: {
      endpoint: url('SLIPWAY_SERVICENOW_ENDPOINT', 'the ServiceNow instance', true),
      user: need('SLIPWAY_SERVICENOW_USER', 'the ServiceNow user'),
      password: need('SLIPWAY_SERVICENOW_PASSWORD', 'its password'),
    },
    mail: readMail(environment),
    webhookAllow: list('SLIPWAY_WEBHOOK_ALLOW').map((host) => host.toLowerCase()),
    proxy: readProxy(environment),
  }
}

/** Lower-case names come first, as in other programs. The URL can contain a password, so no error message repeats it. */
function readProxy({ problems, read }: Environment): Config['external']['proxy'] {
  const [address, upper] = [read('https_proxy'), read('HTTPS_PROXY')]
  const [bypassed, upperBypassed] = [read('no_proxy'), read('NO_PROXY')]
  const url = address ?? upper
  if (url === undefined) return undefined
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    problems.push('HTTPS_PROXY must be the URL of a proxy, such as http://proxy.example:3128')
    return undefined
  }
  return { https_proxy: url, no_proxy: bypassed ?? upperBypassed ?? '' }
}

function readGit(environment: Environment): Config['external']['git'] {
  const { problems, read, need, url, choice } = environment
  const host = choice('SLIPWAY_GIT_HOST', 'github', 'azureDevOps')
  const form = host === 'github' ? 'owner/name' : 'organisation/project/repository'
  const repository = need('SLIPWAY_GIT_REPOSITORY', `${form} of the landing-zone repository`)
  if (repository && repository.split('/').filter(Boolean).length !== form.split('/').length)
    problems.push(`SLIPWAY_GIT_REPOSITORY must be ${form}, not ${repository}`)
  const endpoint = url('SLIPWAY_GIT_ENDPOINT', 'the Git hosting API', true)
  const app = readGithubApp(environment, host)
  const token =
    host === 'github' && !app
      ? need('SLIPWAY_GIT_TOKEN', 'the token for the Git host, or a GitHub app (SLIPWAY_GIT_APP_ID)')
      : read('SLIPWAY_GIT_TOKEN')
  if (app && token !== undefined) problems.push('SLIPWAY_GIT_TOKEN and SLIPWAY_GIT_APP_ID can’t both be set')
  return { host, endpoint, token, app, repository }
}

function readGithubApp({ problems, read }: Environment, host: 'github' | 'azureDevOps'): GithubApp | undefined {
  const id = read('SLIPWAY_GIT_APP_ID')
  const key = read('SLIPWAY_GIT_APP_KEY')
  const installationId = read('SLIPWAY_GIT_APP_INSTALLATION')
  if (id === undefined && key === undefined && installationId === undefined) return undefined
  if (host !== 'github') problems.push('SLIPWAY_GIT_APP_ID needs SLIPWAY_GIT_HOST github')
  if (id === undefined || key === undefined || installationId === undefined)
    problems.push('SLIPWAY_GIT_APP_ID, SLIPWAY_GIT_APP_KEY and SLIPWAY_GIT_APP_INSTALLATION must be set together')
  if (id !== undefined && !/^[\w.]{1,40}$/.test(id)) problems.push(`SLIPWAY_GIT_APP_ID must be the client ID or the app ID, not ${id}`)
  if (installationId !== undefined && !/^\d{1,20}$/.test(installationId))
    problems.push(`SLIPWAY_GIT_APP_INSTALLATION must be the number of the installation, not ${installationId}`)
  if (key !== undefined && !isRsaKey(key)) problems.push('SLIPWAY_GIT_APP_KEY must be the RSA private key of the app in PEM')
  return { id: id ?? '', key: key ?? '', installationId: installationId ?? '' }
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

function readArgocd({ problems, read, need, url }: Environment): Config['external']['argocd'] {
  if (!read('SLIPWAY_ARGOCD_ENDPOINT')) {
    if (read('SLIPWAY_ARGOCD_TOKEN')) problems.push('SLIPWAY_ARGOCD_TOKEN needs SLIPWAY_ARGOCD_ENDPOINT')
    return undefined
  }
  const endpoint = url('SLIPWAY_ARGOCD_ENDPOINT', 'the deployment tool', true)
  return { endpoint, token: need('SLIPWAY_ARGOCD_TOKEN', 'the token of Slipway’s account in the deployment tool') }
}

function readKeyVault({ problems, read, url }: Environment): Config['external']['keyVault'] {
  const endpoint = url('SLIPWAY_KEYVAULT_ENDPOINT', 'Key Vault', true, 'https://{vault}.vault.azure.net')
  if (!hasOnePlaceholder(endpoint, '{vault}'))
    problems.push(`SLIPWAY_KEYVAULT_ENDPOINT must contain {vault} once, in place of the vault name, not ${endpoint}`)
  return { endpoint, scope: read('SLIPWAY_KEYVAULT_SCOPE') ?? 'https://vault.azure.net/.default' }
}

function readMonitor({ problems, read, url }: Environment): Config['external']['monitor'] {
  const endpoint = url('SLIPWAY_MONITOR_ENDPOINT', 'Azure Monitor', true, 'https://{region}.metrics.monitor.azure.com')
  if (!hasOnePlaceholder(endpoint, '{region}'))
    problems.push(`SLIPWAY_MONITOR_ENDPOINT must contain {region} once, in place of the region name, not ${endpoint}`)
  return { endpoint, scope: read('SLIPWAY_MONITOR_SCOPE') ?? 'https://metrics.monitor.azure.com/.default' }
}

const hasOnePlaceholder = (endpoint: string, placeholder: string) =>
  endpoint.split(placeholder).length === 2 && URL.canParse(endpoint.replace(placeholder, 'name'))

function readStores({ problems, read, url }: Environment): Config['external']['stores'] {
  const endpoint = read('SLIPWAY_STORES_ENDPOINT') && url('SLIPWAY_STORES_ENDPOINT', 'the store directory', true)
  const token = read('SLIPWAY_STORES_TOKEN')
  if ((endpoint === undefined) !== (token === undefined))
    problems.push('SLIPWAY_STORES_ENDPOINT and SLIPWAY_STORES_TOKEN must be set together')
  return endpoint && token ? { endpoint, token } : undefined
}

function readMail({ problems, read }: Environment): Config['external']['mail'] {
  const address = read('SLIPWAY_SMTP_URL')
  const from = read('SLIPWAY_MAIL_FROM')
  const password = read('SLIPWAY_SMTP_PASSWORD')
  if ((address === undefined) !== (from === undefined)) problems.push('SLIPWAY_SMTP_URL and SLIPWAY_MAIL_FROM must be set together')
  if (address === undefined || from === undefined) {
    if (password !== undefined && address === undefined) problems.push('SLIPWAY_SMTP_PASSWORD needs SLIPWAY_SMTP_URL')
    return undefined
  }
  if (!/^[^\s<>@]+@[^\s<>@]+$/.test(from)) problems.push(`SLIPWAY_MAIL_FROM must be an email address, not ${from}`)
  if (!URL.canParse(address) || !/^smtps?:$/.test(new URL(address).protocol) || !new URL(address).hostname) {
    problems.push('SLIPWAY_SMTP_URL must be smtps://host:465 or smtp://host:587')
    return undefined
  }
  const url = new URL(address)
  if (password !== undefined) url.password = encodeURIComponent(password)
  return { url: url.href, from }
}
