import { stableId } from './stableId.ts'

export interface SampleSandboxHost {
  name: string
  subscriptionId: string
  /** Shared ones hold many sandboxes, each in a resource group; of the pool each is one sandbox. */
  kind: 'shared' | 'pool'
}

const host = (kind: SampleSandboxHost['kind'], number: number): SampleSandboxHost => {
  const name = `sub-sandbox-${kind}-${number}`
  return { name, subscriptionId: stableId(`subscription/${name}`), kind }
}

/** The management group above all sandboxes. */
export const sandboxManagementGroup = 'ng-lz-sandbox'

/** The subscriptions that sandboxes are made in. */
export const sandboxHosts: readonly SampleSandboxHost[] = [
  ...[1, 2].map((number) => host('shared', number)),
  ...[1, 2, 3, 4, 5, 6].map((number) => host('pool', number)),
]
