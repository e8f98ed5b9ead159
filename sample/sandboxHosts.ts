import { stableId } from './stableId.ts'

interface SampleSandboxHost {
  name: string
  subscriptionId: string
  /** A shared host holds many sandboxes, each in a resource group; a pool host holds one sandbox at a time. */
  kind: 'shared' | 'pool'
}

const host = (kind: SampleSandboxHost['kind'], number: number): SampleSandboxHost => {
  const name = `sub-sandbox-${kind}-${number}`
  return { name, subscriptionId: stableId(`subscription/${name}`), kind }
}

export const sandboxManagementGroup = 'ng-lz-sandbox'

export const sandboxHosts: readonly SampleSandboxHost[] = [
  ...[1, 2].map((number) => host('shared', number)),
  ...[1, 2, 3, 4, 5, 6].map((number) => host('pool', number)),
]
