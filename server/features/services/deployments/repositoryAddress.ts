/** What is checked before anything is fetched from an address that a pipeline names. */

const short = /^git@([a-z\d.-]+):([\w.~-]+(?:\/[\w.~-]+)*)$/i

/** A registry of charts as Argo CD wants it written: without `oci://`. One with a port would be any other to it, so none is taken. */
const registry = /^([a-z\d-]+(?:\.[a-z\d-]+)+)(?:\/[a-z\d]+(?:[._-]+[a-z\d]+)*)+$/

export const isRegistry = (address: string): boolean => registry.test(address)

/**
 * Why this is no repository address that Slipway passes on, in words that follow “The repository”; undefined when it is one.
 * @param ofCharts whether charts are to come from there, and not files of a Git repository
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

/** Host, with the port where it is not the usual one. */
function hostOf(address: string): string | undefined {
  const shortened = short.exec(address)
  if (shortened) return shortened[1]!.toLowerCase()
  if (!URL.canParse(address)) return undefined
  const { protocol, host, username, password, pathname } = new URL(address)
  if (password !== '' || pathname.length < 2) return undefined
  if (protocol === 'https:' && username === '') return host
  return protocol === 'ssh:' && /^\w*$/.test(username) ? host.toLowerCase() : undefined
}

/** One spelling for all addresses of a repository, as Argo CD compares them. */
export function normalAddress(address: string): string {
  const lower = address.trim().toLowerCase()
  const ssh = /^git@[^/:]+:/.test(lower) ? `ssh://${lower.replace(':', '/')}` : lower
  return ssh.replace(/\.git$/, '').replace(/^ssh:\/\//, '')
}
