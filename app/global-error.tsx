"use client";

import "./globals.css";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Stands in for the whole document when the layout itself fails, so it brings its own. */
export default function GlobalError({ error, reset }: Props) {
  return (
    <html lang="en">
      <body className="p-8">
        <title>Whence could not be shown</title>
        <h1 className="font-semibold text-xl">Whence could not be shown</h1>
        <p className="mt-2 text-muted">
          {error.digest === undefined
            ? "The browser met an error."
            : `The server logged the cause under ${error.digest}.`}
        </p>
        <button type="button" className="control mt-4" onClick={reset}>
          Try again
        </button>
      </body>
    </html>
  );
}
