import { handleTrpcRequest } from "#server/compose/http.ts";

export { handleTrpcRequest as GET, handleTrpcRequest as POST };
