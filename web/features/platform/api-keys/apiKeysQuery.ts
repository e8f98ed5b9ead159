import { type ListSearch, listQuery } from '../../../shared/listSearch.ts'

/** The list of API keys as its address asks for it. */
export const apiKeysQuery = ({ show, filter: _, ...search }: ListSearch & { show?: 'revoked' | undefined }) => ({
  ...listQuery(search),
  ...(show === 'revoked' && { revoked: true }),
})
