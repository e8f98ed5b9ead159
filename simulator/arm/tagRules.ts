import { ArmError } from './armError.ts'

export type Tags = Record<string, string>

const forbidden = /[<>%&\\?/]/

/** Azure's limits: 50 tags, names of 512 characters without `< > % & \ ? /`, values of 256. @throws 400 */
export function checkTags(tags: Tags): Tags {
  const names = Object.keys(tags)
  if (names.length > 50) throw new ArmError(400, 'InvalidTags', `The number of tags '${names.length}' exceeds the maximum allowed '50'.`)
  for (const [name, value] of Object.entries(tags)) {
    if (name === '' || name.length > 512 || forbidden.test(name))
      throw new ArmError(400, 'InvalidTagNameCharacters', `The tag name '${name}' is invalid.`)
    if (typeof value !== 'string' || value.length > 256)
      throw new ArmError(400, 'InvalidTagValueLength', `The value of the tag '${name}' is invalid.`)
  }
  return tags
}
