import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { addTemplateWithCapacity, createPending, requestRow, review, template } from './sandboxRequests.fixture.ts'

let app: TestApp
let kind: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await addTemplateWithCapacity(app, 900)
  kind = await template(app, { maxPerPerson: 2 })
})
afterAll(() => app.close())

const withdraw = (id: string, personaName = 'Priya', headers?: Record<string, string>) =>
  app.as(app.persona(personaName).id).post(`/sandbox-requests/${id}/withdraw`, undefined, headers)

describe('withdrawSandboxRequest', () => {
  it('withdraws the pending approval, and frees the name and the person’s allowance', async () => {
    const [request] = [await createPending(app, kind), await createPending(app, kind)]
    expect(await withdraw(request.id)).toMatchObject({ status: 200, body: { status: 'cancelled', approvalId: null } })
    expect((await review(app, 'Ravi', request.id)).body.code).toBe('alreadyDecided')
    const repeated = await createPending(app, kind, { name: request.name })
    await withdraw(repeated.id)
  })

  describe('other callers', () => {
    let sample: string
    beforeAll(async () => {
      sample = (await createPending(app, kind)).id
    })
    roleSuite(
      'withdrawSandboxRequest',
      () => app,
      () => ({ path: `/sandbox-requests/${sample}/withdraw` }),
    )

    it('denies everyone but the requester', async () => {
      for (const person of ['Ravi', 'Niamh', 'Grace']) expect((await withdraw(sample, person)).status).toBe(404)
      expect((await requestRow(app, sample)).status).toBe('pending_approval')
    })

    it('rejects an old version, and a decided or withdrawn request', async () => {
      expect((await withdraw(sample, 'Priya', { 'if-match': '"2"' })).status).toBe(412)
      await withdraw(sample)
      expect((await withdraw(sample)).body).toMatchObject({ code: 'wrongState' })
    })
  })

  it('accepts only one of a concurrent vote and withdrawal', async () => {
    const request = await createPending(app, await template(app))
    const responses = await Promise.all([withdraw(request.id), review(app, 'Ravi', request.id)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
