import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInAccount, stateVerdict } from '../../accounts/accounts/policy.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { loadCompared } from './queries.ts'
import { comparableGroups, scanGroups } from './scans.ts'
import { DriftScan } from './schemas.ts'
import { storeScans } from './storeScans.ts'

/** A call within this time after the previous one returns the same result, to protect the directory’s quota. */
const minIntervalMs = 10_000

export const reconcileAccount = operation({
  id: 'reconcileAccount',
  method: 'POST',
  path: '/accounts/{id}/reconcileAccess',
  tag: 'accounts',
  summary: 'Scan the access groups of an account now',
  description: 'Scans at most once every ten seconds; more frequent calls return the last result.',
  access: 'owner',
  params: AccountId,
  responses: { 200: Type.Object({ appeared: Type.Integer({ description: 'Number of new differences.' }), compared: DriftScan }) },
  errors: ['notFound', 'wrongState', 'conflict', 'outsideFailed'],
  async prepare({ db, actor, params, clients, now, signal }) {
    const account = await loadAccount(db, actor, params.id)
    const verdict = canDoInAccount(actor, 'manageAccess', account)
    const state = stateVerdict('manageAccess', account)
    if (verdict !== true || state !== true) return { verdict, state, scans: undefined }
    const groups = await comparableGroups(db, [account.id])
    const sinceDate = new Date(now().getTime() - minIntervalMs)
    const recentScan = await db
      .selectFrom('access_group_scans as l')
      .innerJoin('access_groups as g', 'g.id', 'l.group_id')
      .select('l.group_id')
      .where('g.account_id', '=', account.id)
      .where('l.scanned_at', '>', sinceDate)
      .limit(1)
      .execute()
    if (recentScan.length > 0) return { verdict, state, scans: undefined }
    return { verdict, state, scans: await scanGroups({ db, clients, now }, groups, signal) }
  },
  async handler({ db, actor, params, config, now, allow, audit }, { verdict, state, scans }) {
    const subject = { kind: 'account', id: params.id }
    audit({ subject })
    allow(verdict)
    requireState(state)
    await loadAccount(db, actor, params.id)
    const appeared = scans ? await storeScans(db, params.id, scans, now()) : 0
    return { appeared, compared: await loadCompared(db, sql<boolean>`a.id = ${params.id}`, config.reconcileMinutes) }
  },
})
