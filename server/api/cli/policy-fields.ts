/** Fields of a policy from `field=number` words; `null` switches a field off. Throws with the word that is none. */
export function policyFields(settings: readonly string[]): Record<string, number | null> {
  return Object.fromEntries(
    settings.map((setting) => {
      const [field = "", value = ""] = setting.split("=", 2);
      const number = value === "null" ? null : Number(value);
      if (field === "" || value === "" || Number.isNaN(number)) {
        throw new Error(`--set ${setting}: needs field=number.`);
      }
      return [field, number];
    }),
  );
}
