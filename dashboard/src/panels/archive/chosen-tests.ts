/** The tests that are chosen for a comparison, also from different pages: two at most. */

const most = 2;

export class ChosenTests {
  private all: readonly { readonly id: string; readonly run: string }[] = [];

  /** Names of the runs, in the order in which they were chosen. */
  get runs(): readonly string[] {
    return this.all.map(({ run }) => run);
  }

  /** Ids of both tests; undefined until there are two. */
  get pair(): readonly [string, string] | undefined {
    const [first, second] = this.all;
    return first === undefined || second === undefined ? undefined : [first.id, second.id];
  }

  has(id: string): boolean {
    return this.all.some((one) => one.id === id);
  }

  /** Chooses a test, or not any more; false for a third one, which is not taken. */
  choose(id: string, run: string, isChosen: boolean): boolean {
    const others = this.all.filter((one) => one.id !== id);
    if (isChosen && others.length >= most) return false;
    this.all = isChosen ? [...others, { id, run }] : others;
    return true;
  }
}
