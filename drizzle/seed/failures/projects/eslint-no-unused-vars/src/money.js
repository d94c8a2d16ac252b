export const formatCents = (cents) => (cents / 100).toFixed(2);
