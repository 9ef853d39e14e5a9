import SonicProtocol

extension Rule {
    /// Problems of updates, and of successive responses.
    public static let update: [Rule] = [
        Rule(
            .updateEmpty, .error, section: "update",
            why: """
                An update without a body; PHP sends it for pages that are not UTF-8, since its JSON \
                encoder fails on them.
                """,
            fix: "Find out why no JSON was created or sent; send pages in UTF-8."),
        Rule(
            .updateMalformed, .error, section: "update",
            why: """
                The body is not JSON with an object of strings under “data”. One that ends too early was \
                often cut off by a Content-Length that the page had set; one that is wrong at its first \
                byte may begin with a message of the server; and software that changes HTML may have \
                inserted something, since updates are sent as text/html.
                """,
            fix: """
                Compare the body with the bytes that the server sent. If they are equal, write the JSON \
                with a library, as in RFC 8259, and nothing else into the body; let the server set the \
                length.
                """),
        Rule(
            .updateUnasked, .error, section: "classification",
            why: """
                Data are useless without the template they belong to. An intermediate cache may have \
                sent another client's update.
                """,
            fix: """
                Find out whether the server answered this request, or an intermediate cache. Send an \
                update only to requests with accept-diff: true and the template-tag of the page.
                """),
        Rule(
            .updateUndeclared, .error, section: "classification",
            why: """
                Data were received, and the headers say that they are a page: both of VasSonic's clients \
                take them for one if template-change is true; if it is missing, Android does, and iOS \
                drops its copy.
                """,
            fix: """
                Compare the headers with those that the server sent. If they are equal, send \
                template-change: false with updates.
                """),
        Rule(
            .pageUndeclared, .error, section: "classification",
            why: """
                A page was received, and the headers say that it is the data of an update: both of \
                VasSonic's clients look for JSON, find none, and silently keep the old page.
                """,
            fix: """
                Find out what sent the page: the server, or something in front of it. Send \
                template-change: true with full pages, also if the request had a template-tag.
                """),
        Rule(
            .updateMissingBlocks, .error, section: "update",
            why: """
                The template has slots for which no data were received: their names are written \
                differently, the template is not the one that the tag names, or data or comments were \
                lost in between.
                """,
            fix: """
                Compare the stored page with the bytes that the server sent. If they are equal, name \
                data as {name}, with braces and in the case of the page's comment; compute template-tag \
                over the template's bytes, and send all blocks; Java's filter mixes up simultaneous \
                requests.
                """),
        Rule(
            .updateUnknownBlocks, .error, section: "update",
            why: """
                Data were received for blocks that the page does not have. They may belong to another \
                page, their names may differ in case, or something between server and client removed the \
                comments from the page.
                """,
            fix: """
                Compare the stored page with the bytes that the server sent: if comments are missing \
                here, find what changes pages in between; if they are present, keep the data of each \
                request separate.
                """),
        Rule(
            .updateWithoutComments, .error, section: "update",
            why: """
                The data of a block are the whole block, with its start and end comments. Without them \
                the merged page has no such block: its hash differs from that of the server's page, or, \
                if the server hashed that page, too, the next update has nothing to replace. Software \
                that removes comments from text/html has the same effect.
                """,
            fix: """
                Look at the data as they were received with `sonic get --print update URL`, and at those \
                that the server sent. If they are equal, cut the data from the first byte of \
                <!--sonicdiff-NAME--> to the last of <!--sonicdiff-NAME-end-->.
                """),
        Rule(
            .updateWrongHash, .error, section: "update",
            why: """
                Template and data together are not the page that was hashed: other bytes were hashed, \
                another digest was used, or the page was changed in between. The update is useless, and \
                the full page is requested.
                """,
            fix: """
                Compare the stored page with the bytes that the server sent. If they are equal, hash \
                those; look for duplicate block names, titles in SVG, and pages that are not UTF-8.
                """),
        Rule(
            .updateUnproven, .warning, section: "update",
            why: "Without a hash it is unknown whether the merged page is the server's.",
            fix: "Send html-sha1 in the update."),
        Rule(
            .htmlSHA1Missing, .warning, section: "update",
            why: "VasSonic's clients check only html-sha1; the ETag was used here instead.",
            fix: "Send html-sha1 in the update."),
        Rule(
            .htmlSHA1Wrong, .error, section: "update",
            why: """
                A page that does not match its own hash is refused by Android and dropped by iOS at the \
                next start. Other bytes were hashed, another digest was used, or the page was changed in \
                between.
                """,
            fix: """
                Compare the page with the bytes that the server sent. If they are equal, compute the \
                SHA-1 over them, before compression.
                """),
        Rule(
            .htmlSHA1UpperCase, .warning, section: "update",
            why: """
                VasSonic's clients compute the hash in lower case and compare it byte for byte when they \
                open their copy: both refuse it, and the page is a first load each time.
                """,
            fix: "Write the 40 digits in lower case."),
        Rule(
            .templateTagDiffers, .warning, section: "update",
            why: """
                The update names another template than its header; a client stores one of them, and the \
                next request may send the wrong one.
                """,
            fix: """
                Compare the header with the one that the server sent. If they are equal, use one value \
                for both.
                """),
        Rule(
            .templateTagOther, .warning, section: "server",
            why: """
                The update names another template-tag than the request: the data may belong to another \
                template, or one of the two tags was changed in between.
                """,
            fix: """
                Compare the two tags character by character; send the full page if the request's tag is \
                not the page's.
                """),
        Rule(
            .etagSameBodyDiffers, .error, section: "etag",
            why: """
                A validator must change with every byte: a client with the old page gets 304 and never \
                sees the new one. If the page was changed in between, the server's may be the same.
                """,
            fix: """
                Compare the page with the bytes that the server sent. If they are equal, compute the \
                ETag over the whole page.
                """),
        Rule(
            .templateSamePageWhole, .note, section: "server",
            why: """
                The request named the page's own template, so an update would have sufficed. The server \
                may have a reason: data that JSON cannot represent, or an update that is larger than the \
                page. The header may also have been lost in between.
                """,
            fix: """
                Check that template-tag reaches the server as it is sent, and is compared without \
                quotes, under its name in lower case.
                """),
        Rule(
            .etagSamePageSent, .note, section: "etag",
            why: """
                The request named this very page in If-None-Match, so a 304 would have sufficed. Proxies \
                that change pages remove the header; a tag made over the body sent differs each time.
                """,
            fix: """
                Check that If-None-Match reaches the server, and is compared with the page's own tag, \
                without W/ and quotes, before anything else; turn off a framework's tags.
                """),
        Rule(
            .templateTagUnsteady, .warning, section: "split",
            why: """
                The template is the same, byte for byte, but its tag is not. If that continues, every \
                change is a template change. If it happens once, the tag may be computed in another way \
                than before, or something that is removed in between, such as a comment, may have \
                changed in the template.
                """,
            fix: """
                Compare the page with the bytes that the server sent. If they are equal and the tag \
                changes on each load, compute it over the template alone: after cutting out title and \
                blocks, without times or salts.
                """),
        Rule(
            .templateTagStuck, .error, section: "split",
            why: """
                The template has changed, but its tag has not: a client with the old template gets data \
                that do not match it. If the page was changed in between, the server's template may be \
                the same.
                """,
            fix: """
                Compare the page with the bytes that the server sent. If they are equal, compute the tag \
                over the template that is sent, each time.
                """),
        Rule(
            .templateReturns, .warning, section: "split",
            why: """
                Two servers behind one name that send different templates make each load a template \
                change, and every client's page is replaced in full. A change that was reverted looks \
                the same.
                """,
            fix: """
                Run `sonic check URL`: its template-steady compares up to five loads over new \
                connections, without cookies and with those of the first load. If the template alternates, \
                deploy the same templates to all servers, or keep a client at one server; a change that was \
                reverted needs no action.
                """),
        Rule(
            .templateDrifts, .note, section: "split",
            why: """
                Numbers, times and tokens usually differ in each response. Outside the blocks each of \
                them makes another template, and the full page is sent.
                """,
            fix: """
                If it differs on each load, put it into a block; a version that changes with a release \
                may stay.
                """),
        Rule(
            .templateUnsteady, .error, section: "split",
            why: """
                The last three times the full page was received, and the same place outside the blocks \
                differed each time: while that continues, every change is a template change.
                """,
            fix: """
                Unless somebody edited the template between the loads, put what changes into a block: \
                tokens, times, numbers of visitors, random ids, advertisements.
                """),
    ]
}
