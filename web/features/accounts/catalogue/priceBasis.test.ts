import { expect, it } from 'vitest'
import type { InputSchema } from '../../../shared/requestTypes.ts'
import { priceBasis } from './priceBasis.ts'

const schema = (properties: object) => ({ type: 'object', properties }) as unknown as InputSchema

it('names the settings on which the price depends, with the values of the estimate', () => {
  const nodes = { type: 'integer', title: 'Nodes', default: 3, 'x-scales-price': true }
  const tier = { type: 'string', title: 'Tier', default: 'Standard', 'x-price-factors': { Standard: 1, Premium: 3 } }
  const purpose = { type: 'string', title: 'Purpose', default: 'Trial' }
  expect(priceBasis(schema({ nodes, purpose, tier }))).toBe('Nodes: 3, Tier: Standard')
  expect(priceBasis(schema({ purpose }))).toBeUndefined()
})
