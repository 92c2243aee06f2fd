// Orders that were tried and are to be given in the game: they outlive the screen of the try.

class Plan {
  of = $state('') // the match
  orders = $state.raw<string[]>([])

  /** Take orders over from a try. */
  take(of: string, orders: string[]): void {
    this.of = of
    this.orders = orders
  }

  /** The first has been given, or is given up. */
  next(): void {
    this.orders = this.orders.slice(1)
  }

  drop(): void {
    this.orders = []
  }
}

export const plan = new Plan()
