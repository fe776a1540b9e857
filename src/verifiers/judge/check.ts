import { failure } from "../../core/boundary.ts";
import type { Model } from "../../core/model.ts";
import { broken, missingTarget, noAnswer } from "../../core/score.ts";
import { isBlank } from "../../core/text.ts";
import type { Attempt, Context, Score } from "../../core/types.ts";
import { withoutThinking } from "../../prompts/reading.ts";
import { judgeOne } from "./absolute.ts";
import { judgePair } from "./comparison.ts";
import type { JudgeSettings } from "./settings.ts";

/**
 * One attempt before a judge. Where the extractors found nothing, the judge reads the whole output, without the
 * thinking in it: the doubtful rows are the ones that it is for. An output without any text is not shown to it.
 */
export async function checkByJudge(settings: JudgeSettings, attempt: Attempt, context: Context): Promise<Score> {
  const output = attempt.answer ?? withoutThinking(attempt.output);
  const { aboutTarget = false, rubric, custom } = settings;
  if (aboutTarget && rubric === null && custom === null && attempt.targets.length === 0) return missingTarget();
  if (isBlank(output)) return noAnswer();
  if (context.model === undefined) {
    return broken("judge", "no_models", "no model can be asked here; a judge needs an eval or a model in its context");
  }
  let model: Model;
  try {
    model = await context.model(settings.model, settings.retries);
  } catch (thrown) {
    return failure("judge", thrown);
  }
  if ((attempt.images?.length ?? 0) > 0 && !model.abilities.images) {
    return broken("judge", "no_images", `${model.id} takes no images, and the sample has some`);
  }
  const judge = settings.comparative ? judgePair : judgeOne;
  return judge(settings, attempt, output, model, context.signal);
}
