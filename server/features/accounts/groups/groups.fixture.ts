import { TestRunner } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { previousAttempts } from '../../../../test/previousAttempts.ts'
import { until } from '../../../../test/until.ts'

export function accountOf(app: TestApp, n: number) {
  const daniel = app.persona('Daniel').id
  const accounts = app.company.accounts.filter(
    (account) => account.status === 'active' && account.kind === 'cloud' && account.ownerIds.includes(daniel),
  )
  return accounts[accountNumber(app, n, accounts.length)]!
}

const usedAccounts = new WeakMap<TestApp['db'], { taken: Set<number>; replaced: Map<string, number> }>()

function accountNumber({ db }: TestApp, n: number, accounts: number): number {
  const { taken, replaced } = usedAccounts.get(db) ?? { taken: new Set<number>(), replaced: new Map<string, number>() }
  usedAccounts.set(db, { taken, replaced })
  const triesOfRun = previousAttempts()
  const key = `${TestRunner.getCurrentTest()?.id} ${triesOfRun} ${n}`
  // Tests use the first accounts by name, so the last accounts are unused.
  const freeAccount = Array.from({ length: accounts }, (_, index) => accounts - 1 - index).find((index) => !taken.has(index))
  const number = triesOfRun === 0 ? n : (replaced.get(key) ?? freeAccount ?? n)
  if (triesOfRun > 0) replaced.set(key, number)
  taken.add(number)
  return number
}

export const roleIds = {
  reader: 'acdd72a7-3385-48ef-bd42-f606fba81ae7',
  contributor: 'b24988ac-6180-42a0-ab88-20f7382dd24c',
  owner: '8e3af657-a8ff-443c-a75c-2fe8c4bcb635',
}

export const newGroup = (name: string, overrides: Record<string, unknown> = {}) => ({
  name,
  description: 'Those who release on Fridays.',
  roleDefinitionIds: [roleIds.reader],
  assignment: 'active',
  requestable: true,
  maxDurationHours: 72,
  ...overrides,
})

export const groupRow = (app: TestApp, name: string) =>
  app.db.selectFrom('access_groups').selectAll().where('name', '=', name).orderBy('created_at', 'desc').executeTakeFirstOrThrow()

export async function waitForRunEnd(app: TestApp, jobId: string): Promise<string> {
  let status = ''
  await until(async () => {
    status = (await app.db.selectFrom('work_runs').select('status').where('id', '=', jobId).executeTakeFirstOrThrow()).status
    return status === 'succeeded' || status === 'failed'
  })
  return status
}

export const calls = (app: TestApp, service: 'graph' | 'arm') =>
  app.simulator.exchanges
    .list()
    .filter((exchange) => exchange.service === service)
    .map(({ method, path }) => `${method} ${path}`)
    // Schedules read the directory and calendars each minute, independently of the test.
    .filter((call) => !/\/delta|transitiveMembers|\$batch|mailboxSettings/.test(call))
