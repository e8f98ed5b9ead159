import { isIPv4, isIPv6 } from 'node:net'

/** Returns the network of an IP address: /24 for IPv4, /64 for IPv6, which usually belongs to one customer. */
export function networkOf(address: string): string {
  const plainAddress = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (isIPv4(plainAddress)) return `${plainAddress.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(plainAddress)) return 'unknown'
  // The URL parser normalises IPv6 addresses.
  const [leftHalf = '', right = ''] = new URL(`http://[${plainAddress}]`).hostname.slice(1, -1).split('::')
  const [leftGroups, tail] = [leftHalf, right].map((segment) => segment.split(':').filter(Boolean)) as [string[], string[]]
  const groups = [...leftGroups, ...Array<string>(8 - leftGroups.length - tail.length).fill('0'), ...tail]
  return `${groups.slice(0, 4).join(':')}::/64`
}
