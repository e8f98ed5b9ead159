import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import type { ChannelType } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'

interface ChannelScope {
  towerId?: string | null
  familyId?: string | null
  accountId?: string | null
}

/** @throws invalidRequest with the field, if messages can't be sent to the URL */
export function requireAddress({ webhooks }: Pick<Clients, 'webhooks'>, url: string): void {
  const problem = webhooks.problemOf(url)
  if (problem) throw new Failure('invalidRequest', `The URL ${problem}.`, { errors: [{ field: 'url', message: problem }] })
}

/** @throws invalidRequest if several are set, or if the record doesn't exist */
export async function requireScope(db: Db, { towerId, familyId, accountId }: ChannelScope): Promise<void> {
  const scopeIds = [towerId, familyId, accountId].filter((id) => id)
  if (scopeIds.length > 1) {
    const message = 'must be only one of tower, family and account; choose the narrowest'
    throw new Failure('invalidRequest', 'A channel can have only one tower, family or account as its scope.', {
      errors: [{ field: towerId ? 'towerId' : 'familyId', message }],
    })
  }
  const requireExisting = async (table: 'towers' | 'families' | 'accounts', field: keyof ChannelScope, id: string | null | undefined) => {
    if (!id || (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst())) return
    throw new Failure('invalidRequest', 'The selected tower, family or account no longer exists. Choose another.', {
      errors: [{ field, message: 'doesn’t exist' }],
    })
  }
  await requireExisting('towers', 'towerId', towerId)
  await requireExisting('families', 'familyId', familyId)
  await requireExisting('accounts', 'accountId', accountId)
}

/** Returns a part of the URL by which people recognise it. For chats this is only the host, because the path is a secret. */
export function maskUrl(type: ChannelType, url: string): string {
  const { origin, pathname } = new URL(url)
  return type === 'webhook' ? `${origin}${pathname.length > 1 ? pathname : ''}`.slice(0, 300) : `${origin}/…`.slice(0, 300)
}
