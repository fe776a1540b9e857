import { describe, expect, test } from "vitest";
import { type Route, routeOf } from "../../../src/doors/pi/routes.ts";
import cases from "../../cases/pi-routes.json" with { type: "json" };
import { piModel, registryOf, type StandInModel } from "./stand-in.ts";

interface Row {
  readonly why: string;
  readonly name: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly pi: readonly {
    readonly model: string;
    readonly base_url?: string;
    readonly key?: string;
    readonly subscription?: boolean;
  }[];
  readonly route?: object;
  readonly error?: string;
}

describe("the way to a judge", () => {
  test.each(cases as readonly Row[])("$name: $why", async ({ name, variables = {}, pi, route, error }) => {
    const models = pi.map(
      ({ model, base_url: baseUrl, key, subscription }): StandInModel => ({
        model: piModel(model, baseUrl === undefined ? {} : { baseUrl }),
        ...(key === undefined ? {} : { key }),
        ...(subscription === undefined ? {} : { subscription }),
      }),
    );
    const found = routeOf(name, registryOf(models), variables);
    if (error === undefined) expect(told(await found)).toEqual(route);
    else await expect(found).rejects.toMatchObject({ code: error });
  });
});

function told(route: Route): object {
  return route.kind === "pi" ? { ...route, model: `${route.model.provider}/${route.model.id}` } : route;
}
