import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { OperationContext } from "#server/operations/operation.ts";
import { callTool } from "./call-tool.ts";

type Prompt = {
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
  tool: string;
  inputOf(args: Readonly<Record<string, string>>): Record<string, unknown>;
};

/** For a person who asks by hand: a host shows each as a command. Both put the tool's answer before the model. */
const prompts: Record<string, Prompt> = {
  known_failure: {
    title: "Is this failure known?",
    description: "What earlier runs learned about a failure.",
    arguments: [
      { name: "output", description: "Output of the command that failed.", required: true },
      { name: "project", description: "Repository as host/owner/name.", required: false },
    ],
    tool: "memory_context",
    inputOf: ({ output, project }) => ({ signature_source: output, project }),
  },
  prior_context: {
    title: "What bears on this task?",
    description: "Decisions of other sessions that bear on a task.",
    arguments: [
      { name: "task", description: "What you are about to do.", required: true },
      { name: "project", description: "Repository as host/owner/name.", required: true },
    ],
    tool: "get_prior_context",
    inputOf: ({ task, project }) => ({ task_text: task, project, session: "prompt" }),
  },
};

export async function listPrompts(): Promise<ListPromptsResult> {
  return {
    prompts: Object.entries(prompts).map(([name, { title, description, arguments: args }]) => ({
      name,
      title,
      description,
      arguments: args,
    })),
  };
}

export async function getPrompt(
  context: OperationContext,
  name: string,
  args: Readonly<Record<string, string>>,
): Promise<GetPromptResult> {
  const prompt = Object.hasOwn(prompts, name) ? prompts[name] : undefined;
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name.slice(0, 64)}`);
  for (const argument of prompt.arguments) {
    if (argument.required && (args[argument.name] ?? "") === "") {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${argument.name}: is required`);
    }
  }
  const given = Object.fromEntries(Object.entries(prompt.inputOf(args)).filter(([, value]) => value !== undefined));
  const { content } = await callTool(context, prompt.tool, given);
  return {
    description: prompt.description,
    messages: content.map((part) => ({ role: "user", content: part })),
  };
}
