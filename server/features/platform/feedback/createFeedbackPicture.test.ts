import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { feedbackBody, giveFeedback } from './feedback.fixture.ts'
import { base64, pictures, pngOf, pngOfSize } from './pictures.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const storedPictures = (id: string) => app.db.selectFrom('feedback_pictures').selectAll().where('feedback_id', '=', id).execute()
const countRows = async () =>
  (await app.db.selectFrom('feedback').select('id').execute()).length +
  (await app.db.selectFrom('feedback_pictures').select('size').execute()).length

describe('createFeedback with a picture', () => {
  it.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webpLossy', 'image/webp'],
    ['webpLossless', 'image/webp'],
    ['webpExtended', 'image/webp'],
  ] as const)('stores a picture beside the feedback, without an audit of its content: %s', async (name, mediaType) => {
    const { status, body } = await giveFeedback(app, { picture: base64(pictures[name]) }, 'Grace')
    const size = pictures[name].length
    expect([status, body.picture]).toEqual([201, { mediaType, size, width: 2, height: 3 }])
    expect(await storedPictures(body.id)).toEqual([
      { feedback_id: body.id, media_type: mediaType, size, width: 2, height: 3, content: pictures[name] },
    ])
    const events = await app.db.selectFrom('audit_events').selectAll().where('subject_id', '=', body.id).execute()
    expect(events).toHaveLength(1)
    expect(JSON.stringify(events)).not.toContain(base64(pictures[name]).slice(0, 30))
    expect(JSON.stringify(events)).not.toContain(mediaType)
  })

  it('accepts a picture of the largest size and dimensions', async () => {
    for (const picture of [pngOfSize(1_000_000), pngOf(1_920, 4_096)])
      expect((await giveFeedback(app, { picture: base64(picture), text: '🎉'.repeat(2_000) }, 'Niamh')).status).toBe(201)
  })

  it.each<[string, string | number | null]>([
    ['a file that is too large', base64(pngOfSize(1_000_001))],
    ['a picture that is too wide', base64(pngOf(1_921, 3))],
    ['a picture that is too high', base64(pngOf(2, 4_097))],
    ['a picture without a size', base64(pngOf(0, 3))],
    ['SVG', base64('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', base64(`<!doctype html><script>alert(1)</script>${' '.repeat(40)}`)],
    ['HTML behind a picture', base64(Buffer.concat([pictures.png, Buffer.from('<script>alert(1)</script>')]))],
    ['a picture behind HTML', base64(Buffer.concat([Buffer.from('<!--'), pictures.png]))],
    ['a data URL', `data:image/png;base64,${base64(pictures.png)}`],
    ['Base64 with other characters', `${base64(pictures.png)}\n`],
    ['Base64 for URLs', base64(pictures.webpLossy).replaceAll('/', '_')],
    ['text', 'picture'],
    ['no text', ''],
    ['a number', 5],
    ['null', null],
  ])('rejects %s as a picture, and stores nothing', async (title, picture) => {
    const rowsBefore = await countRows()
    expect((await giveFeedback(app, { picture }, title.length % 2 ? 'Samuel' : 'Margaret')).body).toMatchObject({
      status: 400,
      code: 'invalidRequest',
      errors: [{ field: 'picture' }],
    })
    expect(await countRows()).toBe(rowsBefore)
  })

  it('rejects a body beyond its limit with 413', async () => {
    expect((await giveFeedback(app, { picture: 'A'.repeat(1_400_000) }, 'Ewa')).status).toBe(413)
  })

  it('stores one picture for a repeated Idempotency-Key, and rejects another picture', async () => {
    const send = (picture: Buffer) =>
      app.as(app.persona('Ewa').id).post('/feedback', { ...feedbackBody, picture: base64(picture) }, { 'idempotency-key': 'picture' })
    const { body } = await send(pictures.png)
    expect(await send(pictures.png)).toMatchObject({ status: 201, body: { id: body.id }, headers: { 'idempotency-replayed': 'true' } })
    expect((await send(pictures.jpeg)).body.code).toBe('idempotencyMismatch')
    expect(await storedPictures(body.id)).toHaveLength(1)
    const stored = await app.db.selectFrom('idempotency_keys').selectAll().where('key', 'like', 'picture%').execute()
    expect(JSON.stringify(stored)).not.toContain(base64(pictures.png).slice(0, 30))
  })

  it('keeps pictures unchanged, also for the server’s database role', async () => {
    const { body } = await giveFeedback(app, { picture: base64(pictures.png) }, 'Ravi')
    const { db } = app.context
    await expect(db.updateTable('feedback_pictures').set({ width: 1 }).execute()).rejects.toMatchObject({ code: '42501' })
    await expect(db.deleteFrom('feedback_pictures').execute()).rejects.toMatchObject({ code: '42501' })
    const row = { feedback_id: body.id, media_type: 'image/png', size: 73, width: 2, height: 3, content: pictures.png } as const
    await expect(db.insertInto('feedback_pictures').values(row).execute()).rejects.toMatchObject({ code: '23505' })
  })
})
