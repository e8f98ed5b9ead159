/** Where a group gives its roles: an account or a sandbox. Also the kind under which its changes are announced. */
export interface GroupHome {
  kind: 'account' | 'sandbox'
  id: string
}

/** Of a row of `access_groups` or `access_requests`, which has exactly one of the two. */
export function homeOf({ account_id, sandbox_id }: { account_id: string | null; sandbox_id: string | null }): GroupHome {
  return account_id === null ? { kind: 'sandbox', id: sandbox_id! } : { kind: 'account', id: account_id }
}
