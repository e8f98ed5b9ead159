import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../server/db/database.ts'

export const planted = {
  name: 'Wilhelmina Planted-Okonkwo',
  mail: 'wilhelmina@planted.example',
  person: randomUUID(),
  password: 'planted-Passw0rd!',
  token: 'ghp_plantedToken0123456789abcdefghijklmn',
  jwt: 'eyJwbGFudGVkIjoidHJ1ZSJ9.eyJwbGFudGVkIjoidHJ1ZSJ9.cGxhbnRlZA',
  key: '-----BEGIN PRIVATE KEY-----planted-----END PRIVATE KEY-----',
  url: 'https://planted-user:planted-Passw0rd!@hooks.example/T000/planted',
  phone: '+44 20 7946 0999',
  other: 'Zq7-planted-x9',
  // Words with the shapes of codes and of names in the code.
  word: 'hunter2',
  login: 'wilhelmina_okonkwo',
  firstName: 'wilhelmina',
  lastName: 'Okonkwo',
  capitals: 'OKONKWO',
  camelCase: 'WilhelminaOkonkwo',
}
export const loggedMessage = 'a step failed'
export const plantedText = Object.values(planted).join(' ')
export const accountId = randomUUID()
export const runId = randomUUID()

const seen = (code: string) => ({
  ...{ calls: 12, failures: 3, buckets: [1], lastGoodAt: new Date().toISOString(), limits: [], tokenExpiresAt: null },
  lastError: { at: new Date().toISOString(), code, status: 403, message: plantedText },
  missing: [{ name: planted.name, scope: planted.url, at: planted.mail }],
})

export async function plantRows(db: Db): Promise<void> {
  const { person, name, mail } = planted
  await sql`insert into people (id, issuer, tenant_id, display_name, email) values (${person}, 'https://issuer.example', ${randomUUID()}, ${name}, ${mail})`.execute(
    db,
  )
  const value = JSON.stringify({ level: 'banner', message: plantedText })
  await sql`insert into settings (name, value, updated_by) values ('maintenance', ${value}, ${person}), ('notificationDays', '90', ${person}),
    (${planted.mail}, ${value}, ${person})`.execute(db)
  await sql`insert into queue_pauses (queue, reason, paused_by, paused_at) values ('groupAlerts', ${plantedText}, ${person}, now()), (${planted.mail}, ${plantedText}, ${person}, now())`.execute(
    db,
  )
  const failure = (code: string) => JSON.stringify({ name: 'Error', message: `ECONNREFUSED ${plantedText}`, code, stack: plantedText })
  for (const code of ['ETIMEDOUT', ...Object.values(planted)])
    await sql`insert into pgboss.job (name, state, completed_on, data, output)
      values ('groupAlerts', 'failed', now() + ${code === 'ETIMEDOUT' ? '1 second' : '0'}::interval, ${JSON.stringify({ plantedText })}, ${failure(code)})`.execute(
      db,
    )
  await sql`insert into schedules (name, period_ms, offset_ms, failures, problem)
    values ('expireAccess', 60000, 0, 4, ${`AADSTS700016 ${plantedText}`.slice(0, 500)}), (${planted.mail}, 60000, 0, 1, ${planted.name})`.execute(
    db,
  )
  for (const [service, code] of [['Azure', 'AuthorizationFailed'], ...Object.values(planted).map((text) => [text.slice(0, 60), text])])
    await sql`insert into service_health (replica, service, seen, at) values (${randomUUID()}, ${service}, ${JSON.stringify(seen(code!))}, now())`.execute(
      db,
    )
  const addRun = async (id: string, step: string, code: string) => {
    const error = JSON.stringify({
      message: plantedText,
      code,
      retryable: false,
      service: 'Azure',
      excerpt: plantedText,
      requestId: planted.mail,
    })
    await sql`insert into work_runs (id, kind, subject_kind, subject_id, input, status, name, reference, stuck_since, cause_service, cause_code, cause_text)
      values (${id}, 'buildAccount', 'accountRequest', ${randomUUID()}, ${JSON.stringify({ plantedText })}, 'failed', ${plantedText}, ${planted.mail}, now(), ${planted.name}, ${code}, ${plantedText})`.execute(
      db,
    )
    await sql`insert into work_steps (run_id, position, name, title, status, error, note, checkpoint)
      values (${id}, 1, ${step}, ${plantedText}, 'failed', ${error}, ${plantedText}, ${JSON.stringify({ plantedText })})`.execute(db)
  }
  await addRun(runId, 'createSubscription', 'QuotaExceeded')
  for (const text of Object.values(planted)) await addRun(randomUUID(), text, text)
  await sql`insert into invariant_checks (name, checked_at, violations, rows, problem)
    values ('access-drift-decision-is-by-another', now(), 2, ${JSON.stringify([{ id: planted.person, detail: plantedText }])}, ${plantedText.slice(0, 500)}), (${planted.mail}, now(), 1, '[]', null)`.execute(
    db,
  )
  await sql`create table pg_stat_statements (dbid oid, query text, calls bigint, total_exec_time float8, mean_exec_time float8, rows bigint)`.execute(
    db,
  )
  for (const [index, statement] of statements(Object.values(planted)).entries()) {
    await sql`insert into slow_queries (fingerprint, statement, operation, count, total_ms, max_ms, first_seen, last_seen)
      values (${randomUUID()}, ${statement}, ${index === 0 ? 'job expireAccess' : planted.name}, 1, ${900 - index}, 900, now(), now())`.execute(
      db,
    )
    await sql`insert into pg_stat_statements select oid, ${statement}, 1, ${500 - index}, 500, 1 from pg_database where datname = current_database()`.execute(
      db,
    )
  }
}

