import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

/**
 * The tools, resources and prompts that the conformance suite asks for by name. They say nothing about the product; they
 * let the suite see the transport that the product mounts from all sides.
 */

const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const sound = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

const Envelope = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    elicitation: z.unknown().optional(),
    sampling: z.unknown().optional(),
    roots: z.unknown().optional(),
  }),
});

type State = Record<string, unknown>;
const states = createRequestStateCodec<State>({ key: crypto.getRandomValues(new Uint8Array(32)) });

const said = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });
const embedded = (uri: string, text: string, mimeType = "text/plain") => ({
  type: "resource" as const,
  resource: { uri, mimeType, text },
});
const image = { type: "image" as const, data: picture, mimeType: "image/png" };
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

const form = (message: string, field: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [field]: { type: "string" } }, required: [field] },
  });
const completion = (text: string) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text } }], maxTokens: 50 });
const mint = (state: State) => states.mint({ ...state, nonce: crypto.randomUUID() });

type Answer = CallToolResult | InputRequiredResult;
type Run = (context: ServerContext) => Promise<Answer> | Answer;
type FixtureTool = { run: Run };

const tools: Record<string, FixtureTool> = {
  test_simple_text: { run: () => said("A simple text.") },
  test_image_content: { run: () => ({ content: [image] }) },
  test_audio_content: { run: () => ({ content: [{ type: "audio", data: sound, mimeType: "audio/wav" }] }) },
  test_embedded_resource: { run: () => ({ content: [embedded("test://embedded-resource", "Embedded.")] }) },
  test_multiple_content_types: {
    run: () => ({
      content: [
        { type: "text", text: "Several kinds:" },
        image,
        embedded("test://mixed-content-resource", '{"test":"data"}', "application/json"),
      ],
    }),
  },
  test_tool_with_logging: {
    async run({ mcpReq }) {
      for (const data of ["started", "working", "done"]) {
        await mcpReq.notify({ method: "notifications/message", params: { level: "info", data } });
        await pause();
      }
      return said("Logged three times.");
    },
  },
  test_tool_with_progress: {
    async run({ mcpReq }) {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
        await mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken: progressToken ?? 0, progress, total: 100 },
        });
        await pause();
      }
      return said(String(progressToken));
    },
  },
  test_error_handling: { run: () => ({ isError: true, content: [{ type: "text", text: "An error on purpose." }] }) },
  test_streaming_elicitation: { run: () => said("A stream without requests of the server.") },
  test_logging_tool: {
    async run({ mcpReq }) {
      await mcpReq.log("info", "told only to who asked for a level");
      return said("Logged.");
    },
  },
  test_missing_capability: {
    run: ({ mcpReq }) =>
      mcpReq.inputResponses?.answer === undefined
        ? inputRequired({ inputRequests: { answer: completion("Say pong.") } })
        : said("pong"),
  },
  test_input_required_result_elicitation: {
    run({ mcpReq }) {
      const given = acceptedContent<{ name: string }>(mcpReq.inputResponses, "user_name");
      return typeof given?.name === "string"
        ? said(`Hello, ${given.name}!`)
        : inputRequired({ inputRequests: { user_name: form("What is your name?", "name") } });
    },
  },
  test_input_required_result_sampling: {
    run: ({ mcpReq }) =>
      mcpReq.inputResponses?.capital_question === undefined
        ? inputRequired({ inputRequests: { capital_question: completion("What is the capital of France?") } })
        : said(JSON.stringify(mcpReq.inputResponses.capital_question)),
  },
  test_input_required_result_list_roots: {
    run: ({ mcpReq }) =>
      mcpReq.inputResponses?.client_roots === undefined
        ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
        : said(JSON.stringify(mcpReq.inputResponses.client_roots)),
  },
  test_input_required_result_request_state: {
    async run({ mcpReq }) {
      if (acceptedContent(mcpReq.inputResponses, "confirm") === undefined) {
        return inputRequired({
          inputRequests: { confirm: form("Please confirm", "ok") },
          requestState: await mint({ tool: "request_state" }),
        });
      }
      if (mcpReq.requestState<State>() === undefined) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid requestState");
      }
      return said("state-ok");
    },
  },
  test_input_required_result_multiple_inputs: {
    async run({ mcpReq }) {
      const { user_name, greeting, client_roots } = mcpReq.inputResponses ?? {};
      if (user_name === undefined || greeting === undefined || client_roots === undefined) {
        return inputRequired({
          inputRequests: {
            user_name: form("What is your name?", "name"),
            greeting: completion("Greet."),
            client_roots: inputRequired.listRoots(),
          },
          requestState: await mint({ tool: "multiple_inputs" }),
        });
      }
      return said(JSON.stringify({ user_name, greeting, client_roots }));
    },
  },
  test_input_required_result_multi_round: {
    async run({ mcpReq }) {
      const round = mcpReq.requestState<State>()?.round ?? 0;
      if (round === 0 || round === 1) {
        const [field, question] = round === 0 ? ["name", "Your name?"] : ["color", "Your colour?"];
        return inputRequired({
          inputRequests: { [`step${round + 1}`]: form(question ?? "", field ?? "") },
          requestState: await mint({ tool: "multi_round", round: round + 1 }),
        });
      }
      return said("Both rounds are done.");
    },
  },
  test_input_required_result_tampered_state: {
    async run({ mcpReq }) {
      const isBack = acceptedContent(mcpReq.inputResponses, "confirm") !== undefined;
      if (isBack && mcpReq.requestState<State>() !== undefined) return said("integrity-ok");
      return inputRequired({
        inputRequests: { confirm: form("Please confirm", "ok") },
        requestState: await mint({ tool: "tampered_state" }),
      });
    },
  },
  test_input_required_result_capabilities: {
    run({ mcpReq }) {
      if (mcpReq.inputResponses !== undefined) return said("Fulfilled.");
      const declared = Envelope.safeParse(mcpReq.envelope).data?.[CLIENT_CAPABILITIES_META_KEY];
      const inputRequests = {
        ...(declared?.elicitation ? { user_name: form("What is your name?", "name") } : {}),
        ...(declared?.sampling ? { greeting: completion("Greet.") } : {}),
        ...(declared?.roots ? { client_roots: inputRequired.listRoots() } : {}),
      };
      return Object.keys(inputRequests).length === 0 ? said("Nothing can be asked.") : inputRequired({ inputRequests });
    },
  },
};

