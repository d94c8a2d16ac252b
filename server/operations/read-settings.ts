import { succeed } from "#server/contracts/failure-codes.ts";
import { Nothing } from "#server/contracts/service.ts";
import { SettingsOutput } from "#server/contracts/settings.ts";
import { storedPolicy } from "./active-policy.ts";
import { defineRead } from "./operation.ts";

export const readSettings = defineRead({
  name: "settings.get",
  summary: "How this server is set up: store, providers (never their secrets), and how long things are kept.",
  input: Nothing,
  output: SettingsOutput,
  async run(context) {
    const policy = await storedPolicy(context, null);
    return succeed({
      version: context.build.version,
      store: context.build.store,
      store_prompts: context.storePrompts,
      providers: [...context.providers],
      retention: {
        session_memory_days: policy.session_memory_retention_days,
        record_days: policy.record_retention_days,
        request_text_days: policy.request_text_retention_days,
        policy_version: policy.version,
      },
    });
  },
});
