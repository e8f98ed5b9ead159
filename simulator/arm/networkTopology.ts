import type { SimResource, SimResourceGroup } from './resource.ts'

export interface NetworkTopology {
  groups: SimResourceGroup[]
  resources: SimResource[]
}
