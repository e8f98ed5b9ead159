import { ArmError } from './armError.ts'

export type Tags = Record<string, string>

const forbidden = /[<>%&\\?/]/
const reserved = /^(microsoft|azure|windows)/i

/** Azure allows 50 tags, names of 512 characters without `< > % & \ ? /` (128 on storage accounts), and values of 256. @throws 400 */
export function checkTags(tags: Tags, longestName = 512): Tags {
  const names = Object.keys(tags)
  if (names.length > 50) throw new ArmError(400, 'InvalidTags', `The number of tags '${names.length}' exceeds the maximum allowed '50'.`)
  for (const [name, value] of Object.entries(tags)) {
    if (name === '' || name.length > longestName || forbidden.test(name))
      throw new ArmError(400, 'InvalidTagNameCharacters', `The tag name '${name}' is invalid.`)
    if (reserved.test(name))
      throw new ArmError(
        400,
        'InvalidTagName',
        `The tag name '${name}' is reserved: names must not begin with 'microsoft', 'azure' or 'windows'.`,
      )
    if (typeof value !== 'string' || value.length > 256)
      throw new ArmError(400, 'InvalidTagValueLength', `The value of the tag '${name}' is invalid.`)
  }
  return tags
}
