import fc from 'fast-check'
import { describe as about, expect, it } from 'vitest'
import { Failure } from '../../../../errors.ts'
import { toAlertEvents } from '../alertEvents.ts'
import { alertmanagerGroup, azureAlert, cloudEvent } from '../alerts.fixture.ts'
import { describe } from './describe.ts'
import { parsePayload, tooDeep } from './parsePayload.ts'
import { priorityOf } from './severity.ts'

const readSingle = (body: unknown) => parsePayload(body)[0]!
const now = new Date('2026-03-22T18:00:00Z')
const rowsOf = (body: unknown) => toAlertEvents(parsePayload(body), {}, { accountId: 'a', keyId: 'k', now })
const haveSameGroup = (item: unknown, otherName: unknown) => rowsOf(item)[0]!.fingerprint.equals(rowsOf(otherName)[0]!.fingerprint)
const areSameEvent = (item: unknown, otherName: unknown) => rowsOf(item)[0]!.event_hash.equals(rowsOf(otherName)[0]!.event_hash)

about('a severity', () => {
  it.each([
    [1, ['Sev0', 'critical', 'CRITICAL', 'page', 'fatal', 'P1', '1', 1]],
    [2, ['Sev1', 'error', 'high', 'major', 'p2', 2]],
    [3, ['Sev2', 'warning', 'Warn', 'medium', undefined, null, '', 'unheard of', {}, [], 9, 'constructor']],
    [4, ['Sev3', 'low', 'minor', 'notice']],
    [5, ['Sev4', 'info', 'debug', 'none']],
  ])('reads the priority %i', (priority, names) => {
    for (const word of names) expect([word, priorityOf(word)]).toEqual([word, priority])
  })
})

about('the identity of alert groups and events', () => {
  it('derives the group from Azure’s rule, targets and dimensions, and the event from alert ID and condition', () => {
    expect(haveSameGroup(azureAlert(), azureAlert({ alertId: 'another', severity: 'Sev4', firedDateTime: '2026-03-22T15:00:00Z' }))).toBe(
      true,
    )
    expect(haveSameGroup(azureAlert(), azureAlert({ monitorCondition: 'Resolved' }, { metricValue: 3 }))).toBe(true)
    expect(haveSameGroup(azureAlert(), azureAlert({ alertRule: 'another' }))).toBe(false)
    expect(haveSameGroup(azureAlert(), azureAlert({ alertTargetIDs: ['/subscriptions/2'] }))).toBe(false)
    expect(haveSameGroup(azureAlert(), azureAlert({}, { dimensions: [{ name: 'VMName', value: 'vm-till-08' }] }))).toBe(false)
    expect(areSameEvent(azureAlert(), azureAlert({ description: 'said otherwise' }))).toBe(true)
    expect(areSameEvent(azureAlert(), azureAlert({ monitorCondition: 'Resolved' }))).toBe(false)
    expect(areSameEvent(azureAlert(), azureAlert({ alertId: 'another' }))).toBe(false)
  })

  it('derives the group from the Alertmanager group, and the event from the alert with its start and status', () => {
    const group = (name: string, overrides: object = {}) => alertmanagerGroup([{ name, ...overrides }])
    expect(haveSameGroup(group('a'), group('b', { status: 'resolved' }))).toBe(true)
    expect(haveSameGroup(group('a'), { ...group('a'), groupKey: 'another' })).toBe(false)
    expect(areSameEvent(group('a'), group('a'))).toBe(true)
    for (const otherName of [group('b'), group('a', { status: 'resolved' }), group('a', { startsAt: '2026-03-22T11:00:00Z' })])
      expect(areSameEvent(group('a'), otherName)).toBe(false)
  })

  it('identifies a CloudEvent’s group by key, or by source, subject and type, and the event by source and ID', () => {
    expect(haveSameGroup(cloudEvent(), cloudEvent({ id: 'other', type: 'uk.example.freezer.warm.resolved' }))).toBe(true)
    expect(haveSameGroup(cloudEvent({ type: 'a.raised.v1' }), cloudEvent({ type: 'a.cleared.v1' }))).toBe(true)
    expect(haveSameGroup(cloudEvent(), cloudEvent({ subject: 'freezer-4' }))).toBe(false)
    expect(haveSameGroup(cloudEvent({ subject: 'x', data: { key: 'k' } }), cloudEvent({ subject: 'y', data: { key: 'k' } }))).toBe(true)
    expect(areSameEvent(cloudEvent(), cloudEvent({ type: 'other', data: {} }))).toBe(true)
    expect(areSameEvent(cloudEvent(), cloudEvent({ source: '/stores/york' }))).toBe(false)
  })

  it('identifies the alert group of plain JSON by its key or title, and the event by its ID, if there is one', () => {
    expect(haveSameGroup({ title: 'a', key: 'k' }, { title: 'b', key: 'k' })).toBe(true)
    expect(haveSameGroup({ title: 'a' }, { title: 'b' })).toBe(false)
    expect(areSameEvent({ title: 'a' }, { title: 'a' })).toBe(false)
    expect(areSameEvent({ title: 'a', id: 7 }, { title: 'a', id: '7' })).toBe(true)
    expect(areSameEvent({ title: 'a', id: 7 }, { title: 'a', id: 7, status: 'ok' })).toBe(false)
  })
})

