const short = /^git@([a-z\d.-]+):([\w.~-]+(?:\/[\w.~-]+)*)$/i

/** A chart registry as Argo CD expects it, without `oci://`. Ports are refused, because Argo CD treats all such addresses as equal. */
const registry = /^([a-z\d-]+(?:\.[a-z\d-]+)+)(?:\/[a-z\d]+(?:[._-]+[a-z\d]+)*)+$/

export const isRegistry = (address: string): boolean => registry.test(address)

/**
 * @param ofCharts whether the address is for Helm charts instead of a Git repository
 * @returns why the address is refused, as a text that follows “The repository”; undefined if it is allowed
 */
export function addressProblem(address: string, hosts: readonly string[], ofCharts: boolean): string | undefined {
  if (/[\s*?#%\\]|\.\.|\p{Cc}/u.test(address)) return 'address has characters that aren’t allowed.'
  const host = ofCharts ? hostOfCharts(address) : hostOf(address)
  if (host === undefined && ofCharts)
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

/** Host, with the port if it isn't the default one. */
function hostOf(address: string): string | undefined {
  const shortened = short.exec(address)
  if (shortened) return shortened[1]!.toLowerCase()
  if (!URL.canParse(address)) return undefined
  const { protocol, host, username, password, pathname } = new URL(address)
  if (password !== '' || pathname.length < 2) return undefined
  if (protocol === 'https:' && username === '') return host
  return protocol === 'ssh:' && /^\w*$/.test(username) ? host.toLowerCase() : undefined
}

/** Normalises a repository address like Argo CD, so that all spellings compare as equal. */
export function normalAddress(address: string): string {
  const lower = address.trim().toLowerCase()
  const ssh = /^git@[^/:]+:/.test(lower) ? `ssh://${lower.replace(':', '/')}` : lower
  return ssh.replace(/\.git$/, '').replace(/^ssh:\/\//, '')
}
