import { ask } from './ask.ts'

/** Returns names and dates of secrets, never a value. */
export const listKeyVaults = (id: string) => ({ ...ask('listKeyVaults', { params: { id } }, ['keyVault']), staleTime: 60_000 })
