const catalogue: Record<string, Record<string, Record<string, string>>> = {
  Canonical: {
    '0001-com-ubuntu-server-jammy': { '22_04-lts': '22.04', '22_04-lts-arm64': '22.04', '22_04-lts-gen2': '22.04' },
    'ubuntu-22_04-lts': { minimal: '22.04', server: '22.04', 'server-arm64': '22.04' },
    'ubuntu-24_04-lts': { minimal: '24.04', server: '24.04', 'server-arm64': '24.04', 'server-gen1': '24.04' },
  },
  Debian: { 'debian-12': { '12': '0', '12-arm64': '0', '12-gen2': '0' } },
  MicrosoftSQLServer: { 'sql2022-ws2022': { 'enterprise-gen2': '16.0', 'standard-gen2': '16.0', 'web-gen2': '16.0' } },
  MicrosoftWindowsDesktop: { 'windows-11': { 'win11-23h2-ent': '22631', 'win11-24h2-ent': '26100' } },
  MicrosoftWindowsServer: {
    WindowsServer: {
      '2019-datacenter-gensecond': '17763',
      '2022-datacenter': '20348',
      '2022-datacenter-azure-edition': '20348',
      '2022-datacenter-g2': '20348',
      '2025-datacenter-g2': '26100',
    },
  },
  Oracle: { 'Oracle-Linux': { 'ol810-lvm-gen2': '8.10', 'ol94-lvm-gen2': '9.4' } },
  RedHat: { RHEL: { '8-lvm-gen2': '8.10', '9-lvm-gen2': '9.4', '9_4': '9.4' }, 'rhel-arm64': { '9_4-arm64': '9.4' } },
  SUSE: { 'sles-15-sp6': { gen1: '2026', gen2: '2026' } },
}

// biome-ignore format: names only
const empty = [
  'AdGuard', 'Barracuda', 'bitnami', 'checkpoint', 'cisco', 'cloudbees', 'cognosys', 'couchbase', 'elastic', 'f5-networks', 'fortinet',
  'gitlab', 'hashicorp', 'ibm', 'kinvolk', 'mcafee', 'MicrosoftDynamicsAX', 'MicrosoftVisualStudio', 'nginxinc', 'nvidia', 'paloaltonetworks',
  'Progress', 'rapid7', 'redis', 'SoftwareAG', 'sonicwall-inc', 'splunk', 'tenable', 'trendmicro', 'veeam', 'zscaler',
]

const months = 24

interface ImagePath {
  publisher?: string | undefined
  offer?: string | undefined
  sku?: string | undefined
}

function lookUpIgnoringCase<T>(record: Record<string, T>, name: string): T | undefined {
  return Object.entries(record).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
}

export function imageNames({ publisher, offer, sku }: ImagePath, now: Date): string[] | undefined {
  if (publisher === undefined) return [...Object.keys(catalogue), ...empty].sort((a, b) => a.localeCompare(b))
  if (empty.some((name) => name.toLowerCase() === publisher.toLowerCase())) return offer === undefined ? [] : undefined
  const offers = lookUpIgnoringCase(catalogue, publisher)
  if (!offers || offer === undefined) return offers && Object.keys(offers)
  const skus = lookUpIgnoringCase(offers, offer)
  if (!skus || sku === undefined) return skus && Object.keys(skus)
  const prefix = lookUpIgnoringCase(skus, sku)
  return prefix === undefined ? undefined : versions(prefix, now)
}

function versions(prefix: string, now: Date): string[] {
  return Array.from({ length: months }, (_, index) => {
    const time = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (months - 1 - index), 5))
    return `${prefix}.${time.toISOString().slice(0, 10).replaceAll('-', '')}${prefix.includes('.') ? '0' : ''}`.replace(
      /^(\d+)\.(\d+)$/,
      '$1.0.$2',
    )
  })
}
