import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  for (const name of ['checkout-list-one', 'checkout-list-two'])
    await app.as(app.persona('Priya').id).post('/account-requests', newRequest(app, { name }))
})
afterAll(() => app.close())

const list = (givenName: string, query = '') => app.as(app.persona(givenName).id).get(`/account-requests${query}`)
const names = (body: { items: { name: string }[] }) => body.items.map((item) => item.name)

describe('listAccountRequests', () => {
  it('returns the caller’s requests with their current stage, newest first', async () => {
    const { status, body } = await list('Priya', '?filter=status==pending_approval')
    expect(status).toBe(200)
    expect(names(body)).toEqual(['checkout-list-two', 'checkout-list-one'])
    expect(body.items[0]).toMatchObject({ waitingFor: 'Family owner', runStatus: null, environment: 'development' })
  })

  it('shows approvers the requests that they can decide in any stage', async () => {
    for (const name of ['Ravi', 'Margaret'])
      expect(names((await list(name, '?filter=status==pending_approval')).body)).toContain('checkout-list-one')
  })

  it('shows all requests to administrators and auditors, and none to other people', async () => {
    expect(names((await list('Tomasz')).body)).not.toContain('checkout-list-one')
    for (const name of ['Niamh', 'Grace']) expect((await list(name)).body.total).toBeGreaterThan(100)
  })

  it('pages in a stable order, and tolerates a typing error in a name', async () => {
    const [firstResponse, secondResponse] = [
      await list('Niamh', '?size=10&page=1&sort=createdAt'),
      await list('Niamh', '?size=10&page=2&sort=createdAt'),
    ]
    expect(new Set([...names(firstResponse.body), ...names(secondResponse.body)]).size).toBe(20)
    expect(names((await list('Niamh', '?search=chekcout-list-one')).body)[0]).toBe('checkout-list-one')
  })

  roleSuite(
    'listAccountRequests',
    () => app,
    () => ({ path: '/account-requests' }),
  )

  it('rejects unknown fields and values, naming their position', async () => {
    expect(await list('Priya', '?filter=nope==1')).toMatchObject({
      status: 400,
      body: { code: 'invalidFilter', errors: [{ field: 'filter' }] },
    })
    expect(await list('Priya', '?filter=status==nope')).toMatchObject({ status: 400 })
    expect(await list('Priya', '?sort=__proto__')).toMatchObject({ status: 400, body: { errors: [{ field: 'sort' }] } })
    expect(await list('Priya', '?size=0')).toMatchObject({ status: 400, body: { errors: [{ field: 'size' }] } })
  })
})
