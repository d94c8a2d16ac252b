import Link from "next/link";
import { ProjectName } from "#components/lookups/project-name.tsx";
import { MemoryStateMark } from "#components/memories/memory-state-mark.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import type { SignatureDetail } from "#server/contracts/signatures.ts";

type Lesson = SignatureDetail["lessons"][number];

/** What is known about the failure: the lessons that tier 1 answers with, and the drafts that wait for someone to accept them. */
export function LessonsSection({ failure }: { failure: SignatureDetail }) {
  const drafts = failure.lessons.filter(({ state }) => state === "draft");
  const lessons = failure.lessons.filter(({ state }) => state !== "draft");
  const active = lessons.filter(({ state }) => state === "active").length;
  return (
    <Section id="lessons" title="Lessons" note={`${countOf(active, "lesson")} answer when it is seen again.`}>
      {lessons.length === 0 ? (
        <p className="panel p-4 text-muted text-sm">
          Nobody has left a lesson yet. Store one with its log and it leads here:{" "}
          <code>whence remember --project … --file LOG --text …</code>
        </p>
      ) : (
        <LessonList lessons={lessons} />
      )}
      <Drafts drafts={drafts} />
    </Section>
  );
}

/** Lessons that were drafted for this failure. They answer nothing until someone accepts them. */
function Drafts({ drafts }: { drafts: Lesson[] }) {
  if (drafts.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 mb-2 font-medium text-sm">Drafts</h3>
      <LessonList lessons={drafts} />
    </>
  );
}

function LessonList({ lessons }: { lessons: Lesson[] }) {
  return (
    <ul className="panel divide-y divide-line text-sm">
      {lessons.map((lesson) => (
        <li key={lesson.id} className="px-3 py-2">
          <p className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
            <MemoryStateMark state={lesson.state} />
            <ProjectName project={lesson.project} />
            <Link href={`/memories/${lesson.id}`} className="text-accent hover:underline">
              {lesson.id}
            </Link>
          </p>
          <p className="mt-1">
            <StoredText>{lesson.preview}</StoredText>
          </p>
        </li>
      ))}
    </ul>
  );
}
