import fc from 'fast-check'
import { describe as about, expect, it } from 'vitest'
import { Failure } from '../../../../errors.ts'
import { alertmanagerGroup, azureAlert, cloudEvent } from '../alerts.fixture.ts'
import { arrivalsOf } from '../arrivals.ts'
import { describe } from './describe.ts'
import { readPayload } from './readPayload.ts'
import { priorityOf } from './severity.ts'

const only = (body: unknown) => readPayload(body)[0]!
const now = new Date('2026-03-22T18:00:00Z')
const rowsOf = (body: unknown) => arrivalsOf(readPayload(body), {}, { accountId: 'a', keyId: 'k', now })
const same = (one: unknown, other: unknown) => rowsOf(one)[0]!.fingerprint.equals(rowsOf(other)[0]!.fingerprint)
const once = (one: unknown, other: unknown) => rowsOf(one)[0]!.event_hash.equals(rowsOf(other)[0]!.event_hash)

about('a severity', () => {
  it.each([
    [1, ['Sev0', 'critical', 'CRITICAL', 'page', 'fatal', 'P1', '1', 1]],
    [2, ['Sev1', 'error', 'high', 'major', 'p2', 2]],
    [3, ['Sev2', 'warning', 'Warn', 'medium', undefined, null, '', 'unheard of', {}, [], 9, 'constructor']],
    [4, ['Sev3', 'low', 'minor', 'notice']],
    [5, ['Sev4', 'info', 'debug', 'none']],
  ])('reads priority %i', (priority, names) => {
    for (const word of names) expect([word, priorityOf(word)]).toEqual([word, priority])
  })
})

about('the identity of alert groups and events', () => {
  it('uses Azure’s rule, targets and dimensions for the group, and alert id and condition for the event', () => {
    expect(same(azureAlert(), azureAlert({ alertId: 'another', severity: 'Sev4', firedDateTime: '2026-03-22T15:00:00Z' }))).toBe(true)
    expect(same(azureAlert(), azureAlert({ monitorCondition: 'Resolved' }, { metricValue: 3 }))).toBe(true)
    expect(same(azureAlert(), azureAlert({ alertRule: 'another' }))).toBe(false)
    expect(same(azureAlert(), azureAlert({ alertTargetIDs: ['/subscriptions/2'] }))).toBe(false)
    expect(same(azureAlert(), azureAlert({}, { dimensions: [{ name: 'VMName', value: 'vm-till-08' }] }))).toBe(false)
    expect(once(azureAlert(), azureAlert({ description: 'said otherwise' }))).toBe(true)
    expect(once(azureAlert(), azureAlert({ monitorCondition: 'Resolved' }))).toBe(false)
    expect(once(azureAlert(), azureAlert({ alertId: 'another' }))).toBe(false)
  })

  it('uses the Alertmanager group, and the alert with its start and status', () => {
    const group = (name: string, change: object = {}) => alertmanagerGroup([{ name, ...change }])
    expect(same(group('a'), group('b', { status: 'resolved' }))).toBe(true)
    expect(same(group('a'), { ...group('a'), groupKey: 'another' })).toBe(false)
    expect(once(group('a'), group('a'))).toBe(true)
    for (const other of [group('b'), group('a', { status: 'resolved' }), group('a', { startsAt: '2026-03-22T11:00:00Z' })])
      expect(once(group('a'), other)).toBe(false)
  })

  it('uses the source, subject and type without ending, or a key, of CloudEvents, and source and id', () => {
    expect(same(cloudEvent(), cloudEvent({ id: 'other', type: 'uk.example.freezer.warm.resolved' }))).toBe(true)
    expect(same(cloudEvent({ type: 'a.raised.v1' }), cloudEvent({ type: 'a.cleared.v1' }))).toBe(true)
    expect(same(cloudEvent(), cloudEvent({ subject: 'freezer-4' }))).toBe(false)
    expect(same(cloudEvent({ subject: 'x', data: { key: 'k' } }), cloudEvent({ subject: 'y', data: { key: 'k' } }))).toBe(true)
    expect(once(cloudEvent(), cloudEvent({ type: 'other', data: {} }))).toBe(true)
    expect(once(cloudEvent(), cloudEvent({ source: '/stores/york' }))).toBe(false)
  })

  it('uses the key or title of plain JSON, and its id; without an id each alert counts', () => {
    expect(same({ title: 'a', key: 'k' }, { title: 'b', key: 'k' })).toBe(true)
    expect(same({ title: 'a' }, { title: 'b' })).toBe(false)
    expect(once({ title: 'a' }, { title: 'a' })).toBe(false)
    expect(once({ title: 'a', id: 7 }, { title: 'a', id: '7' })).toBe(true)
    expect(once({ title: 'a', id: 7 }, { title: 'a', id: 7, status: 'ok' })).toBe(false)
  })
})

