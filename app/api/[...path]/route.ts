import { handleAgentRequest } from "#server/compose/http.ts";

export {
  handleAgentRequest as DELETE,
  handleAgentRequest as GET,
  handleAgentRequest as OPTIONS,
  handleAgentRequest as POST,
};
