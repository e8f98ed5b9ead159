import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { checkInvariants, invariants, maxViolations } from './invariants.ts'

let database: TestDatabase
let open: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url, { max: 1 })
})
afterAll(async () => {
  await open.close()
  await database.drop()
})

const buildRules = (query: string) => [{ name: 'some-rule', rule: 'Something holds.', query, inOperation: false }]

const decisionSql = `(select d.approval_id, d.stage, d.id, d.approver_id, d.requester_id from approval_decisions d
  join approvals a on a.id = d.approval_id and a.status = 'approved' order by d.approval_id, d.stage limit 1)`
const justNow = `update approvals set closed_at = now() where id = (select approval_id from ${decisionSql} x)`
const linkUsers = (a: string, b: string) => `update people set employee_id = 'one human' where id in (${a}, ${b})`
const [anna, boris] = [0, 1].map((index) => `(select id from people where active order by id offset ${index} limit 1)`)
const group = `(select id from access_groups where status = 'ready' and account_id is not null order by id limit 1)`
const inUseCondition = `(select id from accounts where status = 'active' order by id limit 1)`
const insertReview = (status: 'scheduled' | 'open', kind: 'account' | 'tower', environments: string) => `
  insert into access_reviews (id, reference, name, ${kind}_id, reviewers, default_decision, reason_to_keep, recurrence, days, starts_at,
    due_at, status, created_by, environments)
  select gen_random_uuid(), gen_random_uuid(), 'Spring clean', s.id, 'owners', 'keep', false, 'none', 7, now(), now() + interval '7 days',
    '${status}', ${anna}, '${environments}' from ${kind}s s order by s.id limit 1`
const fingerprint = `decode(repeat('01', 32), 'hex')`

/** The constraints and triggers that would reject these statements are disabled. */
const violations: Record<string, string[]> = {
  'approval-stages-have-their-votes': [
    justNow,
    `update approval_stages set minimum = 9 where approval_id = (select approval_id from ${decisionSql} x)`,
  ],
  'approval-votes-are-of-others': [
    justNow,
    linkUsers(`(select approver_id from ${decisionSql} x)`, `(select requester_id from ${decisionSql} x)`),
  ],
  'approval-votes-are-one-per-person': [
    justNow,
    linkUsers(`(select approver_id from ${decisionSql} x)`, anna!),
    `insert into approval_decisions (id, approval_id, stage, approver_id, requester_id, decision)
      select gen_random_uuid(), approval_id, stage, ${anna}, requester_id, 'approve' from ${decisionSql} x`,
  ],
  'approval-closed-has-no-open-stage': [
    `update approval_stages set status = 'open' where (approval_id, stage) in (select approval_id, stage from ${decisionSql} x)`,
  ],
  'access-review-environments-are-of-a-tower': [insertReview('scheduled', 'account', '{production}')],
  'access-reviews-open-do-not-overlap': [
    insertReview('open', 'tower', '{production,test}'),
    insertReview('open', 'tower', '{test,development}'),
  ],
  'approval-evidence-is-of-ended-rounds': [
    `update approvals set status = 'expired', closed_at = now() where id = (select approval_id from ${decisionSql} x)`,
    `insert into approval_evidence select id, '{}' from approvals where status = 'expired' limit 1`,
  ],
  'approval-votes-have-their-second-factor': [
    `update approvals set closed_at = now(), facts = '{"request": {"privileged": true}}' where id = (select approval_id from ${decisionSql} x)`,
    `update approval_decisions set decided_at = now() + interval '1 hour', second_factor_until = '-infinity'
      where id = (select id from ${decisionSql} x)`,
  ],
  'approval-decided-has-its-evidence': [
    `update approvals set closed_at = now() + interval '2 days' where id = (select approval_id from ${decisionSql} x)`,
  ],
  'approval-pending-has-a-pending-subject': [
    `update approvals set status = 'pending', closed_at = null where id = (select approval_id from ${decisionSql} x)`,
  ],
  'request-pending-has-a-pending-approval': [
    `update account_requests set status = 'pending_approval' where id = (select id from account_requests order by id limit 1)`,
  ],
  'account-has-two-to-ten-owners': [`delete from account_owners where account_id = ${inUseCondition}`],
  'account-has-a-valid-owner': [
    `update people set active = false where id in (select person_id from account_owners where account_id = ${inUseCondition})`,
  ],
  'account-counts-agree': [`update account_facets set accounts = accounts + 1`],
  'account-address-ranges-do-not-overlap': [
    `update accounts set network = jsonb_set(network, '{addressSpaces}', (
        select jsonb_build_array(set_masklen((o.network->'addressSpaces'->>0)::cidr, 28)::text) from accounts o
        where o.status = 'active' and o.id <> accounts.id and jsonb_array_length(o.network->'addressSpaces') > 0 order by o.id limit 1))
      where id = ${inUseCondition}`,
  ],
  'access-has-an-origin': [
    `insert into group_assignments (id, group_id, person_id, via, granted_by, status) values (gen_random_uuid(), ${group}, ${anna}, 'admin', ${boris}, 'active')`,
    linkUsers(anna!, boris!),
  ],
  'access-maximum-is-lifted-by-another': [
    `insert into group_assignments (id, group_id, person_id, via, starts_at, status, maximum_lifted_by, maximum_lifted_at, maximum_lift_reason)
      values (gen_random_uuid(), ${group}, ${anna}, 'adopted', now(), 'active', ${boris}, now(), 'On call all year.')`,
    linkUsers(anna!, boris!),
  ],
  'delegation-is-to-another-person': [
    `insert into delegations (id, person_id, delegate_id, starts_at, status, created_by) values (gen_random_uuid(), ${anna}, ${boris}, now(), 'live', ${boris})`,
    linkUsers(anna!, boris!),
  ],
  'audit-chain-has-no-gap': [
    `insert into audit_chain (seq, event_id, who_hash, subject_hash, what_hash, hash) values (7, gen_random_uuid(), '', '', '', '')`,
  ],
  'audit-event-is-chained-or-waits': [
    `insert into audit_events (id, actor_name, credential, operation, outcome, request_id) values (gen_random_uuid(), 'x', 'none', 'x', 'allowed', 'x')`,
  ],
  'audit-checkpoints-are-signed-by-recorded-keys': [
    `insert into key_fingerprints (setting, number, fingerprint, recorded_at) values ('SLIPWAY_AUDIT_KEY', 1, ${fingerprint}, '2020-01-01')`,
    `insert into audit_checkpoints (seq, hash, at, key_id, signature) values (9, '', now(), '0202020202020202', '')`,
  ],
  'key-replacements-name-the-key-before': [
    `insert into key_fingerprints (setting, number, fingerprint) values ('SLIPWAY_AUDIT_KEY', 1, ${fingerprint})`,
    `insert into key_fingerprints (setting, number, fingerprint, replaces) values ('SLIPWAY_AUDIT_KEY', 2, sha256('x'), ${fingerprint})`,
  ],
  'database-restore-accepted-was-complete': [
    `insert into database_restores (id, kind, data_at, restored_by, closed_at, accepted_by, accepted_report, comment)
      values (gen_random_uuid(), 'backup', now(), 'root', now(), ${anna}, gen_random_uuid(), 'Compared with a list.')`,
  ],
  'session-is-of-an-active-person': [
    `update people set active = false, updated_at = now() - interval '1 day' where id = ${anna}`,
    `insert into sessions (id, token_hash, person_id, expires_at)
      select gen_random_uuid(), 'x', id, now() + interval '1 day' from people where not active and updated_at < now() order by id limit 1`,
  ],
  'eligibility-is-renewed-on-time': [
    `insert into role_eligibilities (id, account_id, scope, role_definition_id, principal_id, principal_type, ends_at, renew_at, renewal_id)
      select gen_random_uuid(), ${inUseCondition}, 'x', 'x', gen_random_uuid(), 'Group', now() + interval '9 days', now() - interval '1 day', ${anna}`,
    `insert into work_runs (id, kind, subject_kind, subject_id, input, status)
      values (gen_random_uuid(), 'renewEligibility', 'roleEligibility', ${anna}, '{}', 'failed')`,
  ],
  'access-ends-on-time': [
    `insert into group_assignments (id, group_id, person_id, via, starts_at, ends_at, status)
      values (gen_random_uuid(), ${group}, ${anna}, 'adopted', now() - interval '3 days', now() - interval '2 days', 'active')`,
  ],
}

