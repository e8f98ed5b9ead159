import type { TestApp } from '../../../../test/app.ts'

let createdCount = 0

export async function generate(app: TestApp, overrides: object = {}) {
  const body = { name: `Key ${++createdCount}`, scopes: ['edge:complete'], ...overrides }
  const response = await app.as(app.persona('Niamh').id).post('/admin/api-keys/generate', body)
  return { status: response.status, ...response.body }
}

/** Returns whether the key is accepted. A call that only people can make returns 403 for a valid key and 401 for an invalid one. */
export async function isAccepted(app: TestApp, key: string): Promise<boolean> {
  const { status, body } = await app.as('anonymous').get('/towers', { 'x-api-key': key })
  if (status !== 403 && body.code !== 'unauthenticated') throw new Error(`the answer to a key was ${status}`)
  return status === 403
}
