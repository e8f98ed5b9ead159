import type { TestApp } from '../../../../test/app.ts'

let made = 0

export async function generate(app: TestApp, change: object = {}) {
  const body = { name: `Key ${++made}`, scopes: ['edge:complete'], ...change }
  const answer = await app.as(app.persona('Niamh').id).post('/admin/api-keys/generate', body)
  return { status: answer.status, ...answer.body }
}

/** Whether the key is accepted: a call for people answers 403 to a valid key and 401 to an invalid one. */
export async function accepted(app: TestApp, key: string): Promise<boolean> {
  const { status, body } = await app.as('anonymous').get('/towers', { 'x-api-key': key })
  if (status !== 403 && body.code !== 'unauthenticated') throw new Error(`the answer to a key was ${status}`)
  return status === 403
}