about('the time of an alert', () => {
  it('uses the sender’s time, never later than now, or the arrival time if it is invalid', () => {
    expect(rowsOf(azureAlert())[0]!.at).toEqual(new Date('2026-03-22T13:58:24.371Z'))
    expect(rowsOf(cloudEvent({ time: '2099-01-01T00:00:00Z' }))[0]!.at).toEqual(now)
    expect(rowsOf(cloudEvent({ time: 'yesterday' }))[0]!.at).toEqual(now)
    expect(rowsOf(alertmanagerGroup([{ name: 'a' }]))[0]!.at).toEqual(now)
  })
})

about('the text of an alert', () => {
  it('lists the alerts of a group, and the fields of single alerts', () => {
    const many = Array.from({ length: 12 }, (_, n) => ({ name: `node-${n}` }))
    const text = describe(only(alertmanagerGroup(many)), true)
    expect(text).toContain(
      'Where: aks-checkout\nSince: 22 March 2026 at 10:00 UTC\nSeverity: critical\nRule: DiskFull\n12 alerts:\n- The disk of node-0 is full',
    )
    expect(text).toContain('- and 2 more\nMore: https://prometheus.example/graph')
    expect(describe(only({ title: 'Bare' }), true)).toBe('Bare')
    expect(describe(only(cloudEvent({ data: 'words' })), true)).toMatch(/^words\n\nWhere: freezer-3/)
  })

  it('is read from the bytes of a CloudEvent as JSON or text, and is empty for other bytes', () => {
    const bytes = (text: string | Buffer) => {
      const { data: _, ...event } = cloudEvent()
      return { ...event, data_base64: Buffer.from(text).toString('base64') }
    }
    const json = JSON.stringify(cloudEvent().data)
    expect(only(bytes(json))).toEqual(only(cloudEvent()))
    expect(only([bytes(json)])).toEqual(only(cloudEvent()))
    expect(describe(only(bytes('It is too warm')), true)).toMatch(/^It is too warm\n/)
    expect(only(bytes(Buffer.from([0xff, 0xd8]))).title).toBe('uk.example.freezer.warm.fired: freezer-3')
    expect(() => readPayload(bytes(`${'['.repeat(9_000)}${']'.repeat(9_000)}`))).toThrow('is nested deeper')
  })

  it('links to web addresses only, and without credentials', () => {
    for (const link of ['javascript:alert(1)', 'ftp://x', 'https://user:pass@example.com', 'nonsense', 7])
      expect(only({ title: 'a', link }).link).toBeUndefined()
    expect(only({ title: 'a', url: 'https://example.com/a b' }).link).toBe('https://example.com/a%20b')
  })
})

/** Random values in the shape of each of the four formats. */
const anything = fc.jsonValue({ maxDepth: 6 })
const wild = fc.dictionary(fc.string(), anything, { maxKeys: 6 })
const dressed = fc.oneof(
  anything,
  wild.map((data) => ({ schemaId: 'azureMonitorCommonAlertSchema', data })),
  fc
    .tuple(wild, wild, anything)
    .map(([essentials, alertContext, rest]) => ({ schemaId: 'azureMonitorCommonAlertSchema', data: { essentials, alertContext, rest } })),
  fc.tuple(wild, fc.array(anything, { maxLength: 5 })).map(([rest, alerts]) => ({ ...rest, groupKey: 'g', alerts })),
  fc.tuple(wild, anything).map(([rest, data]) => ({ ...rest, specversion: '1.0', id: 'i', source: 's', type: 't', data })),
  fc.tuple(wild, anything).map(([rest, data]) => [{ ...rest, id: 'i', topic: 't', eventType: 'e', data }]),
  fc.tuple(wild, anything).map(([rest, title]) => ({ ...rest, title })),
)

it('rejects any input with a message, or returns bounded rows that can be stored', () => {
  fc.assert(
    fc.property(dressed, fc.boolean(), (body, humanReadable) => {
      let alerts: ReturnType<typeof readPayload>
      try {
        alerts = readPayload(body)
      } catch (error) {
        expect(error).toBeInstanceOf(Failure)
        return
      }
      for (const row of arrivalsOf(alerts, { humanReadable }, { accountId: 'a', keyId: 'k', now })) {
        const detail = JSON.parse(row.detail as string)
        expect(detail.title.length).toBeGreaterThan(0)
        expect(detail.title.length).toBeLessThanOrEqual(160)
        expect(detail.description.length).toBeLessThanOrEqual(3_600)
        expect(detail.priority).toBeGreaterThanOrEqual(1)
        expect((row.detail as string).length).toBeLessThan(32_768)
        expect(row.detail).not.toMatch(/\\u0000/)
        expect((row.detail as string).isWellFormed()).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})
