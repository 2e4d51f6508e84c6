/** The body of questions, one file a field of law. */
import type { Questions } from '../questions.ts'
import starter from './starter.json' with { type: 'json' }

export const QUESTIONS: readonly Questions[] = [starter]
