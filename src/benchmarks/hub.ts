/** The address of a file of a data set on the Hub, at a revision. `main` moves: then only the hash holds it. */
export function hubFile(dataset: string, revision: string, path: string): string {
  return `https://huggingface.co/datasets/${dataset}/resolve/${revision}/${path}`;
}
