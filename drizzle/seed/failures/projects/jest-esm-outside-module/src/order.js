import { randomUUID } from "node:crypto";

export const newOrder = () => ({ id: randomUUID() });
