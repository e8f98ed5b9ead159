import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { type ApprovedAccount, approveAll } from '../approveAll.ts'
import { completeAccount, readBuiltAccount } from '../readBuiltAccount.ts'
import { killAtEveryCall, killInEveryCommit } from './killed.ts'

const minutes = 60_000
let app: TestApp
let startCount = 0
const startAccountBuild = () => approveAll(app, `crash-${++startCount}`)

beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  app.simulator.asyncDelayMs = 20
})
afterAll(() => app.close())

async function expectCompleteAccounts(accounts: ApprovedAccount[]): Promise<void> {
  for (const account of accounts) expect(await readBuiltAccount(app, account)).toEqual(completeAccount(account))
}

describe('a server killed with kill -9', () => {
  it(
    'builds an account despite kills before and after every kind of external call',
    async () => {
      const accounts = await killAtEveryCall(app, startAccountBuild, ({ name, reference }) => [name, reference.toLowerCase()])
      await expectCompleteAccounts(accounts)
    },
    20 * minutes,
  )

  it(
    'builds an account despite kills within every commit that starts or completes a step',
    async () => {
      await expectCompleteAccounts(await killInEveryCommit(app, startAccountBuild))
    },
    20 * minutes,
  )
})
