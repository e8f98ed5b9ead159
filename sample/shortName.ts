import type { SampleAccount } from './shapes.ts'

/** Some types need a globally unique name in Azure, so this name has no dashes and ends in four unique characters. */
export const shortNameOf = ({ id, name }: SampleAccount): string => name.replace(/[^a-z0-9]/g, '').slice(0, 16) + id.slice(0, 4)
