import type { Simulator } from '../../simulator/core/simulator.ts'

export const employees = ({ company }: Pick<Simulator, 'company'>) => company.people.filter(({ enabled }) => enabled)