const resources: Record<string, ReadResourceResult["contents"][number]> = {
  "test://static-text": { uri: "test://static-text", mimeType: "text/plain", text: "A static text." },
  "test://static-binary": { uri: "test://static-binary", mimeType: "image/png", blob: picture },
  "test://watched-resource": { uri: "test://watched-resource", mimeType: "text/plain", text: "Watched." },
};

type FixturePrompt = { arguments?: string[]; render(args: Record<string, string>): GetPromptResult["messages"] };

const prompts: Record<string, FixturePrompt> = {
  test_simple_prompt: { render: () => [{ role: "user", content: { type: "text", text: "A simple prompt." } }] },
  test_prompt_with_arguments: {
    arguments: ["arg1", "arg2"],
    render: ({ arg1, arg2 }) => [{ role: "user", content: { type: "text", text: `arg1='${arg1}', arg2='${arg2}'` } }],
  },
  test_prompt_with_embedded_resource: {
    arguments: ["resourceUri"],
    render: ({ resourceUri }) => [{ role: "user", content: embedded(resourceUri ?? "", "Embedded.") }],
  },
  test_prompt_with_image: { render: () => [{ role: "user", content: image }] },
  test_input_required_result_prompt: { render: () => [] },
};

export function fixtureServer(): Server {
  const server = new Server(
    { name: "fixture", version: "1" },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, logging: {}, completions: {} },
      requestState: { verify: states.verify },
    },
  );
  server.setRequestHandler("tools/list", async () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: `For the suite: ${name}.`,
      inputSchema: { type: "object" as const, properties: {} },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = Object.hasOwn(tools, params.name) ? tools[params.name] : undefined;
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return tool.run(context);
  });
  server.setRequestHandler("resources/list", async () => ({
    resources: Object.entries(resources).map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType: mimeType ?? "" })),
  }));
  server.setRequestHandler("resources/templates/list", async () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template", mimeType: "application/json" }],
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
    if (id !== undefined) {
      return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify({ id, templateTest: true }) }] };
    }
    const resource = Object.hasOwn(resources, uri) ? resources[uri] : undefined;
    if (!resource) throw new ResourceNotFoundError(uri);
    return { contents: [resource] };
  });
  server.setRequestHandler("resources/subscribe", async () => ({}));
  server.setRequestHandler("resources/unsubscribe", async () => ({}));
  server.setRequestHandler("prompts/list", async () => ({
    prompts: Object.entries(prompts).map(([name, { arguments: args = [] }]) => ({
      name,
      description: `For the suite: ${name}.`,
      arguments: args.map((argument) => ({ name: argument, required: true })),
    })),
  }));
  server.setRequestHandler("prompts/get", async ({ params }, { mcpReq }) => {
    if (params.name === "test_input_required_result_prompt") {
      const given = acceptedContent<{ context: string }>(mcpReq.inputResponses, "user_context");
      if (given === undefined) {
        return inputRequired({ inputRequests: { user_context: form("Which context?", "context") } });
      }
      return { messages: [{ role: "user", content: { type: "text", text: given.context } }] };
    }
    const prompt = Object.hasOwn(prompts, params.name) ? prompts[params.name] : undefined;
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
    return { messages: prompt.render(params.arguments ?? {}) };
  });
  server.setRequestHandler("logging/setLevel", async () => ({}));
  server.setRequestHandler("completion/complete", async () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
  return server;
}
