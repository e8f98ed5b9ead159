import type { CallInput } from './client.ts'
import { queryCall } from './queryCall.ts'

type Query<Id extends 'lookupSnetData' | 'listVirtualMachineSkus' | 'listVmImageData'> = NonNullable<CallInput<Id>['query']>

export const lookupSnetData = (query: Query<'lookupSnetData'>) => ({
  ...queryCall('lookupSnetData', { query }, ['account']),
  staleTime: 60_000,
})
export const listVirtualMachineSkus = (query: Query<'listVirtualMachineSkus'>) => ({
  ...queryCall('listVirtualMachineSkus', { query }),
  staleTime: 3_600_000,
})
export const listVirtualMachinePrices = (region: string) => ({
  ...queryCall('listVirtualMachinePrices', { query: { region } }),
  staleTime: 3_600_000,
})
export const listVmImageData = (query: Query<'listVmImageData'>) => ({ ...queryCall('listVmImageData', { query }), staleTime: 3_600_000 })
