import { describe, expect, it } from 'vitest'
import { pictures, pngOf } from './pictures.fixture.ts'
import { readPictureHeader } from './readPicture.ts'

describe('readPictureHeader', () => {
  it.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webpLossy', 'image/webp'],
    ['webpLossless', 'image/webp'],
    ['webpExtended', 'image/webp'],
  ] as const)('reads type and dimensions of %s', (name, media_type) => {
    expect(readPictureHeader(pictures[name])).toEqual({ media_type, width: 2, height: 3 })
  })

  it('reads large dimensions', () => {
    expect(readPictureHeader(pngOf(0xffffffff, 70_000))).toMatchObject({ width: 0xffffffff, height: 70_000 })
  })

  it.each(Object.entries(pictures))('rejects %s with content behind it, and every part of it', (_name, file) => {
    expect(readPictureHeader(Buffer.concat([file, Buffer.from('<script>')]))).toBeUndefined()
    for (let length = 0; length < file.length; length++) expect(readPictureHeader(file.subarray(0, length))).toBeUndefined()
  })

  it.each([
    `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`,
    `<!doctype html><title>Picture</title>${' '.repeat(40)}`,
    `GIF89a${'\0'.repeat(60)}`,
    `GIF89a\x89PNG\r\n\x1a\n\0\0\0\rIHDR${'\0'.repeat(60)}`,
    `%PDF-1.7${'\0'.repeat(60)}`,
    `RIFF\x38\0\0\0AVI ${'\0'.repeat(60)}`,
    `\xff\xd8\xff${'\xff'.repeat(60)}\xff\xd9`,
    `\xff\xd8\xff\xe0\0\0${'\0'.repeat(60)}\xff\xd9`,
  ])('rejects other content: %j', (text) => {
    expect(readPictureHeader(Buffer.from(text, 'latin1'))).toBeUndefined()
  })

  it('reads any bytes without an error', () => {
    for (const file of Object.values(pictures))
      for (let offset = 0; offset < file.length; offset++)
        for (const byte of [0, 0x7f, 0xff]) {
          const changed = Buffer.from(file)
          changed[offset] = byte
          expect(() => readPictureHeader(changed)).not.toThrow()
        }
  })
})
