import type { CallInput } from '../../api/client.ts'
import type { ListSearch } from '../../shared/listSearch.ts'

/** The list of sandboxes as its address asks for it. */
export function sandboxesQuery({ page, size, sort, filter, q }: ListSearch): NonNullable<CallInput<'listSandboxesAdv'>['query']> {
  return {
    ...(page && page > 1 && { page }),
    ...(size && size !== 25 && { size }),
    ...(sort && { sort }),
    ...(filter && { filter }),
    ...(q && { search: q }),
  }
}
