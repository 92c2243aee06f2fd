// What may be answered once for all, in words.
import { words } from '../lib/notation'
import { capital } from './words'

/** "pass" → "Pass"; the game's own words where it has some. */
export function answerWords(answer: string, told: Record<string, string>): string {
  if (answer === 'staff') return 'Let my staff decide'
  return told[answer]?.split(': ')[0] ?? capital(words(answer))
}
