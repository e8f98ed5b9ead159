import { ask } from './ask.ts'

/** Names and dates of secrets; a value is never asked for. */
export const listKeyVaults = (id: string) => ({ ...ask('listKeyVaults', { params: { id } }, ['keyVault']), staleTime: 60_000 })
