import type { Verdict } from '../../../auth/access.ts'
import { operation } from '../../../http/operation.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { notOnCall } from './notOnCall.ts'
import { canOpen } from './policy.ts'
import { profileCoversAccount } from './profiles.ts'
import { ownEmergencies, presentEmergency, selectEmergencies } from './queries.ts'
import { AccountEmergency } from './schemas.ts'

export const getAccountEmergencyAccess = operation({
  id: 'getAccountEmergencyAccess',
  method: 'GET',
  path: '/accounts/{id}/emergency-access',
  tag: 'emergency-access',
  summary: 'List current emergency access to an account and the profiles you can use',
  description: 'On-call membership is at most one minute old and is checked again when you start emergency access.',
  access: 'signedIn',
  params: AccountId,
  responses: { 200: AccountEmergency },
  errors: ['notFound'],
  async handler({ db, actor, config, params, now }) {
    const account = await loadAccount(db, actor, params.id)
    const [active, profiles, ownOpenEmergencies] = await Promise.all([
      selectEmergencies(db, actor)
        .where('e.account_id', '=', account.id)
        .where('e.status', 'in', ['opening', 'active', 'ending'])
        .orderBy('e.created_at', 'desc')
        .limit(50)
        .execute(),
      db
        .selectFrom('emergency_profiles as f')
        .innerJoin('directory_group_members as m', (join) =>
          join.onRef('m.group_id', '=', 'f.directory_group_id').on('m.person_id', '=', actor.id),
        )
        .select(['f.id', 'f.name', 'f.description', 'f.role_name as role', 'f.max_minutes as maxMinutes'])
        .where(profileCoversAccount(account))
        .orderBy('f.name')
        .limit(50)
        .execute(),
      ownEmergencies(db, account.id, actor, now()),
    ])
    const start: Verdict = profiles.length > 0 ? canOpen(account, ownOpenEmergencies) : notOnCall
    return { active: active.map((row) => presentEmergency(actor, row, { config, now: now() })), profiles, can: { start } }
  },
})
