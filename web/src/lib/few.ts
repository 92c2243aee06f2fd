// So many at once, and the others wait their turn.

export type Turn = <T>(job: () => Promise<T>) => Promise<T>

export function few(most: number): Turn {
  const waiting: (() => void)[] = []
  let busy = 0
  return async (job) => {
    if (busy >= most) await new Promise<void>((come) => waiting.push(come))
    else busy++
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy--
    }
  }
}
