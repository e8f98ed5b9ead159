import type { SimResource, SimResourceGroup } from './resource.ts'

export interface Landscape {
  groups: SimResourceGroup[]
  resources: SimResource[]
}
