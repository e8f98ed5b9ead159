import { expect } from 'vitest'
import type { Exchange } from '../../../../simulator/core/exchangeLog.ts'
import { type Caller, startTestApp, type TestApp, type TestAppOptions } from '../../../../test/app.ts'
import { type ArgocdVerdict, validateArgocd } from '../../../../test/validateArgocd.ts'

export type DeployWorld = TestApp & {
  account: TestApp['company']['accounts'][number]
  foreign: TestApp['company']['accounts'][number]
  pipeline: Caller
  keyName: string
  exchanges(method?: string): Exchange[]
  forget(): void
  /** Calls with injected faults are left out. */
  verdict(): ArgocdVerdict | undefined
}

export const cluster = 'https://aks-retail-nonprod-7c1e.hcp.uksouth.azmk8s.io:443'
export const commit = '3f2a1c9d4e5b60718293a4b5c6d7e8f901234567'

/** When the app closes, all calls are checked against Argo CD’s API description. */
export async function startDeployWorld(options: TestAppOptions = {}): Promise<DeployWorld> {
  const app = await startTestApp(options)
  const recordedExchanges: Exchange[] = []
  let from = 0
  app.simulator.asyncDelayMs = 0
  const failedExchanges = new Set<Exchange>()
  app.simulator.exchanges.onExchange((exchange) => {
    if (exchange.service !== 'argocd') return
    recordedExchanges.push(exchange)
    if (app.simulator.faults.list().length > 0) failedExchanges.add(exchange)
  })
  const account = app.company.accounts.find(({ name }) => name === 'checkout-basket-dev')!
  const foreignAccount = app.company.accounts.find(({ name }) => name === 'loyalty-points-ledger-test')!
  const { caller, id } = await app.withKey(['deploy'], { accountIds: [account.id] })
  const { name } = await app.db.selectFrom('api_keys').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  const verdict = () => validateArgocd(recordedExchanges.filter((exchange) => !failedExchanges.has(exchange)))
  return {
    ...app,
    account,
    foreign: foreignAccount,
    pipeline: caller,
    keyName: name,
    exchanges: (method) => recordedExchanges.slice(from).filter((each) => method === undefined || each.method === method),
    forget() {
      from = recordedExchanges.length
    },
    verdict,
    async close() {
      await app.close()
      expect(verdict()?.violations ?? []).toEqual([])
      expect(verdict()?.notValidated ?? []).toEqual([])
    },
  }
}

export function newApp(context: DeployWorld, name: string, overrides: Record<string, unknown> = {}) {
  return {
    accountId: context.account.id,
    name,
    revision: commit,
    source: { repository: 'https://github.com/northgate/checkout-deploy.git', path: `apps/${name}` },
    destination: { server: cluster, namespace: context.account.name },
    ...overrides,
  }
}

export const rowOf = (context: DeployWorld, id: string) =>
  context.db.selectFrom('deployments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
