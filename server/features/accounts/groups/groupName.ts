import { slug } from '../accounts/slug.ts'

export function groupName(account: { name: string }, suffix: string): string {
  return `az-${slug(account.name)}-${suffix}`
}
