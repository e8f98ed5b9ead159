import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { checkShape } from './shape.ts'

const Text = Type.Optional(Type.String())
const Thing = Type.Object({
  id: Type.String(),
  note: Text,
  ends: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  inner: Type.Optional(
    Type.Object({ tags: Type.Optional(Type.Array(Type.String())), parts: Type.Optional(Type.Array(Type.Object({ a: Text }))) }),
  ),
  tags: Type.Optional(Type.Record(Type.String(), Type.String())),
})

describe('checkShape', () => {
  it('removes null from optional fields at every depth, and keeps unknown fields', () => {
    const input = {
      id: '1',
      note: null,
      ends: null,
      inner: { tags: null, parts: [{ a: null, b: null }] },
      tags: { x: null, y: 'z' },
      more: null,
    }
    expect(checkShape('Azure', input, Thing)).toEqual({
      id: '1',
      ends: null,
      inner: { parts: [{ b: null }] },
      tags: { y: 'z' },
      more: null,
    })
    expect(input.note).toBeNull()
  })

  it('removes nulls in each part of unions and intersections', () => {
    const Either = Type.Union([Type.Object({ a: Type.Integer(), b: Text }), Type.Object({ c: Type.Integer(), d: Text })])
    expect(checkShape('Azure', { c: 1, d: null }, Either)).toEqual({ c: 1 })
    const Both = Type.Intersect([Type.Object({ a: Text }), Type.Object({ b: Text })])
    expect(checkShape('Azure', { a: null, b: null }, Both)).toEqual({})
  })

  it.each([
    ['is absent', {}, '/value/0: must have required properties id'],
    ['is null', { id: null }, '/value/0/id: must be string'],
    ['is of another type', { id: '1', inner: { parts: [{ a: 1 }] } }, '/value/0/inner/parts/0/a: must be string'],
  ])('names the field that %s', (_, item, field) => {
    expect(() => checkShape('Azure', [item], Type.Array(Thing), '/value')).toThrow(`(${field})`)
  })

  it('checks each item of a long list', () => {
    const items = Array.from({ length: 200 }, (_, n) => ({ id: String(n), note: null }))
    expect(checkShape('Azure', items, Type.Array(Thing))).toEqual(items.map(({ id }) => ({ id })))
    const error = '(/value/200/id: must be string)'
    expect(() => checkShape('Azure', [...items, { id: 1 }], Type.Array(Thing), '/value')).toThrow(error)
  })
})