about('the time of an alert', () => {
  it('uses the sender’s time, limited to now, or the arrival time if that is invalid', () => {
    expect(rowsOf(azureAlert())[0]!.at).toEqual(new Date('2026-03-22T13:58:24.371Z'))
    expect(rowsOf(cloudEvent({ time: '2099-01-01T00:00:00Z' }))[0]!.at).toEqual(now)
    expect(rowsOf(cloudEvent({ time: 'yesterday' }))[0]!.at).toEqual(now)
    expect(rowsOf(alertmanagerGroup([{ name: 'a' }]))[0]!.at).toEqual(now)
  })
})

about('the text of an alert', () => {
  it('lists the alerts of a group, and the fields of single alerts', () => {
    const manyAlerts = Array.from({ length: 12 }, (_, n) => ({ name: `node-${n}` }))
    const text = describe(readSingle(alertmanagerGroup(manyAlerts)), true)
    expect(text).toMatch(/aks-checkout\n.*22 March 2026 at 10:00 UTC\n.*critical\n.*DiskFull\n12 .*\n- The disk of node-0 is full/)
    expect(text).toMatch(/\n.* 2 .*\n.*https:\/\/prometheus\.example\/graph/)
    expect(describe(readSingle({ title: 'Bare' }), true)).toBe('Bare')
    expect(describe(readSingle(cloudEvent({ data: 'words' })), true)).toMatch(/^words\n\n.*freezer-3/)
  })

  it('reads the text from the bytes of a CloudEvent as JSON or text, and leaves it empty for other bytes', () => {
    const bytes = (text: string | Buffer) => {
      const { data: _, ...event } = cloudEvent()
      return { ...event, data_base64: Buffer.from(text).toString('base64') }
    }
    const json = JSON.stringify(cloudEvent().data)
    expect(readSingle(bytes(json))).toEqual(readSingle(cloudEvent()))
    expect(readSingle([bytes(json)])).toEqual(readSingle(cloudEvent()))
    expect(describe(readSingle(bytes('It is too warm')), true)).toMatch(/^It is too warm\n/)
    expect(readSingle(bytes(Buffer.from([0xff, 0xd8]))).title).toBe('uk.example.freezer.warm.fired: freezer-3')
    expect(() => parsePayload(bytes(`${'['.repeat(9_000)}${']'.repeat(9_000)}`))).toThrow(tooDeep)
  })

  it('links only to web URLs without credentials', () => {
    for (const link of ['javascript:alert(1)', 'ftp://x', 'https://user:pass@example.com', 'nonsense', 7])
      expect(readSingle({ title: 'a', link }).link).toBeUndefined()
    expect(readSingle({ title: 'a', url: 'https://example.com/a b' }).link).toBe('https://example.com/a%20b')
  })
})

const arbitraryJson = fc.jsonValue({ maxDepth: 6 })
const arbitraryObject = fc.dictionary(fc.string(), arbitraryJson, { maxKeys: 6 })
const wrappedPayload = fc.oneof(
  arbitraryJson,
  arbitraryObject.map((data) => ({ schemaId: 'azureMonitorCommonAlertSchema', data })),
  fc.tuple(arbitraryObject, arbitraryObject, arbitraryJson).map(([essentials, alertContext, properties]) => ({
    schemaId: 'azureMonitorCommonAlertSchema',
    data: { essentials, alertContext, rest: properties },
  })),
  fc
    .tuple(arbitraryObject, fc.array(arbitraryJson, { maxLength: 5 }))
    .map(([properties, alerts]) => ({ ...properties, groupKey: 'g', alerts })),
  fc
    .tuple(arbitraryObject, arbitraryJson)
    .map(([properties, data]) => ({ ...properties, specversion: '1.0', id: 'i', source: 's', type: 't', data })),
  fc.tuple(arbitraryObject, arbitraryJson).map(([properties, data]) => [{ ...properties, id: 'i', topic: 't', eventType: 'e', data }]),
  fc.tuple(arbitraryObject, arbitraryJson).map(([properties, title]) => ({ ...properties, title })),
)

it('rejects any input with a message, or returns a limited number of rows that can be stored', () => {
  fc.assert(
    fc.property(wrappedPayload, fc.boolean(), (body, isHumanReadable) => {
      let alerts: ReturnType<typeof parsePayload>
      try {
        alerts = parsePayload(body)
      } catch (error) {
        expect(error).toBeInstanceOf(Failure)
        return
      }
      for (const row of toAlertEvents(alerts, { humanReadable: isHumanReadable }, { accountId: 'a', keyId: 'k', now })) {
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