class RolledBackError extends Error {}

describe('checkInvariants', () => {
  it('has at least 30 rules, each with a unique name and a rule', () => {
    expect(invariants.length).toBeGreaterThanOrEqual(30)
    expect(new Set(invariants.map(({ name }) => name)).size).toBe(invariants.length)
    for (const { name, query, rule } of invariants) {
      expect(query, name).toMatch(/^-- [A-Z][^\n]+\.\n/)
      expect(rule, name).toMatch(/^[A-Z].+\.$/)
    }
  })

  it('finds nothing in a new installation with the sample company', async () => {
    const findings = await checkInvariants(
      open.db,
      invariants.filter(({ inOperation }) => !inOperation),
    )
    expect(findings.filter(({ rows, problem }) => rows.length > 0 || problem)).toEqual([])
  })

  it('reports a limited number of rows', async () => {
    const [finding] = await checkInvariants(
      open.db,
      buildRules(`-- All.\nselect n as id, 'row ' || n as detail from generate_series(1, 1000) n -- end\n`),
    )
    expect(finding).toMatchObject({ name: 'some-rule', problem: null })
    expect(finding!.rows).toHaveLength(maxViolations)
    expect(finding!.rows[0]).toEqual({ id: '1', detail: 'row 1' })
  })

  it('reports rules that cannot be checked', async () => {
    const [finding, next] = await checkInvariants(open.db, [
      ...buildRules('select 1 from nowhere'),
      ...buildRules('select 1 as id, null as detail where false'),
    ])
    expect(finding).toMatchObject({ rows: [], problem: 'relation "nowhere" does not exist' })
    expect(next).toMatchObject({ rows: [], problem: null })
  })

  it.each(Object.entries(violations))('finds what violates %s', async (name, statements) => {
    const rule = invariants.filter((invariant) => invariant.name === name)
    const promise = open.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const statement of statements) await sql.raw(statement).execute(tx)
      const [finding] = await checkInvariants(tx, rule)
      expect(finding).toMatchObject({ name, problem: null, rows: [expect.anything(), ...finding!.rows.slice(1)] })
      throw new RolledBackError()
    })
    await expect(promise).rejects.toThrow(RolledBackError)
  })
})
