// Writes src/description.ts, the types of a module's description, from its schema: node description.mjs [--check]
// The schema uses few words of JSON Schema; one that is not known here is an error.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const schema = JSON.parse(readFileSync(new URL("../schemas/module.schema.json", import.meta.url), "utf-8"));
const target = fileURLToPath(new URL("src/description.ts", import.meta.url));
const KNOWN = new Set([
  "$schema",
  "$id",
  "title",
  "description",
  "$defs",
  "$ref",
  "type",
  "const",
  "enum",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "anyOf",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "pattern",
]);
const BASIC = { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" };

const title = (name) =>
  name
    .split("_")
    .map((part) => part[0].toUpperCase() + part.slice(1))
    .join("");
const comment = (text, inset) => (text ? `${inset}/** ${text} */\n` : "");

/** The TypeScript type of a schema, whose lines are indented by `inset`. */
function typed(one, inset) {
  for (const word of Object.keys(one))
    if (!KNOWN.has(word)) throw new Error(`description.mjs does not know \`${word}\``);
  if (one.$ref) return title(one.$ref.split("/").at(-1));
  if ("const" in one) return JSON.stringify(one.const);
  if (one.enum) return one.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (one.anyOf) return one.anyOf.map((part) => typed(part, inset)).join(" | ");
  if (Array.isArray(one.type)) return one.type.map((type) => typed({ ...one, type }, inset)).join(" | ");
  if (one.type === "array") {
    const item = typed(one.items, inset);
    const fixed = one.minItems !== undefined && one.minItems === one.maxItems;
    if (fixed) return `[${Array(one.minItems).fill(item).join(", ")}]`;
    const union = one.items.enum || one.items.anyOf || Array.isArray(one.items.type);
    return union ? `(${item})[]` : `${item}[]`;
  }
  if (one.type !== "object") return BASIC[one.type];
  if (!one.properties) return `Record<string, ${typed(one.additionalProperties, inset)}>`;
  const required = new Set(one.required ?? []);
  const lines = Object.entries(one.properties).map(([name, field]) => {
    return `${comment(field.description, `${inset}  `)}${inset}  ${name}${required.has(name) ? "" : "?"}: ${typed(field, `${inset}  `)};\n`;
  });
  return `{\n${lines.join("")}${inset}}`;
}

/** Names for parts of the description that the package speaks of often. */
const named = `export type Story = Description["story"];
export type StoryZone = Story["zones"][number];
export type StoryVariable = Story["variables"][number];
export type RecordsLayout = NonNullable<Description["records"]>;
export type SearchLayout = NonNullable<Description["search"]>;
export type ValueType = StoryType;
`;

const parts = Object.entries({ ...schema.$defs, description: schema }).map(([name, one]) => {
  const type = typed(one, "");
  const head = comment(one.description, "");
  return type.startsWith("{")
    ? `${head}export interface ${title(name)} ${type}`
    : `${head}export type ${title(name)} = ${type};`;
});
const text = `// Made from schemas/module.schema.json by description.mjs.  Change the schema, then run: npm run types

${parts.join("\n\n")}

${named}`;
if (!process.argv.includes("--check")) writeFileSync(target, text);
else if (readFileSync(target, "utf-8") !== text) {
  console.error(
    "src/description.ts does not fit schemas/module.schema.json; run: npm --prefix javascript run types",
  );
  process.exit(1);
}
