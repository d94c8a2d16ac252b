export const total = (basket) => basket.cents[0] ?? 0;