const statements = (values: string[]) => [
  'select "id" from "accounts" where "id" = $1',
  ...values.flatMap((value) => [
    `select "id" from "people" where "display_name" = '${value}'`,
    // Names of columns stay in statements.
    ...(/^[a-z_]\w*$/i.test(value) ? [] : [`select 1 as "${value}"`]),
    `select 1 /* ${value} */`,
    `alter role slipway password '${value}'`,
    `select $$${value}$$`,
  ]),
]

/** Returns log lines with planted values in every field that Slipway's log has, and in others. */
export function plantedLog(): string {
  const line = (fields: object) => JSON.stringify({ level: 'warn', time: new Date().toISOString(), service: 'slipway', ...fields })
  const everywhere = (text: string) => {
    const names = ['msg', 'component', 'service', 'schedule', 'operation', 'status', 'code', 'reqId', 'runId', 'accountId', 'traceId']
    return line({
      ...Object.fromEntries([...names, 'level', 'time', 'attempt', 'seconds', 'problem', text].map((name) => [name, text])),
      req: { method: text, path: text, id: text },
      res: { status: text },
      err: { type: text, message: text, stack: text, code: text },
    })
  }
  const { person, ...texts } = planted
  return [
    line({
      msg: loggedMessage,
      runId,
      accountId,
      attempt: 3,
      err: { type: 'ExternalError', message: plantedText, stack: plantedText, code: 'ECONNRESET' },
    }),
    line({
      msg: 'request completed',
      operation: 'getMe',
      req: { method: 'GET', path: `/people/${person}` },
      res: { status: 500 },
      responseTime: 12,
    }),
    ...[...Object.values(texts), plantedText].flatMap((text) => [everywhere(text), text, `{"msg": "${text}`]),
    line({ msg: person, person, personId: person, subject: { kind: 'person', id: person }, actor: person }),
    '',
  ].join('\n')
}

export async function serveMetrics() {
  const lines = Object.values(planted).flatMap((text) => [
    `slipway_runs{kind="${text}",status="failed"} 1`,
    `slipway_runs{kind="buildAccount",status="failed"} ${text}`,
    `planted{name="${text}"} 1`,
    `# HELP slipway_runs ${text}`,
  ])
  const text = ['slipway_runs{kind="buildAccount",status="failed"} 7', 'nodejs_heap_size_used_bytes 1000', ...lines, ''].join('\n')
  const server = createServer((_, response) => response.end(text))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

/**
 * Unpacks a bundle with the system's tar.
 * @returns the files' texts by name
 */
export function unpack(file: string, folder: string): Record<string, string> {
  const target = mkdtempSync(path.join(folder, 'unpacked-'))
  execFileSync('tar', ['-xzf', file, '-C', target])
  const [root] = readdirSync(target)
  return Object.fromEntries(
    readdirSync(path.join(target, root!)).map((name) => [name, readFileSync(path.join(target, root!, name), 'utf8')]),
  )
}
