/** Fields of a policy from `field=number` words; `null` switches a field off. Throws with the word that is none. */
export function policyFields(settings: readonly string[]): Record<string, number | null> {
  return Object.fromEntries(
    settings.map((setting) => {
      const sign = setting.indexOf("=");
      const field = setting.slice(0, Math.max(0, sign)).trim();
      const value = setting.slice(sign + 1).trim();
      const number = value === "null" ? null : Number(value);
      if (field === "" || value === "" || Number.isNaN(number)) {
        throw new Error(`--set ${setting}: needs field=number.`);
      }
      return [field, number];
    }),
  );
}
