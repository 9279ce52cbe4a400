/** A storage in memory, for a browser that stores nothing: what the page uses of IndexedDB, and no more. */

type Key = string | number | readonly Key[];

type Row = Readonly<Record<string, unknown>>;

/** The rows of a place, by their keys as text. */
type Rows = Map<string, Row>;

/** A storage that lasts as long as the page. */
export class MemoryDatabase {
  readonly places: Map<string, Rows>;

  /** @param keys - Which attributes of a row make its key, for each place. */
  constructor(readonly keys: Readonly<Record<string, string | readonly string[]>>) {
    this.places = new Map(Object.keys(keys).map((place) => [place, new Map()]));
  }

  transaction(): MemoryTransaction {
    return new MemoryTransaction(this);
  }

  close(): void {}
}

interface Request<T> {
  result: T | undefined;
  error: unknown;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}

/** Requests that are done one behind the other, all of them or none. */
class MemoryTransaction {
  error: unknown = null;
  oncomplete: (() => void) | null = null;
  onabort: (() => void) | null = null;
  private readonly waiting: (() => void)[] = [];
  private before: ReadonlyMap<string, Rows> = new Map();
  private isAborted = false;

  constructor(private readonly database: MemoryDatabase) {
    setTimeout(() => this.run());
  }

  objectStore(place: string): MemoryStore {
    return new MemoryStore(this, this.database.places.get(place)!, this.database.keys[place]!);
  }

  abort(): void {
    this.isAborted = true;
    for (const [place, rows] of this.before) this.database.places.set(place, rows);
  }

  /** Have something done in its turn. */
  request<T>(work: () => T, request: Request<T> = { result: undefined, error: null, onsuccess: null, onerror: null }) {
    this.waiting.push(() => {
      try {
        request.result = work();
        request.onsuccess?.();
      } catch (error) {
        this.error = request.error = error;
        this.abort();
        request.onerror?.();
      }
    });
    return request;
  }

  private run(): void {
    this.before = new Map([...this.database.places].map(([place, rows]) => [place, new Map(rows)]));
    for (let next = this.waiting.shift(); next && !this.isAborted; next = this.waiting.shift()) next();
    if (this.isAborted) this.onabort?.();
    else this.oncomplete?.();
  }
}

/** A place, within a transaction. */
class MemoryStore {
  constructor(
    private readonly within: MemoryTransaction,
    private readonly rows: Rows,
    private readonly path: string | readonly string[],
  ) {}

  get(key: Key): Request<Row | undefined> {
    return this.within.request(() => this.rows.get(JSON.stringify(key)));
  }

  getAll(range?: IDBKeyRange): Request<Row[]> {
    return this.within.request(() => this.keys(range).map((key) => this.rows.get(JSON.stringify(key))!));
  }

  count(): Request<number> {
    return this.within.request(() => this.rows.size);
  }

  put(row: Row): Request<unknown> {
    return this.within.request(() => this.rows.set(JSON.stringify(this.keyOf(row)), row));
  }

  add(row: Row): Request<unknown> {
    return this.within.request(() => {
      const key = JSON.stringify(this.keyOf(row));
      if (this.rows.has(key)) throw new DOMException("there is such a row", "ConstraintError");
      this.rows.set(key, row);
    });
  }

  delete(what: Key | IDBKeyRange): Request<unknown> {
    return this.within.request(() => {
      const keys = isRange(what) ? this.keys(what) : [what];
      for (const key of keys) this.rows.delete(JSON.stringify(key));
    });
  }

  openCursor(): Request<unknown> {
    const left = this.keys();
    const request = this.within.request(() => this.cursor(left, () => this.within.request(next, request)));
    const next = (): unknown => this.cursor(left, () => this.within.request(next, request));
    return request;
  }

  private cursor(left: Key[], goOn: () => void): unknown {
    const key = left.shift();
    if (key === undefined) return null;
    return { value: this.rows.get(JSON.stringify(key)), delete: () => this.delete(key), continue: goOn };
  }

  private keyOf(row: Row): Key {
    return (typeof this.path === "string" ? row[this.path] : this.path.map((name) => row[name])) as Key;
  }

  private keys(range?: IDBKeyRange): Key[] {
    const all = [...this.rows.values()].map((row) => this.keyOf(row));
    return all.filter((key) => range === undefined || range.includes(key)).sort(compared);
  }
}

function isRange(what: Key | IDBKeyRange): what is IDBKeyRange {
  return typeof what === "object" && !Array.isArray(what);
}

/** As the browser's storage orders keys. */
function compared(one: Key, other: Key): number {
  if (typeof one !== "object" || typeof other !== "object") return one < other ? -1 : Number(one > other);
  const at = one.findIndex((part, index) => compared(part, other[index]!) !== 0);
  return at < 0 ? 0 : compared(one[at]!, other[at]!);
}
