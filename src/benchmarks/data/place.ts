/** Where a benchmark's data may come from and where they are kept. Doors make it from flags and the environment. */
export interface DataPlace {
  /** A folder, or one file, that the user names; looked at first. */
  readonly given: string | null;
  /** Files under their hash, and downloads under way. */
  readonly cache: string;
  /** The file with the hashes that were pinned on first use. */
  readonly lock: string;
  /** An address that stands in for every publisher: `<mirror>/<benchmark>/<file name>`. */
  readonly mirror: string | null;
  /** For gated data; sent to the Hub alone. */
  readonly token: string | null;
  readonly signal: AbortSignal;
}

/** What is said while data are fetched. */
export type DataEvent =
  | { readonly type: "note"; readonly text: string }
  | { readonly type: "warning"; readonly text: string }
  | {
      readonly type: "progress";
      readonly label: string;
      readonly done: number;
      readonly total: number | null;
      readonly errors: number;
    };

/** A file of a benchmark on this machine. */
export interface FoundFile {
  readonly path: string;
  readonly sha256: string;
  /** `given`: the user's folder; `cache`; `download`: fetched now. */
  readonly from: "given" | "cache" | "download";
}
