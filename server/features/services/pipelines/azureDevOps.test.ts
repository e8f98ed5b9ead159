import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { azureDevOpsToken } from '../../../../simulator/core/constants.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { approveAll } from '../../../../test/approveAll.ts'
import { completeAccount, readBuiltAccount } from '../../../../test/readBuiltAccount.ts'
import { accountOfDaniel, readChangedAccount } from '../../../../test/readChangedAccount.ts'
import { until } from '../../../../test/until.ts'
import { mergeNotes } from '../../accounts/repository/mergeChange.ts'
import { services } from '../../accounts/updates/services.fixture.ts'
import { stepOf } from './merging.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    settings: ({ origins }) => ({
      SLIPWAY_GIT_HOST: 'azureDevOps',
      SLIPWAY_GIT_ENDPOINT: origins.azuredevops,
      SLIPWAY_GIT_TOKEN: azureDevOpsToken,
      SLIPWAY_GIT_REPOSITORY: 'northgate/cloud-platform/landing-zones',
      SLIPWAY_MERGE: 'onRequest',
    }),
  })
  app.simulator.asyncDelayMs = 50
})
afterAll(() => app.close())

const niamh = () => app.as(app.persona('Niamh').id)
const ready = (subjectId: string) => until(async () => (await stepOf(app, subjectId))?.note?.includes(mergeNotes.ready) ?? false)

describe('account setup with Azure DevOps', () => {
  it('completes after its pull request was merged on request', async () => {
    const approved = await approveAll(app, 'built-at-ado')
    await ready(approved.requestId)
    const response = await niamh().patch('/utils/pipeline/onboard/merge', { requestId: approved.requestId })
    expect(response).toMatchObject({
      status: 200,
      body: { outcome: 'merged', url: expect.stringMatching(/\/northgate\/cloud-platform\/_git\/landing-zones\/pullrequest\/\d+$/) },
    })
    await app.drain()
    expect(await readBuiltAccount(app, approved)).toEqual(completeAccount(approved))
    expect(app.simulator.exchanges.list().filter(({ service }) => service === 'git')).toEqual([])
  })

  it('keeps a change waiting when a policy rejects its merge, and merges it later', async () => {
    const account = accountOfDaniel(app, 0)
    const updates = services(app)
    const update = await updates.ask(account, { add: [], remove: [account.catalogueItemIds[0]!] })
    await updates.vote('Ravi', update)
    await ready(update.id)
    const fault = app.simulator.faults.add({
      service: 'azuredevops',
      method: 'PATCH',
      path: '/pullrequests/',
      action: { kind: 'failAsync', code: 'rejectedByPolicy', message: '' },
    })
    const response = niamh().patch('/utils/pipeline/update/merge', { updateId: update.id })
    await until(async () => (await stepOf(app, update.id))?.note?.includes(mergeNotes.blocked('A repository policy').slice(0, -1)) ?? false)
    app.simulator.faults.remove(fault)
    expect([200, 202]).toContain((await response).status)
    await app.drain()
    expect(await readChangedAccount(app, account, update.id)).toMatchObject({ run: 'succeeded', pullRequests: ['merged'] })
  })
})
