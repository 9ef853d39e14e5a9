import SonicProtocol

extension Rule {
    /// Problems of one response.
    public static let response: [Rule] = [
        Rule(
            .headerDoubled, .warning, section: "headers",
            why: """
                Clients use the first or the last of the two lines, or both joined by a comma, which is \
                not a value they know.
                """,
            fix: """
                Find out what adds the second line: Java's filter adds it to the page's own, and proxies \
                add headers, too. Remove one of them.
                """),
        Rule(
            .headerWithoutBlank, .note, section: "headers",
            why: """
                HTTP allows it, but Foundation's networking on Linux rejects the whole response for such \
                a line.
                """,
            fix: "Write a space after the colon."),
        Rule(
            .etagMissing, .warning, section: "etag",
            why: """
                Without a validator the server can never answer 304, and the iOS client treats the \
                response as one without Sonic and removes its copy.
                """,
            fix: """
                Check whether the server sends an ETag. If it does, find what drops it in between: nginx \
                drops an ETag without quotes when it compresses or changes a response. If it does not, \
                send the SHA-1 of the page as ETag.
                """),
        Rule(
            .etagKeyAbsent, .warning, section: "etag",
            why: """
                Clients look for the tag only in the header that sonic-etag-key names. Without it the \
                server can never answer 304, and the iOS client treats the response as one without Sonic \
                and removes its copy.
                """,
            fix: """
                Check whether the server sends that header. If it does, find what drops unknown headers \
                in between. If it does not, send the tag there, or omit sonic-etag-key.
                """),
        Rule(
            .etagWeak, .warning, section: "etag",
            why: """
                Sonic servers compare the bare tag: an If-None-Match with W/ never leads to a 304. \
                Proxies weaken tags of what they compress; frameworks make them over the body they send.
                """,
            fix: "Name another header in sonic-etag-key, or find what weakens the tag and turn it off."),
        Rule(
            .etagQuoted, .warning, section: "etag",
            why: """
                HTTP requires the quotes. The reference servers compare the tag without them: a quoted \
                tag never leads to a 304 there.
                """,
            fix: """
                If this tag never leads to a 304, send the 40 digits without quotes, or strip quotes \
                from If-None-Match, and a suffix. Behind a proxy that compresses, do the latter: nginx \
                drops tags without quotes, and HAProxy does not compress responses with them.
                """),
        Rule(
            .etagUnlikeHTMLSHA1, .warning, section: "etag",
            why: """
                Both look like a SHA-1, and they differ: one was computed over other bytes, is not a \
                digest of the page, or was changed in between. A client that checks the wrong one \
                refuses the page.
                """,
            fix: """
                Compare both with what the server sent. If they are equal, compute both over the same \
                bytes, those before compression.
                """),
        Rule(
            .validatorUnsendable, .warning, section: "etag",
            why: """
                Headers must not contain control characters (RFC 9110, section 5.5). A request that \
                sends such a tag back is refused by servers and proxies or parsed as two headers, so it \
                is not sent, and the page is requested without it.
                """,
            fix: "Use tags of visible characters, such as the SHA-1 of the page in hexadecimal."),
        Rule(
            .templateTagMissing, .warning, section: "headers",
            why: """
                Without it there can be no update, and the iOS client treats the response as one without \
                Sonic.
                """,
            fix: """
                Check whether the server sends it: proxies drop headers that they do not know. If it \
                does not, send the SHA-1 of the template as template-tag.
                """),
        Rule(
            .templateChangeMissing, .note, section: "classification",
            why: """
                The iOS client requires the header on every page and otherwise treats the response as \
                one without Sonic.
                """,
            fix: """
                Check whether the server sends it: proxies drop headers that they do not know. If it \
                does not, send template-change: true with full pages and false with updates.
                """),
        Rule(
            .templateChangeOdd, .warning, section: "classification",
            why: """
                Android treats every value except false and 0 as a full page, also False; iOS treats \
                every value except true, yes and 1 as an update.
                """,
            fix: "Send true or false, in lower case."),
        Rule(
            .cacheOfflineMissing, .warning, section: "cache-offline",
            why: """
                Android removes its copy of the page if the header is missing, and iOS treats the \
                response as one without Sonic.
                """,
            fix: """
                Check whether the server sends it: proxies drop headers that they do not know. If it \
                does not, send cache-offline: true.
                """),
        Rule(
            .cacheOfflineUnknown, .warning, section: "cache-offline",
            why: """
                Clients know true, store, false and http, in lower case; with any other value, also \
                True, Android stores nothing.
                """,
            fix: "Send one of the four values, in lower case."),
        Rule(
            .noStoreAgainstOffline, .warning, section: "cache-offline",
            why: """
                HTTP forbids storing what Sonic asks to store. Nothing is written here, so the page is a \
                first load each time; VasSonic's clients store it.
                """,
            fix: """
                Find out what adds no-store: it may be a proxy. Remove it, or send cache-offline: false.
                """),
        Rule(
            .lifetimeOnSonicPage, .warning, section: "freshness",
            why: """
                Intermediate caches, and clients that honour the header, send no request while the page \
                is fresh: changes are seen late, and a stored page may be the response to a request for \
                an update.
                """,
            fix: """
                Find out what sets the lifetime: the server, or a proxy or CDN in front of it. Send \
                Cache-Control: private, no-cache.
                """),
        Rule(
            .varyMissing, .warning, section: "server",
            why: """
                The response depends on accept-diff, template-tag and If-None-Match. A shared cache may \
                send one client's update to another.
                """,
            fix: """
                If the server sends neither, send Cache-Control: private, or Vary: accept-diff, \
                template-tag; if it does, find what drops them in between.
                """),
        Rule(
            .answeredByCache, .warning, section: "headers",
            why: """
                A shared cache's response may have been made for the tags of another client: the client \
                then gets an update that does not match its page, or a page instead of an update.
                """,
            fix: """
                Repeat the request with `sonic get --reload URL`, which makes intermediate caches ask \
                the server, and compare. If that response differs, send Cache-Control: private, or Vary: \
                accept-diff, template-tag, and check that the cache obeys it.
                """),
        Rule(
            .cookieOnPage, .note, section: "headers",
            why: """
                A page from the cache sets no cookie: the cookie is set only when the page is requested \
                from the server, and not on each visit.
                """,
            fix: """
                Set cookies where the reader signs in, not on pages; one that a load balancer sets for \
                itself may stay.
                """),
        Rule(
            .compressionMissing, .note, section: "request",
            why: """
                Text shrinks to a quarter of its size; on a slow connection that saves most of the \
                waiting time.
                """,
            fix: """
                Compress responses with gzip if the request allows it, and compute hashes before \
                compression; check that nothing in between decodes them.
                """),
        Rule(
            .contentLengthWrong, .error, section: "quirks",
            why: """
                Clients stop reading at the announced length: the page is cut off, or its rest is parsed \
                as the next response.
                """,
            fix: """
                Send the number of bytes in the body; if a page sets the header itself, nothing may \
                rewrite the page afterwards.
                """),
        Rule(
            .notModifiedWithCoding, .note, section: "quirks",
            why: "A 304 has no body; a client that decodes it all the same fails.",
            fix: """
                Find out what names the coding, the server or a proxy that compresses, and omit it from \
                304 responses.
                """),
        Rule(
            .notModifiedWithBody, .error, section: "quirks",
            why: """
                A 304 ends with its headers. Bytes after them are parsed as the beginning of the next \
                response on the connection.
                """,
            fix: "Send no body and no Transfer-Encoding with 304."),
        Rule(
            .notModifiedOtherTags, .warning, section: "quirks",
            why: """
                A 304 confirms the page that the request named, and this one names another: the \
                comparison was wrong and the reader keeps an old page, or a tag was changed in between, \
                as by proxies that compress. A client that stores these tags, as iOS does, sends wrong \
                ones from then on.
                """,
            fix: """
                Compare the tags with those that the server sent and received. If they are equal, answer \
                304 only if If-None-Match is the page's tag, and send that tag or none with it.
                """),
        Rule(
            .charsetNotUTF8, .warning, section: "update",
            why: """
                Updates are UTF-8. VasSonic's clients split the page in the charset that the header \
                names and hash it as UTF-8, so that the hash does not match if the two differ.
                """,
            fix: "Send the page in UTF-8, and name UTF-8 in Content-Type."),
        Rule(
            .etagUnlikePage, .warning, section: "etag",
            why: """
                The tag looks like a SHA-1 and is not the page's: the page was changed or cut off after \
                the tag was computed, or was hashed in another form. It cannot replace a missing \
                html-sha1.
                """,
            fix: """
                Compare the page with the bytes that the server sent. If they differ, find what changes \
                them; if they are equal, hash those bytes, before compression.
                """),
        Rule(
            .updateLargerThanPage, .warning, section: "update",
            why: """
                Updates contain all data, changed or not, escaped for JSON: for such a page they are \
                larger than the page.
                """,
            fix: "Keep unchanging parts out of blocks, or send the full page."),
        Rule(
            .sonicLost, .error, section: "classification",
            why: """
                The server sent this page with Sonic before. A proxy that drops unknown headers, another \
                server behind the same name or a request header in the wrong case turns Sonic off, and \
                every response is the full page.
                """,
            fix: "Compare this request and its response with those of the stored version."),
        Rule(
            .blocksWithoutSonic, .error, section: "headers",
            why: """
                The page has blocks and was requested with accept-diff, but the response has none of \
                Sonic's headers: every load is the full page.
                """,
            fix: """
                Check that the request reaches the server's Sonic code with its headers, and that \
                nothing drops the response's. `sonic check URL` shows whether header names in another \
                case work (header-case).
                """),
        Rule(
            .requestNamesChanged, .warning, section: "request",
            why: """
                Two of the three reference servers accept accept-diff and template-tag only in lower \
                case, and If-None-Match as written here: with other names Sonic does not start.
                """,
            fix: """
                Send the names in exactly this case; make the server compare names without regard to \
                case.
                """),
    ]
}
