import SonicProtocol

extension Rule {
    /// What may be wrong with updates, and with one response after the other.
    public static let update: [Rule] = [
        Rule(
            .updateEmpty, .error, section: "update",
            why: """
                An update without a body; PHP sends it for pages that are no UTF-8, since its JSON cannot hold \
                them.
                """,
            fix: "See why no JSON was made or sent; a page that is no UTF-8 is to be sent in UTF-8."),
        Rule(
            .updateMalformed, .error, section: "update",
            why: """
                The body is no JSON with an object of texts under “data”. One that ends too early was often cut \
                off by a Content-Length that the page had set for itself; one that is wrong at its first byte \
                may have a notice of the server's in front, and what changes HTML on the way may have put \
                something in, since updates are sent as text/html.
                """,
            fix: """
                Compare the body with the bytes that the server sent. Where they are equal, let a library write \
                the JSON, as RFC 8259 has it, and nothing else into the body; let the server count the bytes.
                """),
        Rule(
            .updateUnasked, .error, section: "classification",
            why: """
                Nobody can use data without the template they belong to. A cache on the way may have given \
                another client's update.
                """,
            fix: """
                See whether the server answered this request, or a cache on the way. Send an update only to \
                requests with accept-diff: true and the template-tag of the page.
                """),
        Rule(
            .updateUndeclared, .error, section: "classification",
            why: """
                Data came, and the head says that it is a page: both phones take it for one where \
                template-change is true; where it is missing, Android does, and iOS drops its copy.
                """,
            fix: """
                Compare the headers with those that the server sent. Where they are equal, send template-change: \
                false with updates.
                """),
        Rule(
            .pageUndeclared, .error, section: "classification",
            why: """
                A page came, and the head says that it is the data of an update: both phones look for JSON, find \
                none, and keep the old page without a word.
                """,
            fix: """
                See who sent the page: the server, or something in front of it. Send template-change: true with \
                whole pages, also with those that come to a template-tag.
                """),
        Rule(
            .updateMissingBlocks, .error, section: "update",
            why: """
                The template has places for which no data came: their names are written otherwise, the template \
                is not the one that the tag stands for, or data or comments were lost on the way.
                """,
            fix: """
                Compare the stored page with the bytes that the server sent. Where they are equal, name data as \
                {name}, with braces and in the case of the page's comment; compute template-tag of the \
                template's bytes, and send all blocks; Java's filter mixes up requests that run at the same \
                time.
                """),
        Rule(
            .updateUnknownBlocks, .error, section: "update",
            why: """
                Data came for blocks that the page does not have. They may be another page's, their names may \
                differ in case, or something between server and client removed the comments from the page.
                """,
            fix: """
                Compare the stored page with the bytes that the server sent: where its comments are missing \
                here, look at what changes pages on the way; where they are there, keep the data of each request \
                apart.
                """),
        Rule(
            .updateWithoutComments, .error, section: "update",
            why: """
                The data of a block are the whole block, with the comments that begin and end it. Without them the                 merged page has no such block: its hash is another than that of the server's page, or, where the                 server hashed that page too, the next update has nothing to replace. What removes comments from                 text/html on the way does the same.
                """,
            fix: """
                Look at the data as they arrive with `sonic get --print update URL`, and at those that the server                 sent. Where they are equal, cut the data from the first byte of <!--sonicdiff-NAME--> to the last                 of <!--sonicdiff-NAME-end-->.
                """),
        Rule(
            .updateWrongHash, .error, section: "update",
            why: """
                Template and data together do not make the page that was hashed: other bytes were hashed, \
                another digest was taken, or the page was changed on the way. The page comes whole, and the \
                update is wasted.
                """,
            fix: """
                Compare the stored page with the bytes that the server sent. Where they are equal, hash those; \
                look for blocks of one name, titles in SVG, and pages that are no UTF-8.
                """),
        Rule(
            .updateUnproven, .warning, section: "update",
            why: "Without a hash nobody can tell whether the merged page is the server's.",
            fix: "Send html-sha1 in the update."),
        Rule(
            .htmlSHA1Missing, .warning, section: "update",
            why: "The phones check by html-sha1 alone; here the ETag stood in.",
            fix: "Send html-sha1 in the update."),
        Rule(
            .htmlSHA1Wrong, .error, section: "update",
            why: """
                A page that does not have its own hash is refused by Android and dropped by iOS at the next \
                start. Other bytes were hashed, another digest was taken, or the page was changed on the way.
                """,
            fix: """
                Compare the page with the bytes that the server sent. Where they are equal, compute the SHA-1 of \
                them, before compression.
                """),
        Rule(
            .htmlSHA1UpperCase, .warning, section: "update",
            why: """
                The phones compute the hash in lower case and compare it byte for byte when they open their \
                copy: both refuse it, and the page is a first load each time.
                """,
            fix: "Write the 40 digits in lower case."),
        Rule(
            .templateTagDiffers, .warning, section: "update",
            why: """
                The update names another template than its header; a client keeps one of them, and the next \
                request may carry the wrong one.
                """,
            fix: """
                Compare the header with the one that the server sent. Where they are equal, take both from one \
                value.
                """),
        Rule(
            .templateTagOther, .warning, section: "server",
            why: """
                The update names another template-tag than the request: the data may be another template's, or \
                one of the two tags was changed on the way.
                """,
            fix: """
                Compare the two tags sign by sign; send the whole page when the request's tag is not the page's.
                """),
        Rule(
            .etagSameBodyDiffers, .error, section: "etag",
            why: """
                A validator must change with every byte: who holds the old page gets 304 and never sees the new \
                one. Where the page was changed on the way, the server's may be the same.
                """,
            fix: """
                Compare the page with the bytes that the server sent. Where they are equal, compute the ETag of \
                the whole page.
                """),
        Rule(
            .templateSamePageWhole, .note, section: "server",
            why: """
                The request named the page's own template, so an update would have done. A server may have its \
                reasons: data that no JSON can hold, or an update that is larger than the page. The header may \
                also be lost on the way.
                """,
            fix: """
                See that template-tag reaches the server as it is sent, and is compared bare, under its name in \
                lower case.
                """),
        Rule(
            .etagSamePageSent, .note, section: "etag",
            why: """
                The request named this very page in If-None-Match, so that a 304 would have done. Proxies that \
                change pages take the header out.
                """,
            fix: """
                See that If-None-Match reaches the server, and is compared with the page's tag, W/ and quotes \
                aside, before anything else.
                """),
        Rule(
            .templateTagUnsteady, .warning, section: "split",
            why: """
                The template is the same, byte for byte, and its tag is not. Where that goes on, every change is \
                a template change. Once, the tag may be computed in another way than before, or something that \
                is removed on the way, such as a comment, may have changed in the template.
                """,
            fix: """
                Compare the page with the bytes that the server sent. Where they are equal and the tag changes \
                on each load, compute it of the template alone: after title and blocks were cut out, without \
                times or salts.
                """),
        Rule(
            .templateTagStuck, .error, section: "split",
            why: """
                The template is another, and its tag is the one of before: who holds the old template is sent \
                data that do not fit it. Where the page was changed on the way, the server's template may be the \
                same.
                """,
            fix: """
                Compare the page with the bytes that the server sent. Where they are equal, compute the tag of \
                the template that is sent, each time.
                """),
        Rule(
            .templateReturns, .warning, section: "split",
            why: """
                Two servers behind one name that send different templates make each load a template change, and \
                every client's page is replaced as a whole. A change that was reverted looks the same.
                """,
            fix: """
                Ask several times with `sonic check URL`, whose template-steady compares the templates of answers in \
                a row. Where they alternate, bring the same templates to all servers, or keep a client at one; a \
                change that was reverted needs nothing.
                """),
        Rule(
            .templateDrifts, .note, section: "split",
            why: """
                Numbers, times and tokens are mostly written anew for each answer. Outside the blocks each of \
                them makes another template, and the page comes whole.
                """,
            fix: """
                If it is other on each load, put it into a block; a version that a release changes may stay.
                """),
        Rule(
            .templateUnsteady, .error, section: "split",
            why: """
                The last three times the page came whole, and the same place outside the blocks was another each \
                time: while that goes on, every change is a template change.
                """,
            fix: """
                Unless somebody edited the template between the loads, put what changes into a block: tokens, \
                times, numbers of visitors, random ids, advertisements.
                """),
    ]
}
