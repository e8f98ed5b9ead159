import { addSubstituteApprover } from './addSubstituteApprover.ts'
import { suggestSubstitutes } from './suggestSubstitutes.ts'

export const substituteOperations = [suggestSubstitutes, addSubstituteApprover]
