export const lines = [];
