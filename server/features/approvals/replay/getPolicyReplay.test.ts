import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { draft, file, replay, startReplayApp } from './policyReplay.fixture.ts'

let app: TestApp
let path: string
beforeAll(async () => {
  app = await startReplayApp()
  await file(app, [{}])
  ;({ path } = await draft(app, { stages: [] }))
})
afterAll(() => app.close())

describe('getPolicyReplay', () => {
  it('returns no replay before the first one, and lets auditors read the result but not start one', async () => {
    const grace = app.as(app.persona('Grace').id)
    expect((await grace.get(path)).body).toEqual({ replay: null, can: { start: expect.any(String) } })
    await replay(app, path)
    const { body } = await grace.get(path)
    expect(body.replay).toMatchObject({
      status: 'done',
      checked: 1,
      changed: 1,
      startedBy: { displayName: app.persona('Niamh').displayName },
    })
    expect(body.replay.flows).toEqual([{ from: 'stages', change: 'noStage', count: 1 }])
    expect(body.replay.waits).toMatchObject({ requests: 1, unknown: 1, before: { medianHours: 20 }, after: null })
  })

  it('counts requests by their submission, while the list of policies counts them by their decision', async () => {
    const decided = async () => {
      const { body } = await app.as(app.persona('Niamh').id).get('/approval-policies')
      return body.find(({ kind }: { kind: string }) => kind === 'accountRequest').decided
    }
    const before = { checked: (await replay(app, path)).checked, decided: await decided() }
    await file(app, [{ daysAgo: 91, hours: 24 }])
    expect({ checked: (await replay(app, path)).checked, decided: await decided() }).toEqual({ ...before, decided: before.decided + 1 })
  })

  roleSuite(
    'getPolicyReplay',
    () => app,
    () => ({ path }),
  )
})
