import { drizzle } from "drizzle-orm/node-postgres";
import { pgTable, serial, text } from "drizzle-orm/pg-core";

const customers = pgTable("customers", { id: serial().primaryKey(), email: text().notNull().unique("customers_email_unique") });

const db = drizzle(process.env.DATABASE_URL);
await db.execute("create table customers (id serial primary key, email text not null constraint customers_email_unique unique)");
await db.insert(customers).values({ email: "ada@example.com" });
await db.insert(customers).values({ email: "ada@example.com" });
