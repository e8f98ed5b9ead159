import { slug } from '../accounts/slug.ts'

/** Of a group of an account, by what stands at its end. */
export function groupName(account: { name: string }, suffix: string): string {
  return `az-${slug(account.name)}-${suffix}`
}
