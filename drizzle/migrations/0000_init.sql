CREATE TABLE "access_keys" (
	"workspace_id" text collate "C" NOT NULL,
	"key_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"secret_hmac" text NOT NULL,
	"last_four" text NOT NULL,
	"projects" text[],
	"can_write" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "access_keys_workspace_id_key_id_pk" PRIMARY KEY("workspace_id","key_id")
);
--> statement-breakpoint
CREATE TABLE "attention_drops" (
	"workspace_id" text collate "C" NOT NULL,
	"record_id" text collate "C" NOT NULL,
	"position" integer NOT NULL,
	"project_id" text collate "C",
	"kind" text NOT NULL,
	"tier" integer,
	"item_id" text collate "C" NOT NULL,
	"tokens" integer NOT NULL,
	"needed_tokens" integer NOT NULL,
	"dropped_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attention_drops_workspace_id_record_id_position_pk" PRIMARY KEY("workspace_id","record_id","position")
);
--> statement-breakpoint
CREATE TABLE "attention_memories" (
	"workspace_id" text collate "C" NOT NULL,
	"memory_id" text collate "C" NOT NULL,
	"record_id" text collate "C" NOT NULL,
	"lookup_id" text collate "C" NOT NULL,
	"was_returned" boolean NOT NULL,
	CONSTRAINT "attention_memories_workspace_id_memory_id_record_id_pk" PRIMARY KEY("workspace_id","memory_id","record_id")
);
--> statement-breakpoint
CREATE TABLE "attention_records" (
	"workspace_id" text collate "C" NOT NULL,
	"record_id" text collate "C" NOT NULL,
	"lookup_id" text collate "C" NOT NULL,
	"operation" text NOT NULL,
	"evaluated_at" timestamp (3) with time zone NOT NULL,
	"project_id" text collate "C",
	"session_id" text collate "C",
	"tool" text,
	"tier" integer,
	"origin" text NOT NULL,
	"summary" text NOT NULL,
	"signature_id" text collate "C",
	"found_count" integer NOT NULL,
	"returned_count" integer NOT NULL,
	"dropped_count" integer NOT NULL,
	"degraded_legs" text[] NOT NULL,
	"budget_limit" integer NOT NULL,
	"budget_used" integer NOT NULL,
	"duration_ms" integer NOT NULL,
	"policy_version" integer NOT NULL,
	"record" text NOT NULL,
	"request_text_removed_at" timestamp (3) with time zone,
	CONSTRAINT "attention_records_workspace_id_record_id_pk" PRIMARY KEY("workspace_id","record_id")
);
--> statement-breakpoint
CREATE TABLE "calibrations" (
	"workspace_id" text collate "C" NOT NULL,
	"calibration_id" text collate "C" NOT NULL,
	"project_id" text collate "C",
	"policy_version" integer NOT NULL,
	"pairs" text NOT NULL,
	"result" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"applied_version" integer,
	CONSTRAINT "calibrations_workspace_id_calibration_id_pk" PRIMARY KEY("workspace_id","calibration_id")
);
--> statement-breakpoint
CREATE TABLE "capsules" (
	"workspace_id" text collate "C" NOT NULL,
	"run_id" text collate "C" NOT NULL,
	"diff_sha" text collate "C" NOT NULL,
	"project_id" text collate "C",
	"task" text NOT NULL,
	"verdict" text,
	"capsule" text NOT NULL,
	"carried_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "capsules_workspace_id_run_id_diff_sha_pk" PRIMARY KEY("workspace_id","run_id","diff_sha")
);
--> statement-breakpoint
CREATE TABLE "context_rejections" (
	"workspace_id" text collate "C" NOT NULL,
	"given_workspace" text collate "C" NOT NULL,
	"external_id" text collate "C" NOT NULL,
	"run_id" text collate "C" NOT NULL,
	"diff_sha" text collate "C" NOT NULL,
	"written_by" text NOT NULL,
	"project_id" text collate "C",
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"unknown_symbols" text[] NOT NULL,
	"rejected_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "context_rejections_workspace_id_given_workspace_external_id_run_id_diff_sha_written_by_pk" PRIMARY KEY("workspace_id","given_workspace","external_id","run_id","diff_sha","written_by")
);
--> statement-breakpoint
CREATE TABLE "contexts" (
	"workspace_id" text collate "C" NOT NULL,
	"given_workspace" text collate "C" NOT NULL,
	"external_id" text collate "C" NOT NULL,
	"project_id" text collate "C",
	"path" text collate "C",
	"title" text NOT NULL,
	"description" text NOT NULL,
	"body" text NOT NULL,
	"type" text NOT NULL,
	"tags" text[] NOT NULL,
	"metadata" text NOT NULL,
	"content_hash" text NOT NULL,
	"run_id" text collate "C" NOT NULL,
	"diff_sha" text collate "C" NOT NULL,
	"summary" text,
	"summary_model" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "contexts_workspace_id_given_workspace_external_id_pk" PRIMARY KEY("workspace_id","given_workspace","external_id")
);
--> statement-breakpoint
CREATE TABLE "failure_counts" (
	"workspace_id" text collate "C" NOT NULL,
	"head_id" text collate "C" NOT NULL,
	"project_id" text collate "C" NOT NULL,
	"seen_count" integer NOT NULL,
	"first_seen" timestamp (3) with time zone,
	"last_seen" timestamp (3) with time zone,
	"lookups" integer NOT NULL,
	"tier1_hits" integer NOT NULL,
	CONSTRAINT "failure_counts_workspace_id_head_id_project_id_pk" PRIMARY KEY("workspace_id","head_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "failure_days" (
	"workspace_id" text collate "C" NOT NULL,
	"head_id" text collate "C" NOT NULL,
	"project_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"seen_count" integer NOT NULL,
	CONSTRAINT "failure_days_workspace_id_head_id_project_id_day_pk" PRIMARY KEY("workspace_id","head_id","project_id","day")
);
--> statement-breakpoint
CREATE TABLE "graph_snapshots" (
	"workspace_id" text collate "C" NOT NULL,
	"project_id" text collate "C" NOT NULL,
	"commit" text collate "C" NOT NULL,
	"rule_version" integer NOT NULL,
	"file_count" integer NOT NULL,
	"snapshot" "bytea" NOT NULL,
	"indexed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "graph_snapshots_workspace_id_project_id_commit_rule_version_pk" PRIMARY KEY("workspace_id","project_id","commit","rule_version")
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"workspace_id" text collate "C" NOT NULL,
	"key_id" text collate "C" NOT NULL,
	"operation" text NOT NULL,
	"request_id" text collate "C" NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer NOT NULL,
	"response" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_workspace_id_key_id_operation_request_id_pk" PRIMARY KEY("workspace_id","key_id","operation","request_id")
);
--> statement-breakpoint
CREATE TABLE "labels" (
	"workspace_id" text collate "C" NOT NULL,
	"lookup_id" text collate "C" NOT NULL,
	"memory_id" text collate "C" NOT NULL,
	"label" text NOT NULL,
	"labelled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "labels_workspace_id_lookup_id_memory_id_pk" PRIMARY KEY("workspace_id","lookup_id","memory_id")
);
--> statement-breakpoint
CREATE TABLE "memories" (
	"workspace_id" text collate "C" NOT NULL,
	"memory_id" text collate "C" NOT NULL,
	"project_id" text collate "C" NOT NULL,
	"session_id" text collate "C",
	"level" text NOT NULL,
	"kind" text NOT NULL,
	"decision_type" text,
	"task_id" text collate "C",
	"tool" text,
	"text" text NOT NULL,
	"symptom" text,
	"is_symptom_derived" boolean DEFAULT false NOT NULL,
	"ground" text[] DEFAULT '{}'::text[] NOT NULL,
	"parents" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_draft" boolean DEFAULT false NOT NULL,
	"content_hash" text NOT NULL,
	"change_seq" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	CONSTRAINT "memories_workspace_id_memory_id_pk" PRIMARY KEY("workspace_id","memory_id")
);
--> statement-breakpoint
CREATE TABLE "memory_signatures" (
	"workspace_id" text collate "C" NOT NULL,
	"signature_id" text collate "C" NOT NULL,
	"own_id" text collate "C" NOT NULL,
	"memory_id" text collate "C" NOT NULL,
	"is_primary" boolean DEFAULT true NOT NULL,
	CONSTRAINT "memory_signatures_workspace_id_own_id_memory_id_pk" PRIMARY KEY("workspace_id","own_id","memory_id")
);
--> statement-breakpoint
CREATE TABLE "occurrences" (
	"workspace_id" text collate "C" NOT NULL,
	"signature_id" text collate "C" NOT NULL,
	"own_id" text collate "C" NOT NULL,
	"occurrence_id" text collate "C" NOT NULL,
	"project_id" text collate "C",
	"session_id" text collate "C",
	"request_id" text collate "C",
	"source_kind" text NOT NULL,
	"source_id" text collate "C" NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "occurrences_workspace_id_signature_id_occurrence_id_pk" PRIMARY KEY("workspace_id","signature_id","occurrence_id")
);
--> statement-breakpoint
CREATE TABLE "outcomes" (
	"workspace_id" text collate "C" NOT NULL,
	"outcome_id" text collate "C" NOT NULL,
	"project_id" text collate "C",
	"memory_id" text collate "C" NOT NULL,
	"task_id" text collate "C",
	"session_id" text collate "C" NOT NULL,
	"verdict" text NOT NULL,
	"rationale" text NOT NULL,
	"lookup_id" text collate "C",
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "outcomes_workspace_id_outcome_id_memory_id_pk" PRIMARY KEY("workspace_id","outcome_id","memory_id")
);
--> statement-breakpoint
CREATE TABLE "parsed_blobs" (
	"workspace_id" text collate "C" NOT NULL,
	"parse_key" text collate "C" NOT NULL,
	"parsed" text NOT NULL,
	CONSTRAINT "parsed_blobs_workspace_id_parse_key_pk" PRIMARY KEY("workspace_id","parse_key")
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"workspace_id" text collate "C" NOT NULL,
	"version" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "policies_workspace_id_version_pk" PRIMARY KEY("workspace_id","version")
);
--> statement-breakpoint
CREATE TABLE "policy_activations" (
	"workspace_id" text collate "C" NOT NULL,
	"project_id" text collate "C" NOT NULL,
	"activation_id" text collate "C" NOT NULL,
	"version" integer NOT NULL,
	"activated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "policy_activations_workspace_id_project_id_activation_id_pk" PRIMARY KEY("workspace_id","project_id","activation_id")
);
--> statement-breakpoint
CREATE TABLE "project_aliases" (
	"workspace_id" text collate "C" NOT NULL,
	"alias" text collate "C" NOT NULL,
	"project_id" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "project_aliases_workspace_id_alias_pk" PRIMARY KEY("workspace_id","alias")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"workspace_id" text collate "C" NOT NULL,
	"project_id" text collate "C" NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "projects_workspace_id_project_id_pk" PRIMARY KEY("workspace_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "rebuilds" (
	"workspace_id" text collate "C" NOT NULL,
	"rebuild_id" text collate "C" NOT NULL,
	"project_id" text collate "C" NOT NULL,
	"commit" text collate "C" NOT NULL,
	"before" text NOT NULL,
	"applied_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "rebuilds_workspace_id_rebuild_id_pk" PRIMARY KEY("workspace_id","rebuild_id")
);
--> statement-breakpoint
CREATE TABLE "reference_chunks" (
	"workspace_id" text collate "C" NOT NULL,
	"chunk_id" text collate "C" NOT NULL,
	"document_id" text collate "C" NOT NULL,
	"project_id" text collate "C",
	"ordinal" integer NOT NULL,
	"headings" text[] NOT NULL,
	"text" text NOT NULL,
	"change_seq" bigint NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "reference_chunks_workspace_id_chunk_id_pk" PRIMARY KEY("workspace_id","chunk_id")
);
--> statement-breakpoint
CREATE TABLE "reference_documents" (
	"workspace_id" text collate "C" NOT NULL,
	"document_id" text collate "C" NOT NULL,
	"project_id" text collate "C",
	"path" text collate "C" NOT NULL,
	"title" text NOT NULL,
	"content_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reference_documents_workspace_id_document_id_pk" PRIMARY KEY("workspace_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "scope_snapshots" (
	"workspace_id" text collate "C" NOT NULL,
	"project_id" text collate "C" NOT NULL,
	"commit" text collate "C" NOT NULL,
	"is_shallow" boolean NOT NULL,
	"rule_version" integer NOT NULL,
	"snapshot" "bytea" NOT NULL,
	"indexed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "scope_snapshots_workspace_id_project_id_commit_is_shallow_rule_version_pk" PRIMARY KEY("workspace_id","project_id","commit","is_shallow","rule_version")
);
--> statement-breakpoint
CREATE TABLE "session_events" (
	"workspace_id" text collate "C" NOT NULL,
	"project_id" text collate "C" NOT NULL,
	"session_id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"command" text,
	"verdict" text,
	"signature_id" text collate "C",
	"files" text[] DEFAULT '{}'::text[] NOT NULL,
	"changes" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"ordinal" integer NOT NULL,
	CONSTRAINT "session_events_workspace_id_project_id_session_id_event_id_pk" PRIMARY KEY("workspace_id","project_id","session_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"workspace_id" text collate "C" NOT NULL,
	"project_id" text collate "C" NOT NULL,
	"session_id" text collate "C" NOT NULL,
	"goal" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_workspace_id_project_id_session_id_pk" PRIMARY KEY("workspace_id","project_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "signature_aliases" (
	"workspace_id" text collate "C" NOT NULL,
	"alias_id" text collate "C" NOT NULL,
	"signature_id" text collate "C" NOT NULL,
	"reason" text NOT NULL,
	"change_id" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "signature_aliases_workspace_id_alias_id_change_id_pk" PRIMARY KEY("workspace_id","alias_id","change_id")
);
--> statement-breakpoint
CREATE TABLE "signature_changes" (
	"workspace_id" text collate "C" NOT NULL,
	"change_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"signature_id" text collate "C" NOT NULL,
	"other_id" text collate "C",
	"value" text,
	"place" text,
	"reason" text NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"undone_by" text,
	"undone_at" timestamp (3) with time zone,
	"undone_reason" text,
	CONSTRAINT "signature_changes_workspace_id_change_id_pk" PRIMARY KEY("workspace_id","change_id")
);
--> statement-breakpoint
CREATE TABLE "signature_examples" (
	"workspace_id" text collate "C" NOT NULL,
	"example_id" text collate "C" NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "signature_examples_workspace_id_example_id_pk" PRIMARY KEY("workspace_id","example_id")
);
--> statement-breakpoint
CREATE TABLE "signatures" (
	"workspace_id" text collate "C" NOT NULL,
	"signature_id" text collate "C" NOT NULL,
	"version" text collate "C" NOT NULL,
	"tool" text NOT NULL,
	"given_tool" text,
	"signature_key" text,
	"masked" text NOT NULL,
	"mask_rules" text[] NOT NULL,
	"example_id" text collate "C",
	"variant_of" text collate "C",
	"read_under" text collate "C" NOT NULL,
	"is_carried" boolean DEFAULT false NOT NULL,
	"head_id" text collate "C" NOT NULL,
	"name" text,
	"is_flaky" boolean DEFAULT false NOT NULL,
	"is_noise" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "signatures_workspace_id_signature_id_pk" PRIMARY KEY("workspace_id","signature_id")
);
--> statement-breakpoint
CREATE TABLE "skills" (
	"workspace_id" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"version" integer NOT NULL,
	"description" text NOT NULL,
	"body" text NOT NULL,
	"project_id" text collate "C",
	"change_seq" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "skills_workspace_id_name_version_pk" PRIMARY KEY("workspace_id","name","version")
);
--> statement-breakpoint
CREATE TABLE "supersessions" (
	"workspace_id" text collate "C" NOT NULL,
	"memory_id" text collate "C" NOT NULL,
	"successor_id" text collate "C",
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "supersessions_workspace_id_memory_id_pk" PRIMARY KEY("workspace_id","memory_id")
);
--> statement-breakpoint
CREATE TABLE "touched_files" (
	"workspace_id" text collate "C" NOT NULL,
	"project_id" text collate "C" NOT NULL,
	"path" text collate "C" NOT NULL,
	"run_id" text collate "C" NOT NULL,
	"diff_sha" text collate "C" NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "touched_files_workspace_id_project_id_path_run_id_diff_sha_pk" PRIMARY KEY("workspace_id","project_id","path","run_id","diff_sha")
);
--> statement-breakpoint
CREATE TABLE "vectors" (
	"workspace_id" text collate "C" NOT NULL,
	"owner_kind" text NOT NULL,
	"owner_id" text collate "C" NOT NULL,
	"field" text NOT NULL,
	"model" text collate "C" NOT NULL,
	"dimensions" integer NOT NULL,
	"text_hash" text NOT NULL,
	"vector" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "vectors_workspace_id_owner_kind_owner_id_field_model_pk" PRIMARY KEY("workspace_id","owner_kind","owner_id","field","model")
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"workspace_id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text collate "C" NOT NULL,
	"secret" text NOT NULL,
	"corpus_seq" bigint DEFAULT 0 NOT NULL,
	"purged_seq" bigint DEFAULT 0 NOT NULL,
	"index_marks" text[] DEFAULT '{}'::text[] NOT NULL,
	"demo_removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "attention_drops_newest" ON "attention_drops" USING btree ("workspace_id","dropped_at");--> statement-breakpoint
CREATE INDEX "attention_memories_by_record" ON "attention_memories" USING btree ("workspace_id","record_id");--> statement-breakpoint
CREATE INDEX "attention_with_request_text" ON "attention_records" USING btree ("workspace_id","evaluated_at") WHERE "attention_records"."request_text_removed_at" is null;--> statement-breakpoint
CREATE INDEX "attention_newest" ON "attention_records" USING btree ("workspace_id","evaluated_at","record_id");--> statement-breakpoint
CREATE INDEX "attention_by_project_newest" ON "attention_records" USING btree ("workspace_id","project_id","evaluated_at","record_id");--> statement-breakpoint
CREATE INDEX "attention_by_lookup" ON "attention_records" USING btree ("workspace_id","lookup_id","evaluated_at","record_id");--> statement-breakpoint
CREATE INDEX "attention_by_signature" ON "attention_records" USING btree ("workspace_id","signature_id","evaluated_at");--> statement-breakpoint
CREATE INDEX "calibrations_newest" ON "calibrations" USING btree ("workspace_id","created_at","calibration_id");--> statement-breakpoint
CREATE INDEX "capsules_newest" ON "capsules" USING btree ("workspace_id","carried_at","run_id","diff_sha");--> statement-breakpoint
CREATE INDEX "capsules_by_project" ON "capsules" USING btree ("workspace_id","project_id","carried_at","run_id","diff_sha");--> statement-breakpoint
CREATE INDEX "context_rejections_newest" ON "context_rejections" USING btree ("workspace_id","rejected_at","external_id");--> statement-breakpoint
CREATE INDEX "contexts_newest" ON "contexts" USING btree ("workspace_id","updated_at","external_id");--> statement-breakpoint
CREATE INDEX "contexts_by_project" ON "contexts" USING btree ("workspace_id","project_id","path");--> statement-breakpoint
CREATE INDEX "failure_counts_by_last_seen" ON "failure_counts" USING btree ("workspace_id","project_id","last_seen","head_id");--> statement-breakpoint
CREATE INDEX "failure_counts_by_first_seen" ON "failure_counts" USING btree ("workspace_id","project_id","first_seen","head_id");--> statement-breakpoint
CREATE INDEX "failure_counts_by_seen_count" ON "failure_counts" USING btree ("workspace_id","project_id","seen_count","head_id");--> statement-breakpoint
CREATE INDEX "graph_snapshots_newest" ON "graph_snapshots" USING btree ("workspace_id","project_id","indexed_at");--> statement-breakpoint
CREATE INDEX "idempotency_by_age" ON "idempotency" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "memories_by_change" ON "memories" USING btree ("workspace_id","change_seq");--> statement-breakpoint
CREATE INDEX "memories_newest" ON "memories" USING btree ("workspace_id","created_at","memory_id");--> statement-breakpoint
CREATE INDEX "memories_by_project" ON "memories" USING btree ("workspace_id","project_id","created_at","memory_id");--> statement-breakpoint
CREATE INDEX "memories_by_tool" ON "memories" USING btree ("workspace_id","tool");--> statement-breakpoint
CREATE INDEX "memories_that_expire" ON "memories" USING btree ("workspace_id","created_at") WHERE "memories"."deleted_at" is null and ("memories"."kind" = 'reasoning' or "memories"."level" = 'L0');--> statement-breakpoint
CREATE INDEX "memories_drafts" ON "memories" USING btree ("workspace_id","created_at","memory_id") WHERE is_draft;--> statement-breakpoint
CREATE INDEX "memory_signatures_by_signature" ON "memory_signatures" USING btree ("workspace_id","signature_id","memory_id");--> statement-breakpoint
CREATE INDEX "memory_signatures_by_memory" ON "memory_signatures" USING btree ("workspace_id","memory_id");--> statement-breakpoint
CREATE UNIQUE INDEX "occurrences_once_per_request" ON "occurrences" USING btree ("workspace_id","own_id","request_id");--> statement-breakpoint
CREATE INDEX "occurrences_newest" ON "occurrences" USING btree ("workspace_id","signature_id","occurred_at","occurrence_id");--> statement-breakpoint
CREATE UNIQUE INDEX "occurrences_once_per_source" ON "occurrences" USING btree ("workspace_id","source_id","own_id");--> statement-breakpoint
CREATE INDEX "occurrences_by_session" ON "occurrences" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "occurrences_by_time" ON "occurrences" USING btree ("workspace_id","occurred_at");--> statement-breakpoint
CREATE INDEX "outcomes_newest" ON "outcomes" USING btree ("workspace_id","memory_id","recorded_at","outcome_id");--> statement-breakpoint
CREATE INDEX "outcomes_by_lookup" ON "outcomes" USING btree ("workspace_id","lookup_id");--> statement-breakpoint
CREATE INDEX "outcomes_by_session" ON "outcomes" USING btree ("workspace_id","session_id","recorded_at");--> statement-breakpoint
CREATE INDEX "policy_activations_newest" ON "policy_activations" USING btree ("workspace_id","project_id","activated_at","activation_id");--> statement-breakpoint
CREATE INDEX "rebuilds_newest" ON "rebuilds" USING btree ("workspace_id","project_id","applied_at","rebuild_id");--> statement-breakpoint
CREATE INDEX "reference_chunks_by_change" ON "reference_chunks" USING btree ("workspace_id","change_seq");--> statement-breakpoint
CREATE INDEX "reference_chunks_by_document" ON "reference_chunks" USING btree ("workspace_id","document_id","ordinal");--> statement-breakpoint
CREATE UNIQUE INDEX "reference_documents_by_path" ON "reference_documents" USING btree ("workspace_id",coalesce("project_id", ''),"path");--> statement-breakpoint
CREATE INDEX "scope_snapshots_newest" ON "scope_snapshots" USING btree ("workspace_id","project_id","indexed_at");--> statement-breakpoint
CREATE INDEX "session_events_by_time" ON "session_events" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "session_events_by_age" ON "session_events" USING btree ("workspace_id","occurred_at");--> statement-breakpoint
CREATE INDEX "signature_aliases_by_target" ON "signature_aliases" USING btree ("workspace_id","signature_id");--> statement-breakpoint
CREATE INDEX "signature_changes_by_signature" ON "signature_changes" USING btree ("workspace_id","signature_id");--> statement-breakpoint
CREATE INDEX "signature_changes_by_other" ON "signature_changes" USING btree ("workspace_id","other_id");--> statement-breakpoint
CREATE INDEX "signature_changes_newest" ON "signature_changes" USING btree ("workspace_id","made_at","change_id");--> statement-breakpoint
CREATE INDEX "signatures_by_head" ON "signatures" USING btree ("workspace_id","head_id","signature_id");--> statement-breakpoint
CREATE INDEX "signatures_by_reading" ON "signatures" USING btree ("workspace_id","read_under","signature_id");--> statement-breakpoint
CREATE INDEX "signatures_by_version" ON "signatures" USING btree ("workspace_id","version","is_carried");--> statement-breakpoint
CREATE INDEX "skills_by_change" ON "skills" USING btree ("workspace_id","change_seq");--> statement-breakpoint
CREATE INDEX "supersessions_by_successor" ON "supersessions" USING btree ("workspace_id","successor_id");