import { queryCall } from './queryCall.ts'

export const listKeyVaults = (id: string) => ({ ...queryCall('listKeyVaults', { params: { id } }, ['keyVault']), staleTime: 60_000 })
