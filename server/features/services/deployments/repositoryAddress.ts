const scpAddress = /^git@([a-z\d.-]+):([\w.~-]+(?:\/[\w.~-]+)*)$/i

/**
 * A chart registry in the form that Argo CD expects, without `oci://`. Ports are rejected, because Argo CD treats all URLs with a port as
 * equal.
 */
const registry = /^([a-z\d-]+(?:\.[a-z\d-]+)+)(?:\/[a-z\d]+(?:[._-]+[a-z\d]+)*)+$/

export const isRegistry = (address: string): boolean => registry.test(address)

/**
 * @param isChart whether the URL is for Helm charts instead of a Git repository
 * @returns the reason why the URL is rejected, as a text that follows “The repository”; undefined if the URL is allowed
 */
export function addressProblem(address: string, hosts: readonly string[], isChart: boolean): string | undefined {
  if (/[\s*?#%\\]|\.\.|\p{Cc}/u.test(address)) return 'address has invalid characters.'
  const host = isChart ? hostOfCharts(address) : hostOf(address)
  if (host === undefined && isChart)
    return 'must be https://host/path or, for a registry (OCI), host/path without a port, and without a password.'
  if (host === undefined) return 'must be https://host/path, ssh://git@host/path or git@host:path, without a password.'
  if (hosts.includes(host)) return undefined
  return hosts.length === 0
    ? 'can’t be used: no repository hosts are allowed yet. Ask an administrator to set SLIPWAY_ARGOCD_REPOSITORY_HOSTS.'
    : `must be on ${hosts.join(', ')} only, not on ${host}.`
}

function hostOfCharts(address: string): string | undefined {
  return registry.exec(address)?.[1] ?? (address.startsWith('https://') ? hostOf(address) : undefined)
}

/** Returns the host, with the port unless it is the default port. */
function hostOf(address: string): string | undefined {
  const expandedAddress = scpAddress.exec(address)
  if (expandedAddress) return expandedAddress[1]!.toLowerCase()
  if (!URL.canParse(address)) return undefined
  const { protocol, host, username, password, pathname } = new URL(address)
  if (password !== '' || pathname.length < 2) return undefined
  if (protocol === 'https:' && username === '') return host
  return protocol === 'ssh:' && /^\w*$/.test(username) ? host.toLowerCase() : undefined
}

/** Normalises a repository URL in the same way as Argo CD, so that all its spellings are equal. */
export function normalAddress(address: string): string {
  const lowercased = address.trim().toLowerCase()
  const ssh = /^git@[^/:]+:/.test(lowercased) ? `ssh://${lowercased.replace(':', '/')}` : lowercased
  return ssh.replace(/\.git$/, '').replace(/^ssh:\/\//, '')
}
