import { expect, it } from 'vitest'
import { completeSchema, createTables } from '../../server/migrate.ts'
import { withClient } from '../postgresServer.ts'
import { emptyDatabase } from '../releases.ts'

const id = '00000000-0000-4000-8000-000000000001'

it('renames stored values when a database of an earlier version is migrated', async () => {
  await withClient(await emptyDatabase(), async (client) => {
    await client.query('begin')
    await createTables(client, 11)
    // The rows refer to rows that don't exist.
    await client.query('set session_replication_role = replica')
    await client.query(`
      insert into approval_policies (id, version, subject_kind, name, stages, reject, status) values
        ('${id}', 1, 'accountRequest', 'Accounts', '[]', '[{"when": "true", "because": "No."}, {"when": "false", "because": "Never."}]', 'replaced');
      insert into approvals (id, subject_kind, subject_id, requester_id, policy_id, policy_version, stage, due_at, given) values
        ('${id}', 'sandboxRequest', '${id}', '${id}', '${id}', 1, 1, now(), 'asked');
      insert into pim_orders (id, activation_id, kind, justification, status) values
        ('${id}', '${id}', 'assign', '', 'asked'), (gen_random_uuid(), '${id}', 'remove', '', 'refused');
      insert into access_requests (id, reference, group_id, account_id, requester_id, justification, status, conflicts) values
        ('${id}', 'AXS-2026-0000001', '${id}', '${id}', '${id}', 'It is needed.', 'approved', '[{"name": "a", "holds": "asked"}, {"name": "b", "holds": "member"}]');
      insert into account_decommissions (update_id, account_id, phase, grace_ends_at, access) values ('${id}', '${id}', 'grace', now(),
        '{"assignments": [], "eligibilities": [{"id": "a", "wantedUntil": null}, {"id": "b"}]}');
      insert into sandbox_actions (id, sandbox_id, kind) values ('${id}', '${id}', 'thaw');
      insert into sandbox_events (id, sandbox_id, kind, text, key) values ('${id}', '${id}', 'thawed', '', 'thawed:3');
      insert into sandbox_hosts (id, subscription_id, name, kind, capacity, status, resting_until) values
        ('${id}', '${id}', 'pool-1', 'pool', 1, 'resting', now());
      insert into work_runs (id, kind, subject_kind, subject_id, at_step) values ('${id}', 'thawSandbox', 'sandboxAction', '${id}', 'giveAccess');
      insert into work_steps (run_id, position, name, title, output) values ('${id}', 0, 'cancelInAzure', '', '{"refused": "No."}');
      insert into notification_channels (id, type, name, url_sealed, created_by, topics) values
        ('${id}', 'teams', 'Team', 'x', '${id}', '{sandboxes,sandboxThawed}');
      insert into notification_settings (person_id, mail, time_zone, digest_hour) values ('${id}', '{"sandboxThawed": "off"}', 'UTC', 8);
      insert into notifications (id, person_id, kind, subject_kind, subject_id, title, dedupe_key) values
        ('${id}', '${id}', 'workStopped', 'workList', '${id}', '', '');
      insert into deliveries (id, channel_id, kind, subject_kind, subject_id, title, dedupe_key, next_attempt_at) values
        ('${id}', '${id}', 'sandboxThawed', 'sandbox', '${id}', '', 'a', now()),
        (gen_random_uuid(), '${id}', 'workStopped', 'workList', '${id}', '', 'b', now());
      insert into schedules (name, period_ms, offset_ms) values ('resolveOwnershipGaps', 60000, 0)`)
    await completeSchema(client)
    const { rows } = await client.query<{ values: unknown }>(`select jsonb_build_array(
      (select reject from approval_policies where id = '${id}'), (select override_outcome from approvals),
      (select array_agg(status order by kind) from pim_orders), (select conflicts from access_requests),
      (select access -> 'eligibilities' from account_decommissions), (select kind from sandbox_actions),
      (select array[kind, key] from sandbox_events), (select status from sandbox_hosts), (select array[kind, at_step] from work_runs),
      (select jsonb_build_array(name, output) from work_steps), (select topics from notification_channels where id = '${id}'),
      (select mail from notification_settings), (select name from schedules), (select subject_kind from notifications),
      (select array_agg(kind || ' ' || subject_kind order by dedupe_key) from deliveries)) as values`)
    expect(rows[0]!.values).toEqual([
      [
        { when: 'true', reason: 'No.' },
        { when: 'false', reason: 'Never.' },
      ],
      'required',
      ['requested', 'rejected'],
      [
        { name: 'a', holds: 'requested' },
        { name: 'b', holds: 'member' },
      ],
      [{ id: 'a', renewUntil: null }, { id: 'b' }],
      'resume',
      ['resumed', 'resumed:3'],
      'coolingDown',
      ['resumeSandbox', 'regrantAccess'],
      ['sendOrder', { rejected: 'No.' }],
      ['sandboxes', 'sandboxResumed'],
      { sandboxResumed: 'off' },
      'reconcileOwnership',
      'runList',
      ['sandboxResumed sandbox', 'workStopped runList'],
    ])
    await client.query('rollback')
  })
})
