import type { MoneyValue } from '../ui/format.ts'
import type { Tone } from '../ui/Status.tsx'

export interface SampleAccount {
  id: string
  name: string
  status: { tone: Tone; label: string }
  tower: string
  environment: string
  owner: string
  findings: number
  cost: MoneyValue
  trend: number[]
  updatedAt: string
}

const towers = ['Digital', 'Stores', 'Supply chain', 'Corporate', 'Data']
const families = ['payments', 'loyalty', 'pricing', 'checkout', 'stock', 'forecast', 'identity', 'returns']
const environments = ['production', 'preproduction', 'test', 'development']
export const people = ['Amira Okafor', 'Dana Silva', 'Georg Khan', 'Chidi Moreau', 'Elif Patel', 'Hana Berg', 'Ivan Nowak', 'Zoë Lindqvist']
const statuses: { tone: Tone; label: string }[] = [
  { tone: 'ok', label: 'Active' },
  { tone: 'ok', label: 'Active' },
  { tone: 'ok', label: 'Active' },
  { tone: 'ok', label: 'Active' },
  { tone: 'busy', label: 'Provisioning' },
  { tone: 'ok', label: 'Active' },
  { tone: 'warn', label: 'Decommissioning' },
  { tone: 'ok', label: 'Active' },
  { tone: 'bad', label: 'Failed' },
  { tone: 'neutral', label: 'Decommissioned' },
]

/** Each row is derived from its number, so that all runs show the same rows. */
export function sampleAccounts(count: number): SampleAccount[] {
  return Array.from({ length: count }, (_, index) => {
    const mix = (index * 2654435761) % 4294967296
    const pick = <T>(list: readonly T[], shift: number) => list[(mix >>> shift) % list.length]!
    const environment = pick(environments, 3)
    const base = 40_000 + (mix % 2_400_000)
    return {
      id: `0192f3c4-${String(index).padStart(4, '0')}-7a1e-9c00-3f6d2b8e5a17`,
      name: `${pick(families, 5)}-${environment.slice(0, 4)}-${String(index + 1).padStart(3, '0')}`,
      status: pick(statuses, 7),
      tower: pick(towers, 9),
      environment: environment[0]!.toUpperCase() + environment.slice(1),
      owner: pick(people, 11),
      findings: (mix >>> 4) % 43,
      cost: { amount: base, currency: 'GBP' },
      trend: Array.from({ length: 12 }, (_, month) => base * (0.7 + (((mix >>> (month % 13)) % 60) + month * 3) / 100)),
      updatedAt: new Date(Date.now() - ((mix >>> 2) % 2_592_000) * 1000).toISOString(),
    }
  })
}
