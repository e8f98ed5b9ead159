import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { type ApprovedAccount, approveAll } from '../approveAll.ts'
import { readBuiltAccount, wholeAccount } from '../readBuiltAccount.ts'
import { killedAtEveryCall, killedInEveryCommit } from './killed.ts'

const minutes = 60_000
let app: TestApp
let started = 0
const begin = () => approveAll(app, `crash-${++started}`)

beforeAll(async () => {
  app = await startTestApp({ work: false })
  app.simulator.asyncDelayMs = 20
})
afterAll(() => app.close())

async function eachIsWhole(accounts: ApprovedAccount[]): Promise<void> {
  for (const account of accounts) expect(await readBuiltAccount(app, account)).toEqual(wholeAccount(account))
}

describe('a server killed with kill -9', () => {
  it(
    'builds an account despite kills before and after every kind of outside call',
    async () => {
      const accounts = await killedAtEveryCall(app, begin, ({ name, reference }) => [name, reference.toLowerCase()])
      await eachIsWhole(accounts)
    },
    20 * minutes,
  )

  it(
    'builds an account despite kills within every commit that starts or completes a step',
    async () => {
      await eachIsWhole(await killedInEveryCommit(app, begin))
    },
    20 * minutes,
  )
})
