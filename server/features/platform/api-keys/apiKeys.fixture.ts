import type { TestApp } from '../../../../test/app.ts'

let made = 0

/** Generates a key as the administrator. */
export async function generate(app: TestApp, change: object = {}) {
  const body = { name: `Key ${++made}`, scopes: ['edge:complete'], ...change }
  const answer = await app.as(app.persona('Niamh').id).post('/admin/api-keys/generate', body)
  return { status: answer.status, ...answer.body }
}

/** Whether the key is accepted at all: a call for people refuses a good key by what it is for, and a bad one by what it is. */
export async function accepted(app: TestApp, key: string): Promise<boolean> {
  const { status, body } = await app.as('anonymous').get('/towers', { 'x-api-key': key })
  if (status !== 403 && body.code !== 'unauthenticated') throw new Error(`the answer to a key was ${status}`)
  return status === 403
}
