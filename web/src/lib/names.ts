/** A sentence with its counters called by their names: each where it is named first, and not in
 *  a quoted order. "167 has spent 2 of its 6 points." → "167th Infantry has spent …" */
export function named(says: string, units: string[], called: (unit: string) => string): string {
  const left = new Set(units)
  return says.replace(/“[^”]*”|[\p{L}\p{N}]+/gu, (word) =>
    left.delete(word) ? called(word) : word,
  )
}
