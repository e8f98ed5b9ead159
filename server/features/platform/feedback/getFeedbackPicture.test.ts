import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { type OpenApp, openApp } from '../../../../test/openApp.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { createSession, sessionCookieName } from '../../../auth/session.ts'
import { giveFeedback } from './feedback.fixture.ts'
import { base64, pictures } from './pictures.fixture.ts'

let app: TestApp
let open: OpenApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  open = await openApp(app)
  id = (await giveFeedback(app, { picture: base64(pictures.png) })).body.id
})
afterAll(async () => {
  await open.close()
  await app.close()
})

const as = (personaName: string) => app.as(app.persona(personaName).id)
async function download(feedbackId: string): Promise<Response> {
  const session = {
    personId: app.persona('Priya').id,
    roles: [],
    userAgent: 'test',
    accessToken: null,
    strongAt: undefined,
    now: new Date(),
  }
  const { token } = await createSession(app.db, session)
  return fetch(`${open.http}/feedback/${feedbackId}/picture`, {
    headers: { cookie: `${sessionCookieName(app.config.publicUrl)}=${token}` },
  })
}

describe('getFeedbackPicture', () => {
  it.each(['Priya', 'Niamh', 'Grace'])('returns the picture to %s', async (personaName) => {
    const response = await as(personaName).get(`/feedback/${id}/picture`)
    expect([response.status, response.headers['content-type']]).toEqual([200, 'image/png'])
  })

  it.each([
    ['png', 'image/png', 'png'],
    ['jpeg', 'image/jpeg', 'jpeg'],
    ['webpLossy', 'image/webp', 'webp'],
  ] as const)('returns %s unchanged, as its type, which browsers don’t guess or keep', async (name, type, extension) => {
    const { body } = await giveFeedback(app, { picture: base64(pictures[name]) })
    const response = await download(body.id)
    expect(Buffer.from(await response.arrayBuffer()).equals(pictures[name])).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': `inline; filename="${body.reference}.${extension}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })

  it('returns only the headers to HEAD', async () => {
    const response = await as('Priya').head(`/feedback/${id}/picture`)
    expect([response.status, response.headers['content-type'], response.body]).toEqual([200, 'image/png', ''])
  })

  roleSuite(
    'getFeedbackPicture',
    () => app,
    () => ({ path: `/feedback/${id}/picture` }),
  )

  it('denies other people', async () => {
    for (const personaName of ['Daniel', 'Tomasz', 'Ravi']) expect((await as(personaName).get(`/feedback/${id}/picture`)).status).toBe(403)
  })

  it('returns 404 for feedback without a picture, and for unknown feedback', async () => {
    const { body } = await giveFeedback(app)
    for (const unknownId of [body.id, '00000000-0000-4000-8000-000000000000'])
      expect((await as('Priya').get(`/feedback/${unknownId}/picture`)).body).toMatchObject({ status: 404, code: 'notFound' })
  })

  it('returns 404 after the feedback was deleted', async () => {
    const { body } = await giveFeedback(app, { picture: base64(pictures.png) })
    expect((await as('Niamh').delete(`/feedback/${body.id}`)).status).toBe(204)
    expect((await as('Niamh').get(`/feedback/${body.id}/picture`)).status).toBe(404)
  })
})
