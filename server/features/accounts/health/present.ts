import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { HealthPart } from '../../../db/tables.ts'
import { people } from '../../../people/queries.ts'
import { canDoInAccount, stateVerdict } from '../accounts/policy.ts'
import type { Account } from '../accounts/schemas.ts'
import { type HealthPartResult, ownersFinding, type PartId, weights } from './parts.ts'
import { canFixFinding, canRestoreTags } from './policy.ts'
import type { AccountHealth } from './schemas.ts'
import { scoreOf } from './score.ts'

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

export async function loadHealth(db: Db, actor: Person, account: Account): Promise<PresentedHealth> {
  const [healthRow, familyOwners] = await Promise.all([
    db.selectFrom('account_health').selectAll().where('account_id', '=', account.id).executeTakeFirst(),
    db.selectNoFrom(people(sql`family_owners`, sql`l.family_id = ${account.family.id} and p.active`).as('list')).executeTakeFirstOrThrow(),
  ])
  const owners = account.owners
  const healthParts = (healthRow?.parts ?? []).map((healthPart) =>
    healthPart.id === 'owners' ? withCurrentOwners(healthPart, owners) : healthPart,
  ) as HealthPartResult[]
  const firstOf = { owners: owners.find((owner) => owner.active), familyOwner: familyOwners.list[0], administrators: undefined }
  const canUpdate = canDoInAccount(actor, 'update', account)
  return {
    accountId: account.id,
    ...(healthRow ? scoreOf(healthParts) : { score: null, known: null }),
    parts: healthParts
      .map(({ answered: _, role, action, ...healthPart }) => ({
        ...healthPart,
        title: titles[healthPart.id],
        action: action && { ...action, href: action.at === 'portal' ? portalOf(healthPart.id) : null },
        owner: { role, person: firstOf[role] ?? null },
        can: { act: canFixFinding(actor, account, role) },
      }))
      .sort((a, b) => b.of - a.of),
    checkedAt: healthRow?.checked_at.toISOString() ?? null,
    can: {
      refresh: canUpdate === true ? stateVerdict('update', account) : canUpdate,
      restoreTags: canUpdate === true ? canRestoreTags(account) : canUpdate,
    },
  }
}

function withCurrentOwners(healthPart: HealthPart, owners: { active: boolean }[]): HealthPart {
  const finding = ownersFinding({ owners })
  return { ...healthPart, role: 'owners', ...finding, points: Math.round(finding.points * weights.owners) }
}

function portalOf(healthPart: PartId): string {
  return healthPart === 'policy'
    ? 'https://portal.azure.com/#view/Microsoft_Azure_Policy/PolicyMenuBlade/~/Compliance'
    : 'https://portal.azure.com/#view/Microsoft_Azure_Security/SecurityMenuBlade/~/EnvironmentSettings'
}
