import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSession, newPem, openSource, run, type Source } from './backup.fixture.ts'

let source: Source
beforeAll(async () => {
  source = await openSource(3)
})
afterAll(() => source.close())

const file = (name: string) => source.files.file(name)

describe('slipway backup', () => {
  it('writes a file that only its owner can read, even while the database is being written', async () => {
    let isOver = false
    const writing = (async () => {
      while (!isOver) await source.write('meanwhile')
    })()
    const { code, out } = await run('backup', [file('first.backup')], source.env)
    isOver = true
    await writing
    expect([code, out]).toEqual([0, expect.stringMatching(/ 3\b/)])
    expect(lstatSync(file('first.backup')).mode & 0o777).toBe(0o600)
    expect(readdirSync(source.files.folder).filter((name) => name.includes('partial'))).toEqual([])
  })

  it('prints the version, the last migration, the keys, the audit trail, and the rows and checksum of each table', async () => {
    const { out } = await run('backup', ['--output', 'json', file('json.backup')], source.env)
    expect(JSON.parse(out)).toMatchObject({
      slipway: expect.stringMatching(/^\d+\.\d+\.\d+/),
      takenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      keys: [{ setting: 'SLIPWAY_AUDIT_KEY' }, { setting: 'SLIPWAY_KEY_SECRET' }],
      audit: { head: { seq: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }, checkpoint: 3 },
    })
    const events = JSON.parse(out).tables.find(({ name }: { name: string }) => name === 'audit_chain')
    expect(events).toMatchObject({ rows: 3, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  it('writes neither keys nor sessions into the file', async () => {
    await addSession(source.db)
    const { out } = await run('backup', ['--output', 'json', file('secrets.backup')], source.env)
    const text = zstdDecompressSync(readFileSync(file('secrets.backup'))).toString('latin1') + out
    expect(text).toContain('Ann')
    for (const secret of [
      source.keys.keySecret,
      'PRIVATE KEY',
      'an access token',
      'a token hash',
      Buffer.from('a token hash').toString('hex'),
    ])
      expect(text).not.toContain(secret)
  })

  it('doesn’t replace a file, link or folder by mistake', async () => {
    writeFileSync(file('precious'), 'mine')
    symlinkSync(file('precious'), file('link.backup'))
    symlinkSync(file('nowhere'), file('dangling.backup'))
    mkdirSync(file('folder'))
    for (const name of ['precious', 'link.backup', 'dangling.backup'])
      expect(await run('backup', [file(name)], source.env)).toMatchObject({ code: 2, out: '' })
    for (const name of ['link.backup', 'dangling.backup'])
      expect(await run('backup', ['--force', file(name)], source.env)).toMatchObject({ code: 2, out: '' })
    expect([readFileSync(file('precious'), 'utf8'), existsSync(file('nowhere'))]).toEqual(['mine', false])
    expect(await run('backup', ['--force', file('precious')], source.env)).toMatchObject({ code: 0 })
    expect(await run('backup', [file('folder')], source.env)).toMatchObject({ code: 0 })
    expect(readdirSync(file('folder'))).toEqual([expect.stringMatching(/^slipway-\d{8}T\d{6}Z\.backup$/)])
  })

  it('writes nothing with different keys, without keys, or into a missing folder', async () => {
    const attempt = (env: Record<string, string | undefined>, name = 'other.backup') =>
      run('backup', [file(name)], { ...source.env, ...env })
    expect((await attempt({ SLIPWAY_KEY_SECRET: 'x'.repeat(40) })).error).toMatch(/^SLIPWAY_KEY_SECRET /m)
    expect((await attempt({ SLIPWAY_AUDIT_KEY: newPem() })).error).toMatch(/^SLIPWAY_AUDIT_KEY /m)
    expect((await attempt({ SLIPWAY_KEY_SECRET: undefined, SLIPWAY_AUDIT_KEY: undefined })).error).toMatch(
      /SLIPWAY_KEY_SECRET .*\n.*SLIPWAY_AUDIT_KEY /,
    )
    expect(await attempt({}, 'missing/a.backup')).toMatchObject({ code: 2 })
    expect(await run('backup', [], source.env)).toMatchObject({ code: 2 })
    expect(existsSync(file('other.backup'))).toBe(false)
  })
})
