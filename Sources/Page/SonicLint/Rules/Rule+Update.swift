import SonicProtocol

extension RuleID {
    /// Rules about data updates.
    public static let updateWithoutComments = RuleID("update-without-comments"),
        updateNotShown = RuleID("update-not-shown")
}

extension Rule {
    /// Problems of a data update.
    static let body: [Rule] = [
        Rule(
            .updateEmpty, .error, section: "update",
            evidence: "the update as received: empty",
            otherwise: "a body that was lost in between: the advice asks whether it was sent",
            why: "PHP sends it for pages that are not UTF-8, since its JSON encoder fails on them.",
            fix: "Find out why no JSON was created or sent; send pages in UTF-8."),
        Rule(
            .updateMalformed, .error, section: "update",
            evidence: "the update as received: not JSON with strings under data",
            otherwise: "something in between put text into what is sent as text/html: the finding says so",
            why: "The body is not JSON with an object of strings under “data”.",
            perhaps:
                "One that ends too early was often cut off by a Content-Length that the page had set; one "
                + "that is wrong at its first byte may begin with a message of the server; and software "
                + "that changes HTML may have inserted something, since updates are sent as text/html.",
            fix: ifSentSo(
                "the body",
                "write the JSON with a library, as in RFC 8259, and nothing else into the body; let the "
                    + "server set the length.")),
        Rule(
            .updateUnasked, .error, section: "classification",
            evidence: "the update as received, to a request without tags",
            otherwise: "an intermediate cache sent another client's: the explanation says so",
            why:
                "Data are useless without the template they belong to. An intermediate cache may have "
                + "sent another client's update.",
            fix:
                "Find out whether the server answered this request, or an intermediate cache. Send an "
                + "update only to requests with accept-diff: true and the template-tag of the page."),
        Rule(
            .updateUndeclared, .error, section: "classification",
            evidence: "the update as received and the response's headers",
            otherwise: "headers that were changed in between: the advice begins with comparing",
            why:
                "Data were received, and the headers say that they are a page: both of VasSonic's clients "
                + "take them for one if template-change is true; if it is missing, Android does, and iOS "
                + "drops its copy.",
            fix: ifSentSo("the headers", "send template-change: false with updates.")),
        Rule(
            .pageUndeclared, .error, section: "classification",
            evidence: "a page and headers that announce an update",
            otherwise: "something in front of the server sent the page: the advice begins with that",
            why:
                "A page was received, and the headers say that it is the data of an update: both of "
                + "VasSonic's clients look for JSON, find none, and silently keep the old page.",
            fix:
                "Find out what sent the page: the server, or something in front of it. Send "
                + "template-change: true with full pages, also if the request had a template-tag."),
        Rule(
            .updateMissingBlocks, .error, section: "update",
            evidence: "the update as received and the stored page's blocks",
            otherwise: "comments or data that were lost in between: explanation and advice say so",
            why:
                "The template has slots for which no data were received: their names are written "
                + "differently, the template is not the one that the tag names, or data or comments were "
                + "lost in between.",
            fix: ifSentSo(
                "the stored page",
                "name data as {name}, with braces and in the case of the page's comment; compute "
                    + "template-tag over the template's bytes, and send all blocks; Java's filter mixes up "
                    + "simultaneous requests.")),
        Rule(
            .updateUnknownBlocks, .error, section: "update",
            evidence: "the update as received and the stored page's blocks",
            otherwise:
                "comments that were removed from the page: reported if the stored page has none and its "
                + "template-tag is another one",
            why:
                "Data were received for blocks that the page does not have. They may belong to another "
                + "page, their names may differ in case, or something between server and client removed the "
                + "comments from the page.",
            fix:
                "Compare the stored page with the bytes that the server sent: if comments are missing "
                + "here, find what changes pages in between; if they are present, keep the data of each "
                + "request separate."),
        Rule(
            .updateWithoutComments, .error, section: "update",
            evidence: "the data of blocks as received, and the stored page's comments around the same blocks",
            otherwise: "comments that were removed in between: the explanation says so; the advice compares",
            why:
                "The data of a block are the whole block, with its start and end comments. Without them "
                + "the merged page has no such block: its hash differs from that of the server's page, or, "
                + "if the server hashed that page, too, the next update has nothing to replace. Software "
                + "that removes comments from text/html has the same effect.",
            fix:
                "Look at the data as they were received with `sonic get --print update URL`, and at "
                + "those that the server sent. If they are equal, cut the data from the first byte of "
                + "<!--sonicdiff-NAME--> to the last of <!--sonicdiff-NAME-end-->."),
        Rule(
            .updateWrongHash, .error, section: "update",
            evidence: "the SHA-1 of the merged page and html-sha1",
            otherwise: "another digest, named if known; a page that changed in between or between loads",
            why:
                "Template and data together are not the page that was hashed: the update is useless, and "
                + "the full page is requested.",
            perhaps: "Other bytes were hashed, another digest was used, or the page was changed in between.",
            fix: ifSentSo(
                "the stored page",
                "hash those; look for duplicate block names, titles in SVG, and pages that are not "
                    + "UTF-8.")),
        Rule(
            .updateUnproven, .warning, section: "update",
            evidence: "the update as received: neither html-sha1 nor a SHA-1 as ETag",
            otherwise: "nothing: there is none",
            why: "Without a hash it is unknown whether the merged page is the server's.",
            fix: "Send html-sha1 in the update."),
        Rule(
            .htmlSHA1Missing, .warning, section: "update",
            evidence: "the update as received",
            otherwise: "nothing: there is none",
            why: "VasSonic's clients check only html-sha1; the ETag was used here instead.",
            fix: "Send html-sha1 in the update."),
        Rule(
            .htmlSHA1Wrong, .error, section: "update",
            evidence: "a hash in the headers and the SHA-1 of the page",
            otherwise: "a page that was changed in between, or another digest: the explanation says so",
            why: "Android refuses a page that does not match its own hash; iOS drops it at the next start.",
            perhaps: "Other bytes were hashed, another digest was used, or the page was changed in between.",
            fix: ifSentSo("the page", "compute the SHA-1 over them, before compression.")),
        Rule(
            .htmlSHA1UpperCase, .warning, section: "update",
            evidence: "the update as received: the page's SHA-1 in upper case",
            otherwise: "nothing: VasSonic's clients compare byte for byte",
            why:
                "VasSonic's clients compute the hash in lower case and compare it byte for byte when they "
                + "open their copy: both refuse it, and the page is a first load each time.",
            fix: "Write the 40 digits in lower case."),
        Rule(
            .templateTagDiffers, .warning, section: "update",
            evidence: "the update as received and the response's headers",
            otherwise: "a header that was changed in between: the advice begins with comparing",
            why:
                "The update names another template than its header; a client stores one of them, and the "
                + "next request may send the wrong one.",
            fix: ifSentSo("the header", "use one value for both.")),
        Rule(
            .templateTagOther, .warning, section: "server",
            evidence: "the template tags of the request and of the update to it",
            otherwise: "a tag that was changed in between; the finding says where the two differ",
            why:
                "The update names another template-tag than the request: the data may belong to another "
                + "template, or one of the two tags was changed in between.",
            fix: "Compare the two tags letter by letter; if the request's is not the page's, send the page."),
        Rule(
            .updateNotShown, .note, section: "callback",
            evidence: "the text of the page's inline scripts and the changed blocks",
            otherwise: "what cannot be seen, such as other files and computed ids: not reported",
            why: "On a phone the old text stays unless the page's own script replaces it.",
            fix: "Ask for the data with getDiffDataCallback, and put each block in its element."),
    ]
}
