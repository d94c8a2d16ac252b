import { handleAgentRequest } from "#server/compose/http.ts";

export { handleAgentRequest as OPTIONS, handleAgentRequest as POST };
