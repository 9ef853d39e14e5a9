import SonicProtocol

extension Rule {
    /// What may be wrong with one response.
    public static let response: [Rule] = [
        Rule(
            .headerDoubled, .warning, section: "headers",
            why: """
                Clients read either the first or the last of two lines, or both joined by a comma, which is no \
                value that they know.
                """,
            fix: """
                See who adds the second line: Java's filter sets it beside the page's own, and proxies add \
                headers too; leave one of them out.
                """),
        Rule(
            .headerWithoutBlank, .note, section: "headers",
            why: """
                HTTP allows it, but Foundation's networking on Linux fails the whole answer for such a line.
                """,
            fix: "Write a blank behind the colon."),
        Rule(
            .etagMissing, .warning, section: "etag",
            why: """
                Without a validator the server can never answer 304, and the iOS client takes the answer for one \
                without Sonic and removes its copy.
                """,
            fix: """
                See whether the server sends one. Where it does, see what drops it on the way: nginx drops an \
                ETag without quotes when it compresses or changes a response. Where it does not, send the SHA-1 \
                of the page as ETag.
                """),
        Rule(
            .etagKeyAbsent, .warning, section: "etag",
            why: """
                Clients look for the tag in the header that sonic-etag-key names, and nowhere else. Without it the \
                server can never answer 304, and the iOS client takes the answer for one without Sonic and \
                removes its copy.
                """,
            fix: """
                See whether the server sends that header. Where it does, see what drops a header that it does not \
                know on the way. Where it does not, send the tag there, or leave sonic-etag-key out.
                """),
        Rule(
            .etagWeak, .warning, section: "etag",
            why: """
                Sonic servers compare the bare tag: If-None-Match with W/ never gives 304. Compressing proxies \
                weaken the tags of what they compress.
                """,
            fix: """
                Name another header in sonic-etag-key, or leave these pages to the server's own compression.
                """),
        Rule(
            .etagQuoted, .warning, section: "etag",
            why: """
                HTTP wants the quotes. The reference servers compare the tag without them: at those, one that \
                comes back quoted never gives 304.
                """,
            fix: """
                Where this tag never brings 304, send the 40 digits bare, or strip quotes from If-None-Match. \
                Behind a proxy that compresses the latter: nginx drops bare tags.
                """),
        Rule(
            .etagUnlikeHTMLSHA1, .warning, section: "etag",
            why: """
                Both have the form of a SHA-1 and differ: one was computed of other bytes, is no digest of the \
                page, or was changed on the way. A client that checks by the wrong one refuses the page.
                """,
            fix: """
                Compare both with what the server sent. Where they are equal, compute both of the same bytes, \
                those that are sent before compression.
                """),
        Rule(
            .validatorUnsendable, .warning, section: "etag",
            why: """
                Control characters may stand in no header (RFC 9110, section 5.5). A request that brings such a \
                tag back is refused by servers and proxies or taken for two headers, so it is not sent, and the \
                page is asked for without.
                """,
            fix: "Send tags of visible characters, such as the SHA-1 of the page in hexadecimal."),
        Rule(
            .templateTagMissing, .warning, section: "headers",
            why: """
                Without it no update can ever come, and the iOS client takes the answer for one without Sonic.
                """,
            fix: """
                See whether the server sends it: proxies drop headers that they do not know. Where it does not, \
                send the SHA-1 of the template as template-tag.
                """),
        Rule(
            .templateChangeMissing, .note, section: "classification",
            why: """
                The iOS client wants the header on every page and takes the answer for one without Sonic \
                otherwise.
                """,
            fix: """
                See whether the server sends it: proxies drop headers that they do not know. Where it does not, \
                send template-change: true with whole pages and false with updates.
                """),
        Rule(
            .templateChangeOdd, .warning, section: "classification",
            why: """
                Android takes everything but false and 0 for a whole page, False included; iOS everything but \
                true, yes and 1 for an update.
                """,
            fix: "Send true or false, in lower case."),
        Rule(
            .cacheOfflineMissing, .warning, section: "cache-offline",
            why: """
                Android removes its copy of the page where the header is missing, and iOS takes the answer for \
                one without Sonic.
                """,
            fix: """
                See whether the server sends it: proxies drop headers that they do not know. Where it does not, \
                send cache-offline: true.
                """),
        Rule(
            .cacheOfflineUnknown, .warning, section: "cache-offline",
            why: """
                Clients know true, store, false and http, in lower case; for anything else, True included, \
                Android keeps nothing.
                """,
            fix: "Send one of the four, in lower case."),
        Rule(
            .noStoreAgainstOffline, .warning, section: "cache-offline",
            why: """
                HTTP forbids to keep what Sonic asks to keep. Here nothing is written, so the page is a first \
                load each time; the phones keep it.
                """,
            fix: """
                See who says no-store: a proxy may add it. Leave it out, or send cache-offline: false.
                """),
        Rule(
            .lifetimeOnSonicPage, .warning, section: "freshness",
            why: """
                Caches on the way, and clients that heed the header, do not ask while the page is fresh: changes \
                are seen late, and an update may be answered by a stored page.
                """,
            fix: """
                See who gives the lifetime: the server, or a proxy or CDN in front of it. Send Cache-Control: \
                private, no-cache.
                """),
        Rule(
            .varyMissing, .warning, section: "server",
            why: """
                The answer depends on accept-diff, template-tag and If-None-Match. A cache that serves many \
                people may give one client's update to another.
                """,
            fix: """
                Where the server sends neither, send Cache-Control: private, or Vary: accept-diff, template-tag; \
                where it does, see what drops them on the way.
                """),
        Rule(
            .answeredByCache, .warning, section: "headers",
            why: """
                What a shared cache holds may have been made for the tags of another client: the client gets an \
                update that does not fit its page then, or a page in place of an update.
                """,
            fix: """
                Ask once more with `sonic get --reload URL`, which has caches on the way ask the server, and \
                compare. Where that answer is another, send Cache-Control: private, or Vary: accept-diff, \
                template-tag, and check that the cache obeys it.
                """),
        Rule(
            .cookieOnPage, .note, section: "headers",
            why: """
                A page that is shown from the cache sets no cookie: what it should do on each visit happens only \
                when the server is asked.
                """,
            fix: """
                Set cookies where the reader signs in, not on pages; one that a load balancer sets for itself \
                may stay.
                """),
        Rule(
            .compressionMissing, .note, section: "request",
            why: "Text shrinks to a quarter; on a slow connection that is most of the waiting.",
            fix: """
                Compress responses with gzip where the request allows it, and hash the bytes before; see that \
                nothing on the way unpacks them.
                """),
        Rule(
            .contentLengthWrong, .error, section: "quirks",
            why: """
                Clients stop reading where the header says: the page is cut off, or its rest is taken for the \
                next answer.
                """,
            fix: """
                Count the bytes that are sent; a page that sets the header itself must not be rewritten behind \
                it.
                """),
        Rule(
            .notModifiedWithCoding, .note, section: "quirks",
            why: "A 304 has no body; a client that unpacks it all the same fails.",
            fix: """
                See who names the coding, the server or a proxy that compresses; leave it out of 304 responses.
                """),
        Rule(
            .notModifiedWithBody, .error, section: "quirks",
            why: """
                A 304 ends with its head. What is sent behind it is taken for the beginning of the next answer \
                on the same connection.
                """,
            fix: "Send no body and no Transfer-Encoding with 304."),
        Rule(
            .notModifiedOtherTags, .warning, section: "quirks",
            why: """
                A 304 confirms the page that the request named, and this one names another: the comparison was \
                wrong and the reader keeps an old page, or a tag was changed on the way, as proxies that \
                compress do. A client that takes the tags over, as iOS does, sends wrong ones from then on.
                """,
            fix: """
                Compare the tags with those that the server sent and received. Where they are equal, answer 304 \
                only where If-None-Match is the page's tag, and send that tag or none with it.
                """),
        Rule(
            .charsetNotUTF8, .warning, section: "update",
            why: """
                Updates are UTF-8. The phones cut the page in the charset that the header names and hash it as \
                UTF-8, so that page and hash part where the two differ.
                """,
            fix: "Send the page in UTF-8, and say so."),
        Rule(
            .etagUnlikePage, .warning, section: "etag",
            why: """
                The tag has the form of a SHA-1 and is not the page's: the page was changed or cut off behind \
                whoever computed it, or hashed in another form. It cannot stand in for a missing html-sha1.
                """,
            fix: """
                Compare the page with the bytes that the server sent. Where they differ, see what changes them; \
                where they are equal, hash those bytes, before compression.
                """),
        Rule(
            .updateLargerThanPage, .warning, section: "update",
            why: """
                Updates bring all data, changed or not, escaped for JSON: on such a page they cost more than the \
                page.
                """,
            fix: "Keep what never changes out of blocks, or send the page whole."),
        Rule(
            .sonicLost, .error, section: "classification",
            why: """
                The page spoke Sonic before. A proxy that drops unknown headers, another server behind the same \
                name or a request header in the wrong case turns it off, and every answer is the whole page \
                again.
                """,
            fix: "Compare this request and its answer with the one that made the stored version."),
        Rule(
            .blocksWithoutSonic, .error, section: "headers",
            why: """
                The page is made for Sonic and was asked for with accept-diff, and the answer has none of \
                Sonic's headers: every load is the whole page.
                """,
            fix: """
                See that the request reaches the Sonic half with its headers, and that nothing on the way back \
                drops them. `sonic check URL` says whether names in another case start Sonic (header-case).
                """),
        Rule(
            .requestNamesChanged, .warning, section: "request",
            why: """
                Two of the three reference servers read accept-diff and template-tag in lower case only, and \
                If-None-Match as written here: under other names Sonic does not start.
                """,
            fix: """
                Send the names in exactly this case; let the server compare names without regard to it.
                """),
    ]
}
