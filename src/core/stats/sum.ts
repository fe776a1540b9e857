/**
 * A sum whose rounding error does not grow with the number of terms (Neumaier's form of Kahan's compensated summation,
 * 1974). Terms given in a fixed order give the same bytes each time.
 */
export class Sum {
  #total = 0;
  #lost = 0;

  add(term: number): void {
    const next = this.#total + term;
    this.#lost += Math.abs(this.#total) >= Math.abs(term) ? this.#total - next + term : term - next + this.#total;
    this.#total = next;
  }

  get value(): number {
    return this.#total + this.#lost;
  }
}
