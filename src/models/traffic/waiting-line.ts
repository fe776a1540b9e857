/** First come, first served. Whoever left is passed over. Each step takes constant time on average. */
export interface WaitingLine<T> {
  readonly length: number;
  /** Joins at the end; the returned function leaves, and does nothing once served. */
  join(item: T): () => void;
  first(): T | undefined;
  /** Takes the first one out. */
  serve(): T | undefined;
}

interface Place<T> {
  readonly item: T;
  gone: boolean;
}

export function createWaitingLine<T>(): WaitingLine<T> {
  let places: Place<T>[] = [];
  let head = 0;
  let present = 0;

  const front = (): Place<T> | undefined => {
    while (places[head]?.gone === true) head++;
    // Those who were served are let go in bulk: shifting the list at each turn would be quadratic.
    if (head > 32 && head * 2 > places.length) {
      places = places.slice(head);
      head = 0;
    }
    return places[head];
  };
  const leave = (place: Place<T>) => {
    if (place.gone) return;
    place.gone = true;
    present--;
  };

  return {
    get length() {
      return present;
    },
    join: (item) => {
      const place = { item, gone: false };
      places.push(place);
      present++;
      return () => {
        leave(place);
        front();
      };
    },
    first: () => front()?.item,
    serve: () => {
      const place = front();
      if (place === undefined) return undefined;
      leave(place);
      return place.item;
    },
  };
}
