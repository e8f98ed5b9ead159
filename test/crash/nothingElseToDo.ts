import { withClient } from '../postgresServer.ts'

const told = new Set<string>()

/**
 * Makes the database one in which the rounds over all accounts have been made: a server that finds it otherwise begins with them,
 * again at each of the many starts, and they cost more than all that is tested here.
 */
export async function nothingElseToDo(databaseUrl: string): Promise<void> {
  if (told.has(databaseUrl)) return
  told.add(databaseUrl)
  await withClient(databaseUrl, async (client) => {
    await client.query(`
      insert into account_health (account_id, score, parts, checked_at)
        select id, 100, '[]', now() from accounts where status = 'active' limit 1 on conflict do nothing;
      insert into access_rounds (started_at, moved_at, ended_at) values (now(), now(), now()) on conflict do nothing;
      insert into retail_prices (key, currency, hourly, fetched_at) values ('none', 'GBP', null, now()) on conflict do nothing;
      insert into store_refreshes (started_at, finished_at) values (now(), now()) on conflict do nothing`)
  })
}
