import { hash } from 'node:crypto'

/** Derives a UUID from `name` (shaped as version 5), so that sample IDs never change between runs. */
export function stableId(name: string): string {
  const hex = hash('sha1', `northgate.example/${name}`, 'hex')
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
