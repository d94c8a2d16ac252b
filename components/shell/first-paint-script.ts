import { browserZoneCookie } from "#components/ui/zone-cookies.ts";
import { themes } from "./theme-choice.ts";

/**
 * Runs before the first paint: puts the chosen theme on the document, so that no page flashes in the other one, and
 * tells the server the reader's time zone for the next page. Its text must not vary: the Content-Security-Policy names
 * it by its hash.
 */
export const firstPaintScript = `(function(){try{var d=document,m=d.cookie.match(/(?:^|; )whence_theme=(${themes.join("|")})(?:;|$)/);if(m&&m[1]!=="system")d.documentElement.dataset.theme=m[1];var z=Intl.DateTimeFormat().resolvedOptions().timeZone;if(z)d.cookie="${browserZoneCookie}="+encodeURIComponent(z)+"; path=/; max-age=31536000; SameSite=Lax"}catch(e){}})()`;
