import type { Simulator } from '../../simulator/core/simulator.ts'

/** People who can sign in. */
export const employees = ({ company }: Pick<Simulator, 'company'>) => company.people.filter(({ enabled }) => enabled)
