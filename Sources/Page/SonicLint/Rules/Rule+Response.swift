import SonicProtocol

extension RuleID {
    /// Rules about a response besides its Sonic headers: caching, cookies, lengths.
    public static let lifetimeOnSonicPage = RuleID("lifetime-on-sonic-page"),
        varyMissing = RuleID("vary-missing"),
        answeredByCache = RuleID("answered-by-cache"),
        cookieOnPage = RuleID("cookie-on-page"),
        compressionMissing = RuleID("compression-missing"),
        contentLengthWrong = RuleID("content-length-wrong"),
        notModifiedWithCoding = RuleID("not-modified-with-coding"),
        notModifiedWithBody = RuleID("not-modified-with-body"),
        notModifiedOtherTags = RuleID("not-modified-other-tags"),
        charsetNotUTF8 = RuleID("charset-not-utf8"),
        etagUnlikePage = RuleID("etag-unlike-page"),
        updateLargerThanPage = RuleID("update-larger-than-page"),
        blocksWithoutSonic = RuleID("blocks-without-sonic"),
        requestNamesChanged = RuleID("request-names-changed")
}

extension Rule {
    /// Problems of a response besides its Sonic headers: caching, cookies, lengths.
    static let transfer: [Rule] = [
        Rule(
            .noStoreAgainstOffline, .warning, section: "cache-offline",
            evidence: "the response's headers as received: both lines",
            otherwise: "a proxy added no-store: the advice begins with that",
            why:
                "HTTP forbids storing what Sonic asks to store. Nothing is written here, so the page is a "
                + "first load each time; VasSonic's clients store it.",
            fix: "Find out what adds no-store: it may be a proxy. Remove it, or send cache-offline: false."),
        Rule(
            .lifetimeOnSonicPage, .warning, section: "freshness",
            evidence: "the response's headers as received: a lifetime above 0 without no-cache",
            otherwise: "a CDN set the lifetime: the advice begins with that; an Expires of 1970 is ignored",
            why:
                "Intermediate caches, and clients that honour the header, send no request while the page "
                + "is fresh: changes are seen late, and a stored page may be the response to a request for "
                + "an update.",
            fix:
                "Find out what sets the lifetime: the server, or a proxy or CDN in front of it. Send "
                + "Cache-Control: private, no-cache."),
        Rule(
            .varyMissing, .warning, section: "server",
            evidence: "the response's headers as received: neither private nor Vary",
            otherwise: "something in between dropped it: the advice says so",
            why:
                "The response depends on accept-diff, template-tag and If-None-Match. A shared cache may "
                + "send one client's update to another.",
            fix:
                "If the server sends neither, send Cache-Control: private, or Vary: accept-diff, "
                + "template-tag; if it does, find what drops them in between."),
        Rule(
            .answeredByCache, .warning, section: "headers",
            evidence:
                "the response's headers as received, to a request for Sonic: Age above 0, a cache that "
                + "says HIT, or two numbers in X-Varnish",
            otherwise:
                "a cache of the server, or one that distinguishes Sonic's request headers: the advice "
                + "compares; a response with such a Vary is not reported",
            why:
                "A shared cache's response may have been made for the tags of another client: the client "
                + "then gets an update that does not match its page, or a page instead of an update.",
            fix:
                "Repeat the request with `sonic get --reload URL`, which makes intermediate caches ask "
                + "the server, and compare. If that response differs, send Cache-Control: private, or "
                + "Vary: accept-diff, template-tag, and check that the cache obeys it."),
        Rule(
            .cookieOnPage, .note, section: "headers",
            evidence: "the response's headers as received: Set-Cookie on a page that is stored",
            otherwise: "a load balancer set it for itself: the advice says so",
            why:
                "A page from the cache sets no cookie: the cookie is set only when the page is requested "
                + "from the server, and not on each visit.",
            fix: "Set cookies at the sign-in, not on pages; one that a load balancer sets may stay."),
        Rule(
            .compressionMissing, .note, section: "request",
            evidence: "more than 1,400 bytes without a coding, to a request that allowed gzip",
            otherwise: "something in between decoded them: the advice says so",
            why: "Text shrinks to a quarter of its size, which saves most of the time on a slow connection.",
            fix:
                "Compress responses with gzip if the request allows it, and compute hashes before "
                + "compression; check that nothing in between decodes them. HAProxy does not compress a "
                + "response whose ETag has no quotes, and nginx drops such an ETag when it compresses: "
                + "compress at the server itself."),
        Rule(
            .contentLengthWrong, .error, section: "quirks",
            evidence: "Content-Length and the received bytes, without a coding",
            otherwise:
                "bytes that were added or lost in between: the advice names rewriting; interrupted "
                + "transfers belong to another rule",
            why: "Clients stop at the announced length: the page is cut, or its rest taken for a response.",
            fix: "Send the number of bytes in the body; what rewrites a page must correct the header."),
        Rule(
            .notModifiedWithCoding, .note, section: "quirks",
            evidence: "the headers of a 304 as received",
            otherwise: "a proxy that compresses named it: the advice begins with that",
            why: "A 304 has no body; a client that decodes it all the same fails.",
            fix: "Find what names the coding, the server or a proxy that compresses, and omit it from 304."),
        Rule(
            .notModifiedWithBody, .error, section: "quirks",
            evidence: "a 304 followed by bytes",
            otherwise: "nothing; connections that hide the bytes are not judged",
            why: "A 304 ends with its headers: bytes after them are taken for the next response.",
            fix: "Send no body with 304."),
        Rule(
            .notModifiedOtherTags, .warning, section: "quirks",
            evidence: "the tags of a 304 and those of its request",
            otherwise: "a proxy changed a tag: the explanation says so; W/ and quotes are ignored",
            why:
                "A 304 confirms the page that the request named, and this one names another: the "
                + "comparison was wrong and the reader keeps an old page, or a tag was changed in between, "
                + "as by proxies that compress. A client that stores these tags, as iOS does, sends wrong "
                + "ones from then on.",
            fix:
                "Compare the tags with those that the server sent and received. If they are equal, "
                + "answer 304 only if If-None-Match is the page's tag, and send that tag or none with it."),
        Rule(
            .charsetNotUTF8, .warning, section: "update",
            evidence: "the response's headers as received: Content-Type of a Sonic page",
            otherwise: "nothing: clients use the received header; updates are not judged",
            why:
                "Updates are UTF-8. VasSonic's clients split the page in the charset that the header "
                + "names and hash it as UTF-8, so that the hash does not match if the two differ.",
            fix: "Send the page in UTF-8, and name UTF-8 in Content-Type."),
        Rule(
            .etagUnlikePage, .warning, section: "etag",
            evidence: "an ETag that looks like a SHA-1, and the SHA-1 of the received bytes",
            otherwise:
                "the page was changed in between: the advice compares; tags of other forms are ignored",
            why: "The tag looks like a SHA-1 and is not the page's: it cannot replace a missing html-sha1.",
            perhaps: "The page was changed or cut off after it was hashed, or was hashed in another form.",
            fix:
                "Compare the page with the bytes that the server sent. If they differ, find what changes "
                + "them; if they are equal, hash those bytes, before compression."),
        Rule(
            .updateLargerThanPage, .warning, section: "update",
            evidence: "the lengths of an update and of the stored page",
            otherwise: "nothing: both lengths are known",
            why: "Updates contain all data, changed or not, escaped for JSON, so they can exceed the page.",
            fix: "Keep unchanging parts out of blocks, or send the full page."),
        Rule(
            .sonicLost, .error, section: "classification",
            evidence: "the stored version's headers and those of the response to a request for Sonic",
            otherwise:
                "a proxy or another server behind the name: the explanation names them; not reported if a "
                + "person edited one of the two",
            why:
                "The server sent this page with Sonic before. A proxy that drops unknown headers, another "
                + "server behind the same name or a request header in the wrong case turns Sonic off, and "
                + "every response is the full page.",
            fix: "Compare this request and its response with those of the stored version."),
        Rule(
            .blocksWithoutSonic, .error, section: "headers",
            evidence: "blocks in a page that was received without Sonic's headers, to a request for Sonic",
            otherwise: "headers that were dropped in either direction: the advice says so",
            why:
                "The page has blocks and was requested with accept-diff, but the response has none of "
                + "Sonic's headers: every load is the full page.",
            fix:
                "Check that the request reaches the server's Sonic code with its headers, and that "
                + "nothing drops the response's. `sonic check URL` shows whether header names in another "
                + "case work (header-case)."),
        Rule(
            .requestNamesChanged, .warning, section: "request",
            evidence: "the request's bytes and a response without Sonic",
            otherwise: "a site without Sonic: the finding says only what was requested",
            why:
                "Two of the three reference servers accept accept-diff and template-tag only in lower "
                + "case, and If-None-Match as written here: with other names Sonic does not start.",
            fix: "Send the names in exactly this case; make the server compare them regardless of case."),
    ]
}
