/** A project by what people call it; the host is quieter, the whole name is in the title. */
export function ProjectName({ project }: { project: string | null }) {
  if (project === null) return <span className="text-faint">no project</span>;
  const host = /^[^/]*\.[^/]*\//.exec(project)?.[0] ?? "";
  return (
    <span title={project} className="block truncate">
      <span className="sr-only">{host}</span>
      {project.slice(host.length)}
    </span>
  );
}
