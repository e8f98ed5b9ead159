import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { HealthPart } from '../../../db/tables.ts'
import { people } from '../../../people/queries.ts'
import { canDoInAccount, stateAllows } from '../accounts/policy.ts'
import type { Account } from '../accounts/schemas.ts'
import { ofOwners, type Part, type PartId, scoreOf, weights } from './parts.ts'
import { canRestoreTags } from './policy.ts'
import type { AccountHealth } from './schemas.ts'

type PresentedHealth = Static<typeof AccountHealth>

const titles: Record<PartId, string> = {
  owners: 'Owners',
  vulnerabilities: 'Vulnerabilities',
  policy: 'Policy',
  backup: 'Backup',
  patching: 'Patching',
  tags: 'Tags',
  budget: 'Budget',
  exposure: 'Internet exposure',
  unmanagedGroups: 'Unmanaged resource groups',
}

/** Owners are current; every other part is as it was last checked. */
export async function readHealth(db: Db, actor: Person, account: Account): Promise<PresentedHealth> {
  const [known, familyOwners] = await Promise.all([
    db.selectFrom('account_health').selectAll().where('account_id', '=', account.id).executeTakeFirst(),
    db.selectNoFrom(people(sql`family_owners`, sql`l.family_id = ${account.family.id} and p.active`).as('list')).executeTakeFirstOrThrow(),
  ])
  const owners = account.owners
  const parts = (known?.parts ?? []).map((part) => (part.id === 'owners' ? ownersNow(part, owners) : part)) as Part[]
  const firstOf = { owners: owners.find((owner) => owner.active), familyOwner: familyOwners.list[0], administrators: undefined }
  const may = canDoInAccount(actor, 'update', account)
  return {
    accountId: account.id,
    score: known ? scoreOf(parts) : null,
    parts: parts
      .map(({ answered: _, role, action, ...part }) => ({
        ...part,
        title: titles[part.id],
        action: action && { ...action, href: action.at === 'portal' ? portalOf(part.id) : null },
        owner: { role, person: firstOf[role] ?? null },
      }))
      .sort((a, b) => b.of - a.of),
    checkedAt: known?.checked_at.toISOString() ?? null,
    can: {
      refresh: may === true ? stateAllows('update', account) : may,
      restoreTags: may === true ? canRestoreTags(account) : may,
    },
  }
}

function ownersNow(part: HealthPart, owners: { active: boolean }[]): HealthPart {
  const found = ofOwners({ owners })
  return { ...part, role: 'owners', ...found, points: Math.round(found.points * weights.owners) }
}

function portalOf(part: PartId): string {
  return part === 'policy'
    ? 'https://portal.azure.com/#view/Microsoft_Azure_Policy/PolicyMenuBlade/~/Compliance'
    : 'https://portal.azure.com/#view/Microsoft_Azure_Security/SecurityMenuBlade/~/EnvironmentSettings'
}
