import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { makeSandbox } from './sandboxes.fixture.ts'

let app: TestApp
const id = (name: string) => app.persona(name).id
const as = (name: string) => app.as(id(name))
let reference: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await makeSandbox(app.db, { name: 'checkout-speed', owners: [id('Priya')], purpose: 'Find out how fast the till can be made.' })
  await makeSandbox(app.db, { name: 'price-labels', owners: [id('Ravi')], purpose: 'Electronic labels for checkout aisles.' })
  await makeSandbox(app.db, { name: 'secret-checkout', owners: [id('Ravi')], hidden: true })
  await makeSandbox(app.db, { name: 'old-checkout', owners: [id('Ravi')], status: 'deleted', deleted_at: new Date() })
  const row = await app.db.selectFrom('sandbox_requests').select('reference').where('name', '=', 'price-labels').executeTakeFirstOrThrow()
  reference = row.reference
})
afterAll(() => app.close())

const search = async (text: string, personaName = 'Tomasz') => {
  const response = await as(personaName).get(`/sandboxes/search?searchTerm=${encodeURIComponent(text)}`)
  expect(response.status).toBe(200)
  return response.body.map((each: { name: string }) => each.name)
}

describe('searchSandboxes', () => {
  it('ranks matches in the name before matches in the purpose', async () => {
    expect(await search('checkout')).toEqual(['checkout-speed', 'price-labels'])
  })

  it.each([
    ['chekcout', 'checkout-speed'],
    ['labbels', 'price-labels'],
    ['aisles', 'price-labels'],
    ['Deshmukh', 'price-labels'],
    ['CHECKOUT speed', 'checkout-speed'],
  ])('finds sandboxes by %s', async (text, name) => {
    expect((await search(text))[0]).toBe(name)
  })

  it('finds sandboxes by the reference of their request', async () => {
    expect(await search(reference.toLowerCase())).toEqual(['price-labels'])
  })

  roleSuite(
    'searchSandboxes',
    () => app,
    () => ({ path: '/sandboxes/search?searchTerm=lab' }),
  )

  it('omits hidden sandboxes', async () => {
    expect(await search('secret')).toEqual([])
    expect(await search('secret', 'Grace')).toEqual(['secret-checkout'])
  })

  it.each(['', '   ', 'x'.repeat(201), 'a\0b'])('rejects %j', async (text) => {
    expect((await as('Tomasz').get(`/sandboxes/search?searchTerm=${encodeURIComponent(text)}`)).status).toBe(400)
  })

  it.each(['%_%_%', "'; drop table sandboxes; --", '((((', '*'.repeat(200), '\u202Elab', 'ab '.repeat(60)])(
    'accepts hostile text such as %j',
    async (text) => {
      expect(await search(text)).toEqual(expect.any(Array))
    },
  )
})
