import type { Requirement, RequirementService } from '../../server/clients/requirements/requirement.ts'
import { requirements } from '../../server/clients/requirements/requirements.ts'

export type PermissionRef = Pick<Requirement, 'service' | 'name'>

/** Slipway's identities have all permissions that the product documents, except the ones that a test has removed. */
export interface Permissions {
  take(permission: PermissionRef): void
  restoreAccess(permission: PermissionRef): void
  taken(): PermissionRef[]
  held(service: RequirementService): string[]
  /** Records that a request of Slipway's needed a permission. @throws when the product does not document it */
  use(permission: PermissionRef): void
  onUse(listener: (permission: PermissionRef) => void): void
}

const key = ({ service, name }: PermissionRef) => `${service} ${name}`
const documentedKeys = new Set(requirements.map(key))

export function createPermissions(): Permissions {
  const taken = new Map<string, PermissionRef>()
  const listeners: ((permission: PermissionRef) => void)[] = []
  const requireKnown = (permission: PermissionRef) => {
    if (!documentedKeys.has(key(permission))) throw new Error(`Slipway does not document the permission ${key(permission)}`)
  }
  return {
    take({ service, name }) {
      requireKnown({ service, name })
      taken.set(key({ service, name }), { service, name })
    },
    restoreAccess: (permission) => void taken.delete(key(permission)),
    taken: () => [...taken.values()],
    held: (service) => requirements.filter((each) => each.service === service && !taken.has(key(each))).map(({ name }) => name),
    use({ service, name }) {
      requireKnown({ service, name })
      for (const listener of listeners) listener({ service, name })
    },
    onUse: (listener) => void listeners.push(listener),
  }
}
