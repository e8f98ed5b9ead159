import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

type Query<Id extends 'lookupSnetData' | 'listVirtualMachineSkus' | 'listVmImageData'> = NonNullable<CallInput<Id>['query']>

export const lookupSnetData = (query: Query<'lookupSnetData'>) => ({
  ...ask('lookupSnetData', { query }, ['account']),
  staleTime: 60_000,
})
export const listVirtualMachineSkus = (query: Query<'listVirtualMachineSkus'>) => ({
  ...ask('listVirtualMachineSkus', { query }),
  staleTime: 3_600_000,
})
export const listVirtualMachinePrices = (region: string) => ({
  ...ask('listVirtualMachinePrices', { query: { region } }),
  staleTime: 3_600_000,
})
export const listVmImageData = (query: Query<'listVmImageData'>) => ({ ...ask('listVmImageData', { query }), staleTime: 3_600_000 })
