import type { TestApp } from '../../../test/app.ts'

let made = 0

/** Generates a key as the administrator. */
export async function generate(app: TestApp, change: object = {}) {
  const body = { name: `Key ${++made}`, scopes: ['edge:complete'], ...change }
  const answer = await app.as(app.persona('Niamh').id).post('/admin/api-keys/generate', body)
  return { status: answer.status, ...answer.body }
}

/** A call that any API key lets one make, to see whether the key is accepted at all. */
export const accepted = async (app: TestApp, key: string) => (await app.as('anonymous').get('/health', { 'x-api-key': key })).status
