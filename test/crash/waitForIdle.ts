import { withClient } from '../postgresServer.ts'

const checked = new Set<string>()

/**
 * Marks the scans of all accounts as complete. Otherwise, each restarted server would start with these scans, which take longer than the
 * tests.
 */
export async function waitForIdle(databaseUrl: string): Promise<void> {
  if (checked.has(databaseUrl)) return
  checked.add(databaseUrl)
  await withClient(databaseUrl, async (client) => {
    await client.query(`
      insert into account_health (account_id, score, parts, checked_at)
        select id, 100, '[]', now() from accounts where status = 'active' limit 1 on conflict do nothing;
      insert into access_scans (started_at, moved_at, ended_at) values (now(), now(), now()) on conflict do nothing;
      insert into retail_prices (key, currency, hourly, fetched_at) values ('none', 'GBP', null, now()) on conflict do nothing;
      insert into store_refreshes (started_at, finished_at) values (now(), now()) on conflict do nothing`)
  })
}
